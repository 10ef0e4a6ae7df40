package dev.riffle.dataset.internal.source;

import dev.riffle.io.ByteSource;
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
final class ReadAheadCursor implements RecordCursor {

    private static final int CHUNK_RECORDS = 256;
    private static final int CHUNK_BYTES = 256 << 10;

    /** The records that one task has read, and the end or failure after these records. */
    private static final class Chunk {
        private final Bytes[] payloads = new Bytes[CHUNK_RECORDS];
        private final long[] offsets = new long[CHUNK_RECORDS];
        private final long[] nextOffsets = new long[CHUNK_RECORDS];
        private final long[] nextIndexes = new long[CHUNK_RECORDS];
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
    private boolean ended;
    private long offset;
    private long nextOffset;
    private long nextIndex;

    ReadAheadCursor(FileRecordCursor file, Executor executor) {
        this.file = file;
        this.executor = executor;
        this.nextOffset = file.nextOffset();
        this.nextIndex = file.nextIndex();
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
                read.nextOffsets[read.count] = file.nextOffset();
                read.nextIndexes[read.count] = file.nextIndex();
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
    public @Nullable Bytes next() throws Exception {
        if (ended) {
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
        offset = present.offsets[index];
        nextOffset = present.nextOffsets[index];
        nextIndex = present.nextIndexes[index];
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
        ended = true;
        if (chunk.failure != null) {
            throw chunk.failure;
        }
        return null;
    }

    @Override
    public Optional<String> version() {
        return file.version();
    }

    @Override
    public ByteSource source() {
        return file.source();
    }

    @Override
    public boolean isEnded() {
        return ended;
    }

    @Override
    public long offset() {
        return offset;
    }

    @Override
    public long nextOffset() {
        return nextOffset;
    }

    @Override
    public long nextIndex() {
        return nextIndex;
    }

    /** Stops reading after the current record, and closes the file. */
    @Override
    public void close() throws IOException {
        closed = true;
        ended = true;
        synchronized (file) {
            file.close();
        }
    }
}
