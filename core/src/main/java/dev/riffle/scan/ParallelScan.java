package dev.riffle.scan;

import dev.riffle.CorruptRecordException;
import dev.riffle.DamagePolicy;
import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import dev.riffle.internal.WorkerFailure;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Compression;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * Walks one file with several threads. An uncompressed TFRecord file is read in splits: each begins at the first record that
 * proves itself behind a given byte, and is believed only when the walk of the split before it ends just there. So the result is
 * that of one thread, whatever the payloads hold. Any other file is one split.
 *
 * <p>Threads walk only records that are right. At the first thing that is wrong a split ends, and the thread that asked for the
 * walk goes on from there by itself, as a single reader would, to the end of the split. So damage is found in its turn, and
 * a file that has much of it takes as long as with one thread. So does one whose records are larger than 64 MiB.
 *
 * <p>Immutable.
 */
public final class ParallelScan {

    private static final int MOST_SIZES = 1024;

    /** More would only wait for each other. */
    private static final int MOST_THREADS = 1024;

    private final ByteSource source;
    private final RecordReaderOptions options;
    private final int threads;
    private final ProgressListener progress;
    private final Consumer<? super CorruptRecordException> torn;

    /** 0 to choose. */
    private final long splitBytes;

    private ParallelScan(
            ByteSource source,
            RecordReaderOptions options,
            int threads,
            ProgressListener progress,
            Consumer<? super CorruptRecordException> torn,
            long splitBytes) {
        this.source = source;
        this.options = options;
        this.threads = threads;
        this.progress = progress;
        this.torn = torn;
        this.splitBytes = splitBytes;
    }

    /** Walks a source with as many threads as there are processors. */
    public static ParallelScan of(ByteSource source) {
        return new ParallelScan(
                Objects.requireNonNull(source, "source"),
                RecordReaderOptions.defaults(),
                Runtime.getRuntime().availableProcessors(),
                ProgressListener.NONE,
                tail -> {},
                0);
    }

    /** Reads this way; skipped regions are told in order, by the thread that asked for the walk. */
    public ParallelScan reading(RecordReaderOptions options) {
        return new ParallelScan(
                source, Objects.requireNonNull(options, "options"), threads, progress, torn, splitBytes);
    }

    /**
     * Uses so many threads, that of the caller included. A file that is one split may use them to decompress.
     *
     * @throws IllegalArgumentException if {@code threads} is below 1
     */
    public ParallelScan threads(int threads) {
        if (threads < 1) {
            throw new IllegalArgumentException("threads must be positive: " + threads);
        }
        return new ParallelScan(source, options, threads, progress, torn, splitBytes);
    }

    /** Tells of what is done, now and then, from the thread that asked for the walk; the bytes are uncompressed ones. */
    public ParallelScan progress(ProgressListener progress) {
        return new ParallelScan(
                source, options, threads, Objects.requireNonNull(progress, "progress"), torn, splitBytes);
    }

    /**
     * Tells of the incomplete record that {@link DamagePolicy#STOP_AT_TORN_TAIL} ends at, if there is one: behind the last
     * result, from the thread that asked for the walk.
     */
    public ParallelScan tornTail(Consumer<? super CorruptRecordException> torn) {
        return new ParallelScan(source, options, threads, progress, Objects.requireNonNull(torn, "torn"), splitBytes);
    }

    /** Makes splits of so many bytes, whatever the size of the file. */
    ParallelScan splitBytes(long bytes) {
        return new ParallelScan(source, options, threads, progress, torn, bytes);
    }

    /** What is done with the records of one split. */
    @FunctionalInterface
    public interface Work<R> {

        /**
         * Takes all records of a split; those that are left are passed over. Called on any thread, and perhaps for bytes that
         * turn out not to be records; what was made of those is thrown away, an exception too. So it must not change anything but
         * its result.
         */
        R on(RecordSplit records) throws IOException;
    }

    /** Takes what came of each split, in the order of the file. */
    @FunctionalInterface
    public interface Results<R> {

        /**
         * Takes what came of the next split.
         *
         * @param firstIndex how many records and skipped regions come before it: the number of its first record is {@code
         *     firstIndex} plus that record's {@link RecordSplit#index()}
         */
        void accept(R result, long firstIndex) throws IOException;
    }

    /** As {@link #walkNumbered}, for results that need no numbers. */
    public <R> void walk(Work<R> work, Consumer<? super R> results) throws IOException {
        walkNumbered(work, (result, firstIndex) -> results.accept(result));
    }

