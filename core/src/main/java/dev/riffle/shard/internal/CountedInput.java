package dev.riffle.shard.internal;

import dev.riffle.CorruptRecordException;
import dev.riffle.DamagePolicy;
import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import dev.riffle.RecordWriter;
import dev.riffle.io.ByteSource;
import dev.riffle.io.internal.resume.SourceIdentity;
import dev.riffle.scan.ParallelScan;
import dev.riffle.scan.RecordSplit;
import dev.riffle.scan.internal.OperationProgress;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Counts the records of sources and remembers the offsets of some, so that several threads can copy them. The files
 * stay open until {@link #close()}. A copy never contains a record from a new file that replaced one of the counted
 * files.
 */
public final class CountedInput implements Closeable {

    /** The empty input, without counted sources. */
    public static final CountedInput NONE = new CountedInput(List.of(), 0, RecordReaderOptions.defaults());

    /** The smallest input in bytes for a parallel count. */
    private static final long MIN_BYTES = 8 << 20;

    /**
     * The smallest mean file size for parallel copies. One thread copies smaller files in order, because a parallel
     * copy keeps all files open until its end.
     */
    private static final long MIN_MEAN_BYTES = 1 << 20;

    /** The largest number of files for parallel copies, because such a copy keeps all files open until its end. */
    private static final int MAX_FILES = 256;

    /** Number of bytes between progress reports. */
    private static final long STEP_BYTES = 16 << 20;

    private static final int MAX_SIZES = 1024;

    /** The counted sources; empty if a copy cannot begin inside them. */
    private final List<CountedSource> all;

    private final long count;
    private final RecordReaderOptions options;

    /** Receives the numbers of copied records and bytes since the last call. May end the copy with an exception. */
    @FunctionalInterface
    interface Steps {
        void advanced(long records, long bytes);
    }

    /** Holds a file that stays open, even if another file replaces it. */
    private record HeldFile(ByteSource source, SourceIdentity identity, RecordReader holding) {

        static HeldFile of(ByteSource source, RecordReaderOptions options) throws IOException {
            SourceIdentity identity = SourceIdentity.of(source);
            return new HeldFile(source, identity, RecordReader.open(source, options));
        }

        /** Returns whether other readers can begin inside the file, and can detect that another file replaced it. */
        boolean isEnterable() {
            return !identity.isUnknown()
                    && holding.format() == RecordFormat.TFRECORD
                    && holding.compression().isNone();
        }

        /** Checks that the name still belongs to this file. */
        void checkSameFile() throws IOException {
            if (!SourceIdentity.of(source).equals(identity)) {
                throw new IOException(source.name()
                        + ": another file replaced it during the operation; run again when no process changes it");
            }
        }
    }

    /** Describes a file whose first record has the number {@code first}. */
    private record CountedSource(HeldFile file, long first, long count, List<Entry> entries) {

        long end() {
            return first + count;
        }
    }

    /** Holds the offset of a record and its number in the file. */
    private record Entry(long offset, long index) {}

    /** Holds the result of a split. The offset has no meaning if {@code count} is 0. */
    private record Found(long offset, long count) {}

    private CountedInput(List<CountedSource> all, long count, RecordReaderOptions options) {
        this.all = all;
        this.count = count;
        this.options = options;
    }

    /**
     * Scans all sources and verifies every record. The damage policy of the options applies, but its listener receives
     * no reports.
     *
     * @param progress the progress of this pass over the sources
     */
    public static CountedInput of(List<ByteSource> sources, RecordReaderOptions options, OperationProgress progress)
            throws IOException {
        if (options.threads() > 1 && areLarge(sources, options)) {
            List<HeldFile> held = new ArrayList<>();
            boolean used = false;
            try {
                hold(sources, options, held);
                if (held.size() == sources.size()) {
                    CountedInput counted = enterable(held, options.damage(DamagePolicy.FAIL), progress);
                    used = counted.isEnterable();
                    return counted;
                }
            } catch (CorruptRecordException e) {
                // After this failure, the count starts again from the beginning and applies the damage policy.
                progress.alsoReads(sources);
            } finally {
                if (!used) {
                    closeAll(held);
                }
            }
        }
        RecordReaderOptions quiet = options.withoutDamageListener();
        long count = 0;
        for (ByteSource source : sources) {
            count = Math.addExact(
                    count,
                    ParallelScan.of(source)
                            .reading(quiet)
                            .threads(options.threads())
                            .progress(progress.part())
                            .count());
        }
        return new CountedInput(List.of(), count, options);
    }

    private static boolean areLarge(List<ByteSource> sources, RecordReaderOptions options) throws IOException {
        if (sources.isEmpty() || sources.size() > MAX_FILES) {
            return false;
        }
        long bytes = 0;
        for (ByteSource source : sources) {
            if (options.follows() || source.size().isEmpty()) {
                return false;
            }
            bytes += source.size().getAsLong();
        }
        return bytes >= MIN_BYTES && bytes / sources.size() >= MIN_MEAN_BYTES;
    }

    /** Opens the sources and keeps them open. Closes all sources if a reader cannot begin inside one of them. */
    private static void hold(List<ByteSource> sources, RecordReaderOptions options, List<HeldFile> held)
            throws IOException {
        for (ByteSource source : sources) {
            HeldFile file = HeldFile.of(source, options);
            held.add(file);
            file.checkSameFile();
            if (!file.isEnterable()) {
                closeAll(held);
                held.clear();
                return;
            }
        }
    }

    private static void closeAll(List<HeldFile> files) throws IOException {
        for (HeldFile file : files) {
            file.holding().close();
        }
    }

    private static CountedInput enterable(List<HeldFile> files, RecordReaderOptions failing, OperationProgress progress)
            throws IOException {
        List<CountedSource> all = new ArrayList<>();
        long count = 0;
        for (HeldFile file : files) {
            List<Entry> entries = new ArrayList<>();
            long[] fileCount = {0};
            ParallelScan.of(file.source())
                    .reading(failing)
                    .threads(failing.threads())
                    .progress(progress.part())
                    .runNumbered(CountedInput::found, (found, firstIndex) -> {
                        if (found.count() > 0) {
                            entries.add(new Entry(found.offset(), firstIndex));
                        }
                        fileCount[0] += found.count();
                    });
            file.checkSameFile();
            all.add(new CountedSource(file, count, fileCount[0], entries));
            count = Math.addExact(count, fileCount[0]);
        }
        // A copy does not open a file without records, so it would not detect new records in it.
        boolean enterable = all.stream().allMatch(counted -> counted.count() > 0);
        return new CountedInput(enterable ? all : List.of(), count, failing);
    }

    private static Found found(RecordSplit records) {
        if (!records.next()) {
            return new Found(0, 0);
        }
        long offset = records.offset();
        return new Found(offset, 1 + countRest(records));
    }

    /** Reads the remaining records of a split and returns their number. */
    private static long countRest(RecordSplit records) {
        int[] sizes = new int[MAX_SIZES];
        long count = 0;
        for (int read = records.nextSizes(sizes); read > 0; read = records.nextSizes(sizes)) {
            count += read;
        }
        return count;
    }

    /** Returns the number of records in all sources. */
    public long count() {
        return count;
    }

    /**
     * Returns whether a copy can begin inside the sources. Sources that are compressed, small or damaged do not allow
     * this.
     */
    public boolean isEnterable() {
        return !all.isEmpty();
    }

    /** Returns the number of threads of the reader options. */
    int threads() {
        return options.threads();
    }

    /** Returns a cursor that copies from the record with this number. */
    Cursor at(long number) {
        return new Cursor(number);
    }

    /** Returns the error for an input that has changed since it was counted. */
    static IOException changed(String how, long counted) {
        return new IOException("expected " + counted + " records in the input, found " + how
                + "; run again when no process changes the input");
    }

    @Override
    public void close() throws IOException {
        for (CountedSource counted : all) {
            counted.file().holding().close();
        }
    }

    /** Copies records from a place. A cursor belongs to one thread; several cursors may exist at the same time. */
    final class Cursor implements Closeable {

        private long next;
        private int at;
        private @Nullable RecordReader reader;

        private Cursor(long number) {
            this.next = number;
            while (at < all.size() && all.get(at).end() <= number) {
                at++;
            }
        }

        /**
         * Copies the next {@code records} records.
         *
         * @param steps receives the copied records, and calls without records while the copy looks for its place
         * @throws IOException if reading or writing fails, or the sources no longer have this number of records
         */
        void copy(long records, RecordWriter writer, Steps steps) throws IOException {
            long end = next + records;
            while (next < end) {
                CountedSource from = all.get(at);
                RecordReader open = open(from, steps);
                long until = Math.min(end, from.end());
                while (next < until) {
                    long before = writer.uncompressedSize();
                    long copied = open.copyTo(writer, until - next, STEP_BYTES);
                    if (copied == 0) {
                        throw changed("fewer", count);
                    }
                    next += copied;
                    steps.advanced(copied, writer.uncompressedSize() - before);
                }
                if (next == from.end()) {
                    if (open.next()) {
                        throw changed("more", count);
                    }
                    close();
                    at++;
                }
            }
        }

        /** Opens a reader of the current file, before the next record. */
        private RecordReader open(CountedSource from, Steps steps) throws IOException {
            RecordReader open = reader;
            if (open == null) {
                open = RecordReader.open(from.file().source(), options);
                reader = open;
                from.file().checkSameFile();
                goTo(open, from, next - from.first(), steps);
            }
            return open;
        }

        private void goTo(RecordReader open, CountedSource from, long number, Steps steps) throws IOException {
            int entry = from.entries().size() - 1;
            while (from.entries().get(entry).index() > number) {
                entry--;
            }
            open.seek(
                    from.entries().get(entry).offset(),
                    from.entries().get(entry).index());
            for (long passed = from.entries().get(entry).index(); passed < number; passed++) {
                if (!open.next()) {
                    throw changed("fewer", count);
                }
            }
            steps.advanced(0, 0);
        }

        @Override
        public void close() throws IOException {
            RecordReader open = reader;
            reader = null;
            if (open != null) {
                open.close();
            }
        }
    }
}
