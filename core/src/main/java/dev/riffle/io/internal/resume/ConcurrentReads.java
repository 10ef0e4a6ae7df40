package dev.riffle.io.internal.resume;

import dev.riffle.internal.InputChannel;
import dev.riffle.internal.MappableSource;
import dev.riffle.internal.Mapping;
import dev.riffle.internal.WorkerFailure;
import dev.riffle.io.ByteRange;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.SourcePart;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
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
    private record Part(Batch batch, int request, int from, int length) {

        Bytes await() throws IOException {
            Bytes bytes = batch.await(request);
            return bytes.slice(Math.min(from, bytes.size()), Math.min(from + length, bytes.size()));
        }
    }

    /**
     * Requests whose results the callers await together, so that a caller wakes once for all of them. Several threads
     * run the same batch.
     */
    private static final class Batch implements Runnable {

        private final List<Place> requests;
        private final AtomicInteger begun = new AtomicInteger();
        private final @Nullable Object[] results;
        private final CountDownLatch left;

        Batch(List<Place> requests) {
            this.requests = requests;
            this.results = new Object[requests.size()];
            this.left = new CountDownLatch(requests.size());
        }

        @Override
        public void run() {
            end(place -> place.source().file.read(place.offset(), place.length()));
        }

        /** Ends the requests that no thread has begun. */
        void cancel() {
            end(place -> {
                throw new IllegalStateException("the reads were closed");
            });
        }

        private void end(Reading reading) {
            for (int i = begun.getAndIncrement(); i < results.length; i = begun.getAndIncrement()) {
                try {
                    results[i] = reading.read(requests.get(i));
                } catch (Throwable e) {
                    results[i] = e;
                }
                left.countDown();
            }
        }

        /** Waits until all requests have ended, even if the thread is interrupted. Returns the result of one. */
        Bytes await(int request) throws IOException {
            boolean interrupted = false;
            while (left.getCount() > 0) {
                try {
                    left.await();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            if (results[request] instanceof Bytes bytes) {
                return bytes;
            }
            throw WorkerFailure.of((Throwable) results[request]);
        }
    }

    /** Reads a range. */
    @FunctionalInterface
    private interface Reading {
        Bytes read(Place place) throws IOException;
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
                (batch, ended) -> ((Batch) batch).cancel());
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
        return source instanceof MappableSource mappable && mappable.isLocalFile();
    }

    /**
     * Begins to read ranges, as far as their bytes are within a limit. Adjacent ranges of a source become one read. A
     * later read of exactly one of these ranges takes its bytes or reports its failure.
     *
     * @param sources for each range, the source that this object created
     */
    public void readAhead(List<Source> sources, List<ByteRange> ranges) {
        Map<Source, List<ByteRange>> rangesOf = new LinkedHashMap<>();
        long bytes = 0;
        for (int i = 0; i < ranges.size(); i++) {
            ByteRange range = ranges.get(i);
            bytes += range.length();
            if (bytes <= MOST_BYTES_OF_CALL && range.length() > 0 && range.length() <= MOST_RANGE_BYTES) {
                rangesOf.computeIfAbsent(sources.get(i), source -> new ArrayList<>())
                        .add(range);
            }
        }
        Map<Source, JoinedRanges> joinedOf = new LinkedHashMap<>();
        rangesOf.forEach((source, wanted) -> joinedOf.put(source, JoinedRanges.of(wanted)));
        List<Place> requests = new ArrayList<>();
        joinedOf.forEach((source, joined) -> joined.requests().forEach(range -> requests.add(source.place(range))));
        Batch batch = start(requests);
        int first = 0;
        for (Map.Entry<Source, JoinedRanges> entry : joinedOf.entrySet()) {
            int number = 0;
            for (ByteRange range : rangesOf.getOrDefault(entry.getKey(), List.of())) {
                int request = first + entry.getValue().requestOf(number++);
                int from = (int) (range.offset() - requests.get(request).offset());
                keep(entry.getKey().place(range), new Part(batch, request, from, (int) range.length()));
            }
            first += entry.getValue().requests().size();
        }
    }

    private Batch start(List<Place> requests) {
        Batch batch = new Batch(requests);
        for (int i = Math.min(requests.size(), threads.getCorePoolSize()); i > 0; i--) {
            threads.execute(batch);
        }
        return batch;
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

    /**
     * Ends the threads. Close the sources first. Callers that wait get an {@link IllegalStateException}. Idempotent.
     */
    @Override
    public void close() {
        threads.shutdown();
        List<Runnable> unstarted = new ArrayList<>();
        threads.getQueue().drainTo(unstarted);
        unstarted.forEach(batch -> ((Batch) batch).cancel());
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

        private Place place(ByteRange range) {
            return new Place(this, range.offset(), Math.toIntExact(range.length()));
        }

        @Override
        public Bytes read(long offset, int length) throws IOException {
            Place place = new Place(this, offset, length);
            Part part = take(place);
            return part != null ? part.await() : start(List.of(place)).await(0);
        }

        @Override
        public List<Bytes> readAll(List<ByteRange> ranges) throws IOException {
            Batch batch = start(ranges.stream().map(this::place).toList());
            List<Bytes> read = new ArrayList<>(ranges.size());
            for (int i = 0; i < ranges.size(); i++) {
                read.add(batch.await(i));
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
