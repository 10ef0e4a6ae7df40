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
 * How many records sources have, and where some of them begin, so that one can be reached without reading those before it. Until
 * {@link #close()} the files are held, and no record of another that takes the name of one is ever copied.
 */
public final class CountedInput implements Closeable {

    /** Of which nothing is known. */
    public static final CountedInput NONE = new CountedInput(List.of(), 0, RecordReaderOptions.defaults());

    /** From so many bytes on it pays to begin other threads. */
    private static final long LEAST_BYTES = 8 << 20;

    /** Files that are smaller in the mean are copied one by one: each is held while all are counted and copied. */
    private static final long LEAST_MEAN_BYTES = 1 << 20;

    /** More files are copied one by one, for the same reason. */
    private static final int MOST_FILES = 256;

    /** So much is copied before somebody is told. */
    private static final long STEP_BYTES = 16 << 20;

    private static final int SIZES_AT_ONCE = 1024;

    /** Empty where records cannot be reached. */
    private final List<CountedSource> all;

    private final long count;
    private final RecordReaderOptions options;

    /** A file that is held, whatever its name leads to. */
    private record HeldFile(ByteSource source, Optional<Object> key, RecordReader holding) {

        static HeldFile of(ByteSource source, RecordReaderOptions options) throws IOException {
            Optional<Object> key = source.fileKey();
            return new HeldFile(source, key, RecordReader.open(source, options));
        }

        /** Whether its records can be reached by others than its reader, and told from those of another file. */
        boolean canBeEntered() {
            return key.isPresent()
                    && holding.format() == RecordFormat.TFRECORD
                    && holding.compression().isNone();
        }

        /** Makes sure that what was opened by the name just now is this file. */
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

    /** What was found of a split; its offset does not matter if it has no records. */
    private record Found(long offset, long count) {}

    private CountedInput(List<CountedSource> all, long count, RecordReaderOptions options) {
        this.all = all;
        this.count = count;
        this.options = options;
    }

    /** Walks all sources, every record verified. Damage is dealt with as the options say, but told to nobody. */
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
                // Only a walk from the beginning on tells what this means.
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

    /** Holds the sources up to the first that cannot be entered. */
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
            ParallelScan.of(file.source()).reading(failing).walkNumbered(CountedInput::found, (found, firstIndex) -> {
                if (found.count() > 0) {
                    entries.add(new Entry(found.offset(), firstIndex));
                }
                its[0] += found.count();
            });
            file.checkThere();
            all.add(new CountedSource(file, count, its[0], entries));
            count = Math.addExact(count, its[0]);
        }
        // Nobody would go to a file without records, and see whether it has some now.
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

    /** Goes over the records that are left of a split, and returns their number. */
    private static long passOver(RecordSplit records) {
        int[] sizes = new int[SIZES_AT_ONCE];
        long count = 0;
        for (int some = records.nextSizes(sizes); some > 0; some = records.nextSizes(sizes)) {
            count += some;
        }
        return count;
    }

    /** How many records all sources have together. */
    public long count() {
        return count;
    }

    /** Whether records can be reached: those of plain files that are not small and have no damage. */
    public boolean isEnterable() {
        return !all.isEmpty();
    }

    /** A place before the record with this number, or behind the last one. */
    Cursor at(long number) {
        return new Cursor(number);
    }

    /** The input is not what was counted. */
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

    /** Copies records from a place on. Of use to one thread; there may be several cursors at the same time. */
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
         * Copies so many of the records that come next.
         *
         * @param steps is told of what was copied, and ends the copying where it throws
         * @throws IOException if something cannot be read or written, or the sources have not as many records any more
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

        /** The reader of the present file, before the next record. */
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