    /**
     * Does the work on all splits and hands over what came of each, in the order of the file. No more than a few results wait
     * to be handed over. A split may have no records. What {@code work} or {@code results} throws ends the walk, after the
     * results of the splits before were handed over.
     *
     * @param results called by the thread that asked for the walk
     * @throws CorruptRecordException if a record is damaged and the options do not pass over it; what was made of the
     *     records before it is handed over first
     * @throws java.io.InterruptedIOException if the thread is interrupted
     * @throws IOException if the source cannot be read
     */
    public <R> void walkNumbered(Work<R> work, Results<R> results) throws IOException {
        Optional<Object> key = source.fileKey();
        try (RecordReader reader = RecordReader.open(source, threads == 1 ? options : options.threads(threads))) {
            OptionalLong size = options.follows() ? OptionalLong.empty() : source.size();
            SplitCuts cuts = splitBytes > 0
                    ? SplitCuts.ofBytes(size.orElse(0), splitBytes)
                    : SplitCuts.of(size.orElse(0), threads);
            if (threads == 1
                    || cuts.count() <= 1
                    || reader.format() != RecordFormat.TFRECORD
                    || !reader.compression().isNone()) {
                onOwnThread(reader, work, new Place(0, 0), Long.MAX_VALUE, results);
            } else {
                inSplits(reader, key, work, results, cuts);
            }
        }
    }

    /** A place where a record begins for sure, unless damage or the end of the file follows, and the number of that record. */
    private record Place(long offset, long index) {}

    private <R> void inSplits(
            RecordReader reader, Optional<Object> key, Work<R> work, Results<R> results, SplitCuts cuts)
            throws IOException {
        int count = cuts.count();
        int ahead = (int) Math.min(count, 2L * threads + 2);
        RecordReaderOptions proving =
                options.damage(DamagePolicy.FAIL).format(RecordFormat.TFRECORD).compression(Compression.NONE);
        int others = Math.min(Math.min(threads, MOST_THREADS), count) - 1;
        try (OrderedSplits<R> splits =
                new OrderedSplits<>(cuts, others, ahead, () -> new SplitScanner<>(source, key, proving, work))) {
            Place place = new Place(0, 0);
            for (int number = 0; number < count && place.offset() >= 0; number++) {
                long limit = cuts.limit(number);
                if (place.offset() < limit) {
                    ScannedSplit<R> walked = splits.take(number);
                    place = join(reader, work, results, place, limit, walked);
                }
            }
        }
    }

    /** Hands over a split if it is to be believed, and walks what is left of it; gives the place behind it. */
    private <R> Place join(
            RecordReader reader, Work<R> work, Results<R> results, Place place, long limit, ScannedSplit<R> walked)
            throws IOException {
        Place sure = place;
        if (walked.beginsAt(place.offset())) {
            if (walked instanceof ScannedSplit.Failed<R> failed) {
                throw rethrown(failed.cause(), place);
            }
            if (walked instanceof ScannedSplit.Done<R> done) {
                results.accept(done.result(), place.index());
                progress.advanced(done.records(), done.end() - done.begin());
                sure = new Place(done.end(), place.index() + done.records());
                if (done.reach() == ScannedSplit.Reach.WHOLE) {
                    return sure;
                }
            }
        }
        reader.seek(sure.offset(), sure.index());
        return onOwnThread(reader, work, sure, limit, results);
    }

    private static IOException rethrown(Throwable failure, Place place) {
        if (failure instanceof CorruptRecordException corrupt) {
            return corrupt.renumbered(place.index() + corrupt.recordIndex());
        }
        return WorkerFailure.of(failure);
    }

    /** Walks on as a single reader; gives the place behind, or one with a negative offset at the end of the file. */
    private <R> Place onOwnThread(RecordReader reader, Work<R> work, Place place, long limit, Results<R> results)
            throws IOException {
        RecordSplit split = new RecordSplit(reader, place.index(), place.offset(), limit, progress, () -> false);
        R result = work.on(split);
        split.finish();
        results.accept(result, place.index());
        IOException failure = split.failure();
        if (failure != null) {
            throw failure;
        }
        reader.tornTail().ifPresent(torn);
        return split.isAtEndOfFile() ? new Place(-1, -1) : new Place(split.end(), split.nextIndex());
    }

    /** How many records there are, each of them verified. */
    public long count() throws IOException {
        long[] count = {0};
        this.<Long>walk(ParallelScan::passOver, its -> count[0] += its);
        return count[0];
    }

    /** Goes over the records that are left of a split; gives how many these were. */
    static long passOver(RecordSplit records) {
        int[] sizes = new int[MOST_SIZES];
        long count = 0;
        for (int some = records.nextSizes(sizes); some > 0; some = records.nextSizes(sizes)) {
            count += some;
        }
        return count;
    }
}
