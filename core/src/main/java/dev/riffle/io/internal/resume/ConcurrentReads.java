package dev.riffle.io.internal.resume;

import dev.riffle.internal.InputChannel;
import dev.riffle.internal.MappableSource;
import dev.riffle.internal.Mapping;
import dev.riffle.internal.PathSource;
import dev.riffle.internal.WorkerFailure;
import dev.riffle.io.ByteRange;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.SourcePart;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.FileSystems;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads ranges of several files, up to a number of them at the same time. Daemon threads read; the callers wait. An
 * interrupt of a caller ends no read and closes no file, and the caller stays interrupted. The threads end after {@link
 * #close()}.
 *
 * <p>{@link #readAhead} begins reads whose bytes later calls of {@link Source#read} return. The bytes that no
 * caller has taken yet are limited. If callers read further ahead, the oldest bytes are dropped and read again.
 * Thread-safe.
 */
public final class ConcurrentReads implements Closeable {

    /** The usual number of reads at the same time. */
    public static final int USUAL = 16;

    /** The largest number of bytes that were read ahead and not taken. */
    private static final long MOST_AHEAD_BYTES =
            Math.min(64L << 20, Runtime.getRuntime().maxMemory() / 16);

    /** The largest number of bytes that one call reads ahead. */
    private static final long MOST_BYTES_OF_CALL = MOST_AHEAD_BYTES / 8;

    /** The largest range to read at once. */
    public static final int MOST_RANGE_BYTES = 1 << 20;

    private final boolean maps;
    private final ThreadPoolExecutor threads;

    /** The ranges that were read ahead, the oldest first. Guarded by this object. */
    private final Map<Place, Part> ahead = new LinkedHashMap<>();

    private long aheadBytes;

    /** A range of a source. */
    private record Place(Source source, long offset, int length) {}

    /** The bytes of a range, as a part of a request. */
    private record Part(FutureTask<Bytes> request, int from, int length) {

        /** Waits until the request has ended, even if the thread is interrupted. */
        Bytes await() throws IOException {
            boolean interrupted = false;
            try {
                while (true) {
                    try {
                        Bytes bytes = request.get();
                        return bytes.slice(Math.min(from, bytes.size()), Math.min(from + length, bytes.size()));
                    } catch (InterruptedException e) {
                        interrupted = true;
                    }
                }
            } catch (ExecutionException e) {
                throw WorkerFailure.of(e.getCause());
            } finally {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }

    /**
     * Creates readers without starting threads.
     *
     * @param atOnce the largest number of reads at the same time
     * @param maps whether the sources can also be mapped
     */
    public ConcurrentReads(int atOnce, boolean maps) {
        this.maps = maps;
        this.threads = new ThreadPoolExecutor(
                atOnce,
                atOnce,
                0,
                TimeUnit.NANOSECONDS,
                new LinkedBlockingQueue<>(),
                read -> {
                    Thread thread = new Thread(read, "riffle-read");
                    thread.setDaemon(true);
                    return thread;
                },
                (read, ended) -> cancel(read));
    }

    /** Returns a {@link Source} for a file of the default file system. Returns any other source unchanged. */
    public ByteSource source(ByteSource source) throws IOException {
        return isLocal(source) ? new Source(source, false) : source;
    }

    /** Like {@link #source}, with threads that end when the source is closed. The source is never mapped. */
    public static ByteSource alone(ByteSource source) throws IOException {
        return isLocal(source) ? new ConcurrentReads(USUAL, false).new Source(source, true) : source;
    }

    private static boolean isLocal(ByteSource source) {
        return source instanceof PathSource file && file.path().getFileSystem().equals(FileSystems.getDefault());
    }

    /**
     * Begins to read ranges in this order, as far as their bytes are within a limit. Adjacent ranges of a source become
     * one read. A later read of exactly one of these ranges takes its bytes or reports its failure.
     *
     * @param sources for each range, the source that this object created
     */
    public void readAhead(List<Source> sources, List<ByteRange> ranges) {
        Map<Source, List<ByteRange>> rangesOf = new LinkedHashMap<>();
        long bytes = 0;
        for (int i = 0; i < ranges.size(); i++) {
            ByteRange range = ranges.get(i);
            bytes += range.length();
            if (bytes > MOST_BYTES_OF_CALL) {
                break;
            }
            if (range.length() <= MOST_RANGE_BYTES) {
                rangesOf.computeIfAbsent(sources.get(i), source -> new ArrayList<>())
                        .add(range);
            }
        }
        rangesOf.forEach(this::readAhead);
    }

    private void readAhead(Source source, List<ByteRange> ranges) {
        JoinedRanges joined = JoinedRanges.of(ranges);
        List<Part> requests = request(source, joined.requests());
        for (int i = 0; i < ranges.size(); i++) {
            ByteRange range = ranges.get(i);
            if (range.length() > 0) {
                Part request = requests.get(joined.requestOf(i));
                int length = (int) range.length();
                int from = (int) (range.offset()
                        - joined.requests().get(joined.requestOf(i)).offset());
                keep(new Place(source, range.offset(), length), new Part(request.request(), from, length));
            }
        }
    }

    private List<Part> request(Source source, List<ByteRange> ranges) {
        List<Part> requests = new ArrayList<>(ranges.size());
        for (ByteRange range : ranges) {
            requests.add(request(source, range.offset(), Math.toIntExact(range.length())));
        }
        return requests;
    }

    private Part request(Source source, long offset, int length) {
        FutureTask<Bytes> request = new FutureTask<>(() -> source.file.read(offset, length));
        threads.execute(request);
        return new Part(request, 0, length);
    }

    private synchronized @Nullable Part take(Place place) {
        Part part = ahead.remove(place);
        aheadBytes -= part == null ? 0 : place.length();
        return part;
    }

    private synchronized void keep(Place place, Part part) {
        if (ahead.putIfAbsent(place, part) == null) {
            aheadBytes += place.length();
            for (Iterator<Place> all = ahead.keySet().iterator(); aheadBytes > MOST_AHEAD_BYTES; all.remove()) {
                aheadBytes -= all.next().length();
            }
        }
    }

    synchronized long aheadBytes() {
        return aheadBytes;
    }

    private static void cancel(Runnable request) {
        ((FutureTask<?>) request).cancel(false);
    }

    /**
     * Ends the threads. Close the sources first. Callers that wait get an {@link IllegalStateException}. Idempotent.
     */
    @Override
    public void close() {
        threads.shutdown();
        List<Runnable> unstarted = new ArrayList<>();
        threads.getQueue().drainTo(unstarted);
        unstarted.forEach(ConcurrentReads::cancel);
        synchronized (this) {
            ahead.clear();
            aheadBytes = 0;
        }
    }

    /** A file whose reads run on the threads. Until it is closed, it stays open or opens again for a read. */
    public final class Source implements ByteSource, MappableSource, Closeable {

        private final ByteSource origin;
        private final KeptFile file;
        private final boolean isAlone;

        private Source(ByteSource origin, boolean isAlone) throws IOException {
            this.origin = origin;
            this.isAlone = isAlone;
            this.file = new KeptFile(origin);
        }

        /** Opens the file before the first read, so that the reads do not get another file with the same name. */
        public void openNow() throws IOException {
            file.openNow();
        }

        @Override
        public Bytes read(long offset, int length) throws IOException {
            Part part = take(new Place(this, offset, length));
            return (part != null ? part : request(this, offset, length)).await();
        }

        @Override
        public List<Bytes> readAll(List<ByteRange> ranges) throws IOException {
            List<Bytes> read = new ArrayList<>(ranges.size());
            for (Part request : request(this, ranges)) {
                read.add(request.await());
            }
            return read;
        }

        @Override
        public ReadableByteChannel open(long offset) {
            return new InputChannel() {
                private long at = offset;

                @Override
                protected int readOpen(ByteBuffer target) throws IOException {
                    Bytes bytes = Source.this.read(at, Math.min(target.remaining(), MOST_RANGE_BYTES));
                    if (bytes.isEmpty() && target.hasRemaining()) {
                        return -1;
                    }
                    target.put(bytes.asByteBuffer());
                    at += bytes.size();
                    return bytes.size();
                }
            };
        }

        @Override
        public Optional<Mapping> map(long offset, int length) throws IOException {
            return maps && origin instanceof MappableSource mappable
                    ? mappable.mapAny(offset, length)
                    : Optional.empty();
        }

        @Override
        public String name() {
            return origin.name();
        }

        @Override
        public OptionalLong size() throws IOException {
            return origin.size();
        }

        @Override
        public Optional<Object> fileKey() throws IOException {
            return origin.fileKey();
        }

        @Override
        public Optional<String> version() throws IOException {
            return origin.version();
        }

        @Override
        public Optional<SourcePart> partAt(long offset) throws IOException {
            return origin.partAt(offset);
        }

        /** Closes the file. Idempotent. */
        @Override
        public void close() {
            file.close();
            if (isAlone) {
                ConcurrentReads.this.close();
            }
        }
    }
}
