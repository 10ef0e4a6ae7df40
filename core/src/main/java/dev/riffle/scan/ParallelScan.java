package dev.riffle.scan;

import dev.riffle.CorruptRecordException;
import dev.riffle.DamagePolicy;
import dev.riffle.Progress;
import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import dev.riffle.internal.Argument;
import dev.riffle.internal.Threads;
import dev.riffle.internal.WorkerFailure;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Compression;
import dev.riffle.io.internal.resume.SourceIdentity;
import dev.riffle.io.internal.resume.StoredBytes;
import dev.riffle.scan.internal.OperationProgress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * Scans one record file with several threads.
 *
 * <pre>{@code
 * long records = ParallelScan.of(ByteSource.of(Path.of("train.tfrecord"))).threads(8).count();
 * }</pre>
 *
 * <p>The scan divides an uncompressed TFRecord file or a divisible container into splits. In TFRecord, a split begins
 * at the first intact record after a cut, and in a container at the first unit, such as a chunk. The scan uses the
 * result of a split only if the previous split ends at that record. So record files inside payloads do not change the
 * result. The calling thread scans any other file, in consecutive splits of about 32 MiB.
 *
 * <p>The other threads scan only valid records. A split ends at the first invalid bytes. The calling thread then scans
 * the rest of the split, like a single reader. So the scan reports damage in file order. A file with much damage, or
 * with records larger than 64 MiB, needs as much time as with one thread.
 *
 * <p>Remote storage sends at most 1.1 times the bytes of the file, and 64 KiB. A split of 4 MiB or more may begin with
 * the rest of a record, which the previous split reads too. If this rest is longer than a 16th of the split, the
 * calling thread scans the split. So a remote file whose records have very different sizes may need as much time as
 * with one thread.
 *
 * <p>Immutable and safe for use by several threads.
 *
 * @since 0.1
 */
public final class ParallelScan {

    private static final int MAX_SIZES = 1024;

    /** The largest number of threads; more threads would only wait for each other. */
    private static final int MAX_THREADS = 1024;

    private final ByteSource source;
    private final RecordReaderOptions options;
    private final int threads;
    private final Listeners listeners;

    /** The split size in bytes; 0 to choose it by the file size. */
    private final long splitBytes;

    private record Listeners(Consumer<? super Progress> progress, Consumer<? super CorruptRecordException> torn) {}

    private ParallelScan(
            ByteSource source, RecordReaderOptions options, int threads, Listeners listeners, long splitBytes) {
        this.source = source;
        this.options = options;
        this.threads = threads;
        this.listeners = listeners;
        this.splitBytes = splitBytes;
    }

    /** Returns a scan of a source with the default number of threads, 1; see {@link #threads}. */
    public static ParallelScan of(ByteSource source) {
        Argument.present(source, "source");
        Listeners none = new Listeners(OperationProgress.IGNORED, tail -> {});
        return new ParallelScan(source, RecordReaderOptions.defaults(), Threads.DEFAULT, none, 0);
    }

    /** Sets the reader options. The calling thread reports skipped regions in file order. */
    public ParallelScan reading(RecordReaderOptions options) {
        Argument.present(options, "options");
        return new ParallelScan(source, options, threads, listeners, splitBytes);
    }

    /**
     * Sets the number of threads, including the calling thread. The default is 1: the thread of the caller. -1 means
     * the number of processors. If the file is one split, the scan may use the threads for decompression.
     *
     * @throws IllegalArgumentException if {@code threads} is 0 or below -1
     */
    public ParallelScan threads(int threads) {
        return new ParallelScan(source, options, Threads.checked(threads), listeners, splitBytes);
    }

    /**
     * Sets the progress listener. The calling thread sends it an event about every MiB of records, and at the end.
     */
    public ParallelScan progress(Consumer<? super Progress> progress) {
        Argument.present(progress, "progress");
        return new ParallelScan(source, options, threads, new Listeners(progress, listeners.torn()), splitBytes);
    }

    /**
     * Sets the receiver of the incomplete last record at which {@link DamagePolicy#STOP_AT_TORN_TAIL} ends the scan.
     * The calling thread calls it after the last result.
     */
    public ParallelScan tornTail(Consumer<? super CorruptRecordException> torn) {
        Argument.present(torn, "torn");
        return new ParallelScan(source, options, threads, new Listeners(listeners.progress(), torn), splitBytes);
    }

