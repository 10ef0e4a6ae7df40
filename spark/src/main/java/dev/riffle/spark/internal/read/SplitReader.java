package dev.riffle.spark.internal.read;

import dev.riffle.CorruptRecordException;
import dev.riffle.DamagePolicy;
import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import dev.riffle.SkippedRegion;
import dev.riffle.io.ByteSource;
import dev.riffle.scan.internal.SplitRecords;
import dev.riffle.spark.internal.metric.ReadCounts;
import dev.riffle.spark.internal.options.ReadMode;
import dev.riffle.spark.internal.options.RecordOptions;
import dev.riffle.spark.internal.vector.Growth;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The records of a range that come next, with their places and with the damage between them. */
final class SplitReader implements Closeable {

    /** Takes the payload of a record, which is the present one of a reader. */
    interface Taking {
        /** Takes it; gives how many bytes are held now. */
        long take(RecordReader reader) throws IOException;
    }

    /** Damage that was passed over. */
    private record Damage(int before, String message) {}

    private final String name;
    private final ReadMode mode;
    private final ReadCounts counts;
    private @Nullable SplitRecords records;

    private int size;
    private long[] indexes = {};
    private long[] offsets = {};
    private final List<Damage> damages = new ArrayList<>();
    private boolean filled;
    private boolean ended;

    /** Why there is nothing behind these records, where that is no clean end. */
    private @Nullable IOException failure;

    private SplitReader(String name, ReadMode mode, ReadCounts counts) {
        this.name = name;
        this.mode = mode;
        this.counts = counts;
    }

    /** Opens a range of a file; damage is found by {@link #fill} only. */
    static SplitReader open(RecordOptions options, ByteSource source, long start, long length, ReadCounts counts)
            throws IOException {
        SplitReader split = new SplitReader(source.name(), options.mode(), counts);
        // in OFRecord there is nothing behind a damage that could be found again
        boolean skips = options.mode() != ReadMode.FAILFAST && options.format() == RecordFormat.TFRECORD;
        RecordReaderOptions reading = RecordReaderOptions.defaults()
                .format(options.format())
                .damage(skips ? DamagePolicy.skip(split::passedOver) : DamagePolicy.FAIL);
        try {
            split.records = SplitRecords.open(source, start, length, reading);
        } catch (CorruptRecordException e) {
            split.endAt(e);
        }
        return split;
    }

    private void passedOver(SkippedRegion region) {
        damages.add(new Damage(size, String.valueOf(region.cause().getMessage())));
        counts.skipped++;
    }

    private void endAt(CorruptRecordException damage) {
        ended = true;
        if (mode == ReadMode.FAILFAST) {
            failure = damage;
        } else {
            damages.add(new Damage(size, damage.getMessage() + "; nothing behind it can be read"));
            counts.skipped++;
        }
    }

    /**
     * Forgets the records so far and takes the next ones.
     *
     * @param mostRecords how many at most, damage included
     * @param mostBytes no record is taken once so many bytes are held
     */
    void fill(int mostRecords, long mostBytes, Taking taking) throws IOException {
        if (filled) {
            damages.clear();
        }
        filled = true;
        size = 0;
        long held = 0;
        while (!ended && held < mostBytes && size + damages.size() < mostRecords) {
            try {
                if (records == null || !records.next()) {
                    ended = true;
                    return;
                }
            } catch (CorruptRecordException e) {
                endAt(e);
                return;
            }
            RecordReader reader = records.reader();
            held = taking.take(reader);
            note(reader);
        }
    }

    private void note(RecordReader reader) {
        if (size == indexes.length) {
            indexes = Arrays.copyOf(indexes, Growth.of(2 * size));
            offsets = Arrays.copyOf(offsets, Growth.of(2 * size));
        }
        long offset = reader.offset();
        indexes[size] = reader.index();
        offsets[size] = offset;
        size++;
        counts.records++;
        counts.bytes += reader.endOffset() - offset;
    }

    /** The name of the file; of one that is divided between compressed members with where these begin, as offsets count from there. */
    String name() {
        return records == null ? name : records.reader().name();
    }

    /** Whether nothing comes behind these records. */
    boolean isLast() {
        return ended;
    }

    /** How many records there are. */
    int size() {
        return size;
    }

    /** How many damaged regions there are. */
    int damages() {
        return damages.size();
    }

    /** The number of the record that a damaged region comes before. */
    int recordBehindDamage(int damage) {
        return damages.get(damage).before();
    }

    /** What is wrong with a damaged region, with the file and the place. */
    String damage(int damage) {
        return damages.get(damage).message();
    }

    /** The damage behind these records at which the query fails; null if there is none. */
    @Nullable
    IOException failure() {
        return failure;
    }

    /** What is wrong with a record, with the file and the place before it. */
    String located(int record, String reason) {
        return name() + ": record " + indexes[record] + " at offset " + offsets[record] + ": " + reason;
    }

    @Override
    public void close() throws IOException {
        ended = true;
        if (records != null) {
            records.close();
        }
    }
}
