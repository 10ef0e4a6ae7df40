package dev.riffle.shard.internal;

import dev.riffle.CorruptRecordException;
import dev.riffle.DamagePolicy;
import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import dev.riffle.RecordWriter;
import dev.riffle.internal.ReaderOptionsAccess;
import dev.riffle.io.ByteSource;
import dev.riffle.scan.ParallelScan;
import dev.riffle.scan.ProgressListener;
import dev.riffle.scan.RecordSplit;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The number of records of sources, and the places of some of them, so that a reader can begin at one of these places.
 * It holds the files open until {@link #close()}, and never copies a record of another file that takes the name of one.
 */
public final class CountedInput implements Closeable {

    /** An input about which nothing is known. */
    public static final CountedInput NONE = new CountedInput(List.of(), 0, RecordReaderOptions.defaults());

    /** The smallest input in bytes for which other threads are worth starting. */
    private static final long LEAST_BYTES = 8 << 20;

    /**
     * The smallest mean file size for concurrent copies. Smaller files are copied one by one, because every file is
     * held open until all are copied.
     */
    private static final long LEAST_MEAN_BYTES = 1 << 20;

    /** The largest number of files for concurrent copies, for the same reason. */
    private static final int MOST_FILES = 256;

    /** Number of bytes between progress reports. */
    private static final long STEP_BYTES = 16 << 20;

    private static final int SIZES_AT_ONCE = 1024;

    /** The counted sources; empty if the copy cannot begin inside them. */
    private final List<CountedSource> all;

    private final long count;
    private final RecordReaderOptions options;

    /** A file that is held open, whatever file has its name now. */
    private record HeldFile(ByteSource source, Optional<Object> key, RecordReader holding) {

        static HeldFile of(ByteSource source, RecordReaderOptions options) throws IOException {
            Optional<Object> key = source.fileKey();
            return new HeldFile(source, key, RecordReader.open(source, options));
        }

        /** Returns whether other readers can enter the file, and detect if another file has taken its name. */
        boolean canBeEntered() {
            return key.isPresent()
                    && holding.format() == RecordFormat.TFRECORD
                    && holding.compression().isNone();
        }

        /** Checks that the file just opened by its name is this file. */
        void checkThere() throws IOException {
            if (!source.fileKey().equals(key)) {
                throw new IOException(source.name()
                        + ": was replaced while its records were counted or copied; let it rest and run again");
            }
        }
    }

    /** A file whose first record has the number {@code first}. */
    private record CountedSource(HeldFile file, long first, long count, List<Entry> entries) {

        long end() {
            return first + count;
        }
    }

    /** A place where a record begins, and its number in the file. */
    private record Entry(long offset, long index) {}

    /** The result of a split; its offset is meaningless if it has no records. */
    private record Found(long offset, long count) {}

    private CountedInput(List<CountedSource> all, long count, RecordReaderOptions options) {
        this.all = all;
        this.count = count;
        this.options = options;
    }

    /**
     * Scans all sources and verifies every record. The damage policy of the options applies, but damage is not
     * reported.
     */
    public static CountedInput of(List<ByteSource> sources, RecordReaderOptions options) throws IOException {
        if (Runtime.getRuntime().availableProcessors() > 1 && areLarge(sources, options)) {
            List<HeldFile> held = new ArrayList<>();
            boolean used = false;
            try {
                hold(sources, options, held);
                if (held.size() == sources.size()) {
                    CountedInput counted = enterable(held, options.damage(DamagePolicy.FAIL));
                    used = counted.isEnterable();
                    return counted;
                }
            } catch (CorruptRecordException e) {
                // Only reading from the beginning shows what this means.
            } finally {
                if (!used) {
                    closeAll(held);
                }
            }
        }
        RecordReaderOptions quiet = ReaderOptionsAccess.withoutDamageListener(options);
        long count = 0;
        for (ByteSource source : sources) {
            count = Math.addExact(count, ParallelScan.of(source).reading(quiet).count());
        }
        return new CountedInput(List.of(), count, options);
    }

    private static boolean areLarge(List<ByteSource> sources, RecordReaderOptions options) throws IOException {
        if (sources.isEmpty() || sources.size() > MOST_FILES) {
            return false;
        }
        long bytes = 0;
        for (ByteSource source : sources) {
            if (options.follows() || source.size().isEmpty()) {
                return false;
            }
            bytes += source.size().getAsLong();
        }
        return bytes >= LEAST_BYTES && bytes / sources.size() >= LEAST_MEAN_BYTES;
    }

    /** Opens and holds the sources up to the first that cannot be entered. */
    private static void hold(List<ByteSource> sources, RecordReaderOptions options, List<HeldFile> held)
            throws IOException {
        for (ByteSource source : sources) {
            HeldFile file = HeldFile.of(source, options);
            held.add(file);
            file.checkThere();
            if (!file.canBeEntered()) {
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

    private static CountedInput enterable(List<HeldFile> files, RecordReaderOptions failing) throws IOException {
        List<CountedSource> all = new ArrayList<>();
        long count = 0;
        for (HeldFile file : files) {
            List<Entry> entries = new ArrayList<>();
            long[] its = {0};
            ParallelScan.of(file.source()).reading(failing).runNumbered(CountedInput::found, (found, firstIndex) -> {
                if (found.count() > 0) {
                    entries.add(new Entry(found.offset(), firstIndex));
                }
                its[0] += found.count();
            });
            file.checkThere();
            all.add(new CountedSource(file, count, its[0], entries));
            count = Math.addExact(count, its[0]);
        }
        // A copy would not open a file without records, and so would not notice new records in it.
        boolean enterable = all.stream().allMatch(each -> each.count() > 0);
        return new CountedInput(enterable ? all : List.of(), count, failing);
    }

    private static Found found(RecordSplit records) {
        if (!records.next()) {
            return new Found(0, 0);
        }
        long offset = records.offset();
        return new Found(offset, 1 + passOver(records));
    }

    /** Passes over the remaining records of a split and returns their number. */
    private static long passOver(RecordSplit records) {
        int[] sizes = new int[SIZES_AT_ONCE];
        long count = 0;
        for (int some = records.nextSizes(sizes); some > 0; some = records.nextSizes(sizes)) {
            count += some;
        }
        return count;
    }

    /** Returns the number of records in all sources. */
    public long count() {
        return count;
    }

    /** Returns whether a copy can begin inside the sources: uncompressed files that are not small and not damaged. */
    public boolean isEnterable() {
        return !all.isEmpty();
    }

    /** Returns a cursor at a known place at or before the record with this number, or at the end. */
    Cursor at(long number) {
        return new Cursor(number);
    }

    /** Returns the error for an input that has changed since it was counted. */
    static IOException changed(String how, long counted) {
        return new IOException("the input has " + how + " than the " + counted
                + " records that were counted in it; let it rest and run again");
    }

    @Override
    public void close() throws IOException {
        for (CountedSource each : all) {
            each.file().holding().close();
        }
    }

    /** Copies records from a place. One thread uses a cursor; several cursors may exist at the same time. */
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
         * @param steps receives the progress, and ends the copy by an exception
         * @throws IOException if something cannot be read or written, or the sources no longer have this number of
         *     records
         */
        void copy(long records, RecordWriter writer, ProgressListener steps) throws IOException {
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
        private RecordReader open(CountedSource from, ProgressListener steps) throws IOException {
            RecordReader open = reader;
            if (open == null) {
                open = RecordReader.open(from.file().source(), options);
                reader = open;
                from.file().checkThere();
                goTo(open, from, next - from.first(), steps);
            }
            return open;
        }

        private void goTo(RecordReader open, CountedSource from, long number, ProgressListener steps)
                throws IOException {
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