    /** Sets a fixed split size in bytes. */
    ParallelScan splitBytes(long bytes) {
        return new ParallelScan(source, options, threads, listeners, bytes);
    }

    /**
     * Processes the records of one split. Several threads call it, each with a different split.
     *
     * @since 0.1
     */
    @FunctionalInterface
    public interface Work<R> {

        /**
         * Processes the records of a split and returns a result. The scan skips the records that the work does not
         * read. Several threads may call this method at the same time. A call may receive bytes that later prove to be
         * part of a payload. The scan then discards the result or exception of that call. So the work must have no side
         * effects.
         */
        R on(RecordSplit records) throws IOException;
    }

    /**
     * Receives the result of each split, in file order. The thread that runs the scan calls it.
     *
     * @since 0.1
     */
    @FunctionalInterface
    public interface Results<R> {

        /**
         * Receives the result of the next split.
         *
         * @param firstIndex number of records and skipped regions before the split; the number of a record in the file
         *     is {@code firstIndex} plus its {@link RecordSplit#index()}
         */
        void accept(R result, long firstIndex) throws IOException;
    }

    /** Like {@link #runNumbered}, for results that need no record numbers. */
    public <R> void run(Work<R> work, Consumer<? super R> results) throws IOException {
        Argument.present(results, "results");
        runNumbered(work, (result, firstIndex) -> results.accept(result));
    }

    /**
     * Processes all splits and delivers their results in file order. At most a few results wait for delivery. A split
     * may have no records. An exception of {@code work} or {@code results} ends the scan after the delivery of all
     * earlier results.
     *
     * @param results called by the calling thread
     * @throws CorruptRecordException if a record is damaged and the options do not skip damage; {@code results} first
     *     receives the result of the records before it
     * @throws java.io.InterruptedIOException if the thread is interrupted
     * @throws IOException if the source cannot be read
     */
    public <R> void runNumbered(Work<R> work, Results<R> results) throws IOException {
        Argument.present(work, "work");
        Argument.present(results, "results");
        try (OperationProgress its = OperationProgress.of(listeners.progress(), List.of(source))) {
            run(work, results, its);
        }
    }

    private <R> void run(Work<R> work, Results<R> results, OperationProgress its) throws IOException {
        SourceIdentity identity = SourceIdentity.of(source);
        try (RecordReader reader = RecordReader.open(source, threads == 1 ? options : options.threads(threads))) {
            OptionalLong size = options.follows() ? OptionalLong.empty() : source.size();
            boolean divisible = threads > 1
                    && reader.format().isDivisible()
                    && reader.compression().isNone();
            SplitCuts cuts = divisible ? cuts(reader, size.orElse(0)) : SplitCuts.ofBytes(0, 1);
            if (cuts.count() <= 1) {
                reader.willReadTo(Long.MAX_VALUE);
                long bytes = splitBytes > 0 ? splitBytes : SplitCuts.MAX_BYTES;
                Place place = new Place(0, 0);
                while (place.offset() >= 0) {
                    long pause = place.offset() + bytes;
                    place = onOwnThread(reader, work, place, Long.MAX_VALUE, pause, results, its);
                }
            } else {
                inSplits(reader, identity, size.orElse(0), work, results, its, cuts);
            }
        }
    }

    private SplitCuts cuts(RecordReader reader, long size) throws IOException {
        SplitCuts cuts = splitBytes > 0 ? SplitCuts.ofBytes(size, splitBytes) : SplitCuts.of(size, threads);
        if (reader.format().isContainer()) {
            try {
                return cuts.moved(offset -> reader.find(offset, size));
            } catch (CorruptRecordException e) {
                // One split reports the damage in the order of the file.
                return SplitCuts.ofBytes(0, 1);
            }
        }
        if (splitBytes > 0) {
            return cuts;
        }
        return cuts.count() <= 1 || StoredBytes.isMapped(source)
                ? cuts
                : SplitCuts.of(size, threads, firstPayloadBytes());
    }

