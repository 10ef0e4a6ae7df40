package dev.riffle.dataset.internal.source;

import dev.riffle.io.Bytes;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Reads a record file on another thread, one chunk ahead of the consumer. If no task has begun the chunk that the
 * consumer needs, the consumer reads this chunk itself. So a consumer never waits for a task that does not run.
 */
final class ReadAheadCursor extends RecordCursor {

    private static final int CHUNK_RECORDS = 256;
    private static final int CHUNK_BYTES = 256 << 10;

    /** The records that one task has read, and the end or failure after these records. */
    private static final class Chunk {
        private final Bytes[] payloads = new Bytes[CHUNK_RECORDS];
        private final long[] offsets = new long[CHUNK_RECORDS];
        private final long[] ends = new long[CHUNK_RECORDS];
        private final long[] indexes = new long[CHUNK_RECORDS];
        private int count;
        private boolean last;
        private @Nullable Exception failure;
    }

    /** The file that the tasks read. A task holds the lock of this object while it reads. */
    private final FileRecordCursor file;

    private final Executor executor;
    private volatile boolean closed;

    private FutureTask<Chunk> reading;
    private @Nullable Chunk chunk;
    private int at;

    ReadAheadCursor(FileRecordCursor file, Executor executor) {
        super(file.source(), file.start());
        this.file = file;
        this.executor = executor;
        this.reading = startReading();
    }

    private FutureTask<Chunk> startReading() {
        FutureTask<Chunk> task = new FutureTask<>(this::read);
        try {
            executor.execute(task);
        } catch (RejectedExecutionException e) {
            // The consumer will read the chunk.
        }
        return task;
    }

    private Chunk read() {
        Chunk read = new Chunk();
        synchronized (file) {
            long bytes = 0;
            while (read.count < CHUNK_RECORDS && bytes < CHUNK_BYTES && !closed) {
                Bytes payload;
                try {
                    payload = file.next();
                } catch (Exception e) {
                    read.failure = e;
                    read.last = true;
                    return read;
                }
                if (payload == null) {
                    read.last = true;
                    return read;
                }
                read.payloads[read.count] = payload;
                read.offsets[read.count] = file.offset();
                read.ends[read.count] = file.nextOffset();
                read.indexes[read.count] = file.index();
                read.count++;
                bytes += payload.size();
            }
        }
        return read;
    }

    /** Returns whether {@link #next} can return without waiting. */
    boolean isReady() {
        return reading.isDone() || (chunk != null && at < chunk.count);
    }

    @Override
    @SuppressWarnings(
            "NullAway") // Drops the reference to a delivered payload, so that the consumer decides how long it lives.
    @Nullable
    Bytes next() throws Exception {
        if (isEnded()) {
            return null;
        }
        Chunk present = chunk;
        if (present == null || at == present.count) {
            present = nextChunk(present);
            if (present == null) {
                return null;
            }
        }
        int index = at++;
        Bytes payload = present.payloads[index];
        present.payloads[index] = null;
        passed(present.offsets[index], present.ends[index], present.indexes[index]);
        return payload;
    }

    private @Nullable Chunk nextChunk(@Nullable Chunk before) throws Exception {
        if (before != null && before.last) {
            return end(before);
        }
        reading.run();
        Chunk present = get(reading);
        chunk = present;
        at = 0;
        if (!present.last) {
            reading = startReading();
        }
        return present.count == 0 ? end(present) : present;
    }

    private static Chunk get(FutureTask<Chunk> task) throws Exception {
        try {
            return task.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw e;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e;
        }
    }

    private @Nullable Chunk end(Chunk chunk) throws Exception {
        end();
        if (chunk.failure != null) {
            throw chunk.failure;
        }
        return null;
    }

    @Override
    Optional<String> version() {
        return file.version();
    }

    /** Stops reading after the current record, and closes the file. */
    @Override
    public void close() throws IOException {
        closed = true;
        end();
        synchronized (file) {
            file.close();
        }
    }
}
