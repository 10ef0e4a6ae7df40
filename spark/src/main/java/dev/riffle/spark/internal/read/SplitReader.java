package dev.riffle.spark.internal.read;

import dev.riffle.CorruptRecordException;
import dev.riffle.DamagePolicy;
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

/** Reads the next records of a range, with their places and the damage between them. */
final class SplitReader implements Closeable {

    /** Stores the payloads of a reader's current record: its own payload, or a payload for each of its rows. */
    interface Taking {
        /** Stores the next payload of the record. Returns the total number of stored bytes. */
        long take(RecordReader reader) throws IOException;

        /** Begins a record. Returns the number of its payloads. */
        default int begin(RecordReader reader) throws IOException {
            return 1;
        }
    }

    /** Describes a skipped damaged region. */
    private record Damage(int before, String message) {}

    private final String name;
    private final ReadMode mode;
    private final ReadCounts counts;
    private @Nullable SplitRecords records;

    private int size;

    /** The number of payloads of the current record that are not stored yet. */
    private int left;

    private long[] indexes = {};
    private long[] offsets = {};
    private final List<Damage> damages = new ArrayList<>();
    private boolean filled;
    private boolean ended;

    /** The error that follows these records; null at a clean end. */
    private @Nullable IOException failure;

    private SplitReader(String name, ReadMode mode, ReadCounts counts) {
        this.name = name;
        this.mode = mode;
        this.counts = counts;
    }

    /** Opens a range of a file. Only {@link #fill} finds damage. */
    static SplitReader open(RecordOptions options, ByteSource source, long start, long length, ReadCounts counts)
            throws IOException {
        SplitReader split = new SplitReader(source.name(), options.mode(), counts);
        // In OFRecord, a reader cannot find a record after damage.
        boolean skips = options.mode() != ReadMode.FAILFAST && options.format().skipsDamage();
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
            damages.add(new Damage(size, damage.getMessage() + "; the rest of the file cannot be read"));
            counts.skipped++;
        }
    }

    /**
     * Drops the current records and reads the next ones. If each record has several payloads, the methods of this class
     * count payloads instead of records.
     *
     * @param mostRecords the limit of the number of records, damaged regions included
     * @param mostBytes the number of stored bytes after which the method reads no further record
     */
    void fill(int mostRecords, long mostBytes, Taking taking) throws IOException {
        if (filled) {
            damages.clear();
        }
        filled = true;
        size = 0;
        long held = 0;
        while (!ended && held < mostBytes && size + damages.size() < mostRecords) {
            if (left == 0) {
                begin(taking);
            } else if (records != null) {
                RecordReader reader = records.reader();
                held = taking.take(reader);
                note(reader);
                left--;
            }
        }
    }

    private void begin(Taking taking) throws IOException {
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
        left = taking.begin(reader);
        counts.records++;
        counts.bytes += reader.endOffset() - reader.offset();
    }

    private void note(RecordReader reader) {
        if (size == indexes.length) {
            indexes = Arrays.copyOf(indexes, Growth.of(2 * size));
            offsets = Arrays.copyOf(offsets, Growth.of(2 * size));
        }
        indexes[size] = reader.index();
        offsets[size] = reader.offset();
        size++;
    }

    /**
     * Returns the name of the file. For a file that is split between compressed members, adds the offset of the first
     * member of the split, because record offsets count from that member.
     */
    String name() {
        return records == null ? name : records.reader().name();
    }

    /** Returns whether no records follow. */
    boolean isLast() {
        return ended;
    }

    /** Returns the number of records. */
    int size() {
        return size;
    }

    /** Returns the number of damaged regions. */
    int damages() {
        return damages.size();
    }

    /** Returns the number of the record that follows a damaged region. */
    int recordAfterDamage(int damage) {
        return damages.get(damage).before();
    }

    /** Returns the error of a damaged region, with the file and the place. */
    String damage(int damage) {
        return damages.get(damage).message();
    }

    /** Returns the error after these records that fails the query, or null without an error. */
    @Nullable
    IOException failure() {
        return failure;
    }

    /** Returns the error of a record, which begins with the file and the place. */
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