    /** Returns the size that the first header of a TFRecord file states. */
    private long firstPayloadBytes() throws IOException {
        ByteBuffer length = source.read(0, Long.BYTES).asByteBuffer();
        return length.remaining() < Long.BYTES ? 0 : Math.max(0, length.getLong(0));
    }

    /** The offset where the next record, damage or the end of the file begins, and the number of that record. */
    record Place(long offset, long index) {}

    private <R> void inSplits(
            RecordReader reader,
            SourceIdentity identity,
            long size,
            Work<R> work,
            Results<R> results,
            OperationProgress its,
            SplitCuts cuts)
            throws IOException {
        int count = cuts.count();
        int ahead = (int) Math.min(count, 2L * threads + 2);
        RecordReaderOptions strict =
                options.damage(DamagePolicy.FAIL).format(reader.format()).compression(Compression.NONE);
        int others = Math.min(Math.min(threads, MAX_THREADS), count) - 1;
        SplitScanner.ScannedFile file =
                new SplitScanner.ScannedFile(source, identity, size, StoredBytes.isMapped(source));
        try (OrderedSplits<R> splits =
                new OrderedSplits<>(cuts, others, ahead, () -> new SplitScanner<>(file, strict, work))) {
            Place place = new Place(0, 0);
            for (int number = 0; number < count && place.offset() >= 0; number++) {
                long limit = cuts.limit(number);
                if (place.offset() < limit) {
                    ScannedSplit<R> scanned = splits.take(number);
                    place = join(reader, work, results, its, place, limit, scanned);
                }
            }
        }
    }

    /**
     * Delivers the result of a split if the result is valid, scans the rest of the split, and returns the place after
     * the split.
     */
    private <R> Place join(
            RecordReader reader,
            Work<R> work,
            Results<R> results,
            OperationProgress its,
            Place place,
            long limit,
            ScannedSplit<R> scanned)
            throws IOException {
        Place reached = place;
        if (scanned.beginsAt(place.offset())) {
            if (scanned instanceof ScannedSplit.Failed<R> failed) {
                throw rethrown(failed.cause(), place);
            }
            if (scanned instanceof ScannedSplit.Done<R> done) {
                results.accept(done.result(), place.index());
                its.advanced(done.records(), done.end() - done.begin());
                reached = new Place(done.end(), place.index() + done.records());
                if (done.reach() == ScannedSplit.Reach.COMPLETE) {
                    return reached;
                }
            }
        }
        reader.willReadTo(limit);
        reader.seek(reached.offset(), reached.index());
        return onOwnThread(reader, work, reached, limit, Long.MAX_VALUE, results, its);
    }

    private static IOException rethrown(Throwable failure, Place place) {
        if (failure instanceof CorruptRecordException corrupt) {
            return corrupt.renumbered(place.index() + corrupt.recordIndex());
        }
        return WorkerFailure.of(failure);
    }

    /**
     * Scans like a single reader and returns the place after the split. Its offset is negative at the end of the file.
     */
    private <R> Place onOwnThread(
            RecordReader reader,
            Work<R> work,
            Place place,
            long limit,
            long pause,
            Results<R> results,
            OperationProgress its)
            throws IOException {
        RecordSplit split = new RecordSplit(reader, place, limit, its, () -> false).pausingAt(pause);
        R result = work.on(split);
        split.finish();
        results.accept(result, place.index());
        IOException failure = split.failure();
        if (failure != null) {
            throw failure;
        }
        reader.tornTail().ifPresent(listeners.torn());
        return split.isAtEndOfFile() ? new Place(-1, -1) : new Place(split.end(), split.nextIndex());
    }

    /**
     * Verifies all records and returns their number.
     *
     * @throws CorruptRecordException if a record is damaged and the options do not skip damage
     * @throws IOException if the source cannot be read
     */
    public long count() throws IOException {
        long[] count = {0};
        this.<Long>run(ParallelScan::countRest, part -> count[0] += part);
        return count[0];
    }

    /** Reads the remaining records of a split and returns their number. */
    static long countRest(RecordSplit records) {
        int[] sizes = new int[MAX_SIZES];
        long count = 0;
        for (int read = records.nextSizes(sizes); read > 0; read = records.nextSizes(sizes)) {
            count += read;
        }
        return count;
    }
}
