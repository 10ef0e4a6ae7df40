package dev.riffle.scan.internal;

import dev.riffle.CorruptRecordException;
import dev.riffle.DamagePolicy;
import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The result of reading a file completely or in ranges: failures, and the offsets of records and skipped regions. */
record ReadSplits(List<String> records, List<String> regions, List<IOException> failures) {

    private ReadSplits() {
        this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    }

    /** The kinds of damage policies. */
    enum Damage {
        FAIL,
        SKIP,
        STOP_AT_TORN_TAIL
    }

    static ByteSource source(byte[] file) {
        return ByteSource.of(Bytes.copyOf(file), "memory");
    }

    private RecordReaderOptions options(RecordReaderOptions options, Damage damage) {
        return options.damage(
                switch (damage) {
                    case FAIL -> DamagePolicy.FAIL;
                    case STOP_AT_TORN_TAIL -> DamagePolicy.STOP_AT_TORN_TAIL;
                    case SKIP ->
                        DamagePolicy.skip(region -> regions.add(region.offset() + "+" + region.length() + " "
                                + region.cause().reason()));
                });
    }

    private void add(RecordReader reader) throws IOException {
        records.add(reader.offset() + " " + Bytes.copyOf(reader.payload()).hashCode() + " " + reader.payloadSize());
    }

    /** Reads a file from the beginning with one reader. */
    static ReadSplits sequentially(byte[] file, RecordReaderOptions options, Damage damage) throws IOException {
        ReadSplits read = new ReadSplits();
        try (RecordReader reader = RecordReader.open(source(file), read.options(options, damage))) {
            while (reader.next()) {
                read.add(reader);
            }
        } catch (CorruptRecordException e) {
            read.failures.add(e);
        }
        return read;
    }

    /** Reads a file in ranges of this size. A failed range does not stop the reads of the other ranges. */
    static ReadSplits inRanges(byte[] file, RecordReaderOptions options, Damage damage, long bytes, long proofBytes)
            throws IOException {
        ReadSplits read = new ReadSplits();
        RecordReaderOptions reading = read.options(options, damage);
        for (long start = 0; start < file.length; start += bytes) {
            read.range(source(file), start, bytes, reading, proofBytes);
        }
        return read;
    }

    private void range(ByteSource source, long start, long bytes, RecordReaderOptions options, long proofBytes)
            throws IOException {
        try (SplitRecords split = SplitRecords.open(source, start, bytes, options, proofBytes)) {
            while (next(split)) {
                add(split.reader());
            }
        }
    }

    private boolean next(SplitRecords split) {
        try {
            return split.next();
        } catch (IOException e) {
            failures.add(e);
            return false;
        }
    }

    /** Returns the payloads of the records without their offsets. */
    List<String> payloads() {
        return records.stream()
                .map(record -> record.substring(record.indexOf(' ') + 1))
                .toList();
    }

    /** Returns the offset and reason of the first reported damage, or null if the reader reports no damage. */
    @Nullable
    String firstDamage() {
        return failures.stream()
                .filter(CorruptRecordException.class::isInstance)
                .map(e -> ((CorruptRecordException) e).recordOffset() + " " + ((CorruptRecordException) e).reason())
                .findFirst()
                .orElse(null);
    }
}
