package dev.riffle.cli.inspect;

import dev.riffle.CorruptRecordException;
import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.SkippedRegion;
import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.example.internal.PayloadKind;
import dev.riffle.io.Compression;
import dev.riffle.repair.LossReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/** What is found out about a file. */
final class FileSummary {

    /** So many regions are kept one by one; further ones are only counted. */
    private static final int MOST_REGIONS = LossReport.MOST_REGIONS;

    /** A region that was passed over because it is damaged. */
    record Lost(long offset, long length, CorruptRecordException.Reason reason) {}

    private final String name;
    private final OptionalLong fileBytes;

    private Optional<RecordFormat> format = Optional.empty();
    private Optional<Compression> compression = Optional.empty();
    private Optional<String> problem = Optional.empty();

    private long records;
    private long payloadBytes;
    private long smallest = Long.MAX_VALUE;
    private long largest;

    private final List<Lost> regions = new ArrayList<>();
    private final LostBytes lost = new LostBytes();
    private long regionCount;
    private long lostBytes;
    private long end;

    private long sampled;
    private final Map<PayloadKind, Long> kinds = new EnumMap<>(PayloadKind.class);
    private final Map<String, FeatureSummary> features = new TreeMap<>();

    FileSummary(String name, OptionalLong fileBytes) {
        this.name = name;
        this.fileBytes = fileBytes;
    }

    void recognized(RecordFormat foundFormat, Compression foundCompression) {
        format = Optional.of(foundFormat);
        compression = Optional.of(foundCompression);
    }

    void looksLike(String description) {
        problem = Optional.of("not a record file: it looks like " + description);
    }

    /** Damage that was passed over; the first one is the problem. */
    void skipped(SkippedRegion region) {
        if (problem.isEmpty()) {
            damaged(region.cause());
        }
        regionCount++;
        lostBytes += region.length();
        lost.add(region.offset(), region.length());
        if (regions.size() < MOST_REGIONS) {
            regions.add(
                    new Lost(region.offset(), region.length(), region.cause().reason()));
        }
        end = region.offset() + region.length();
    }

    void damaged(CorruptRecordException damage) {
        if (problem.isPresent()) {
            return;
        }
        if (damage.reason() == CorruptRecordException.Reason.OVER_LIMIT) {
            problem = Optional.of("read up to record " + damage.recordIndex() + ", offset " + damage.offset() + ", of "
                    + damage.found() + ", which is above the limit of memory for a record; raise --max-record");
            return;
        }
        problem = Optional.of("damaged at record " + damage.recordIndex() + ", offset " + damage.offset() + ": "
                + damage.reason().text() + "; 'riffle verify' tells more");
    }

    /** Counts the present record, and looks into it if it is among the first {@code sample}. */
    void add(RecordReader reader, int sample) throws IOException {
        int size = reader.payloadSize();
        records++;
        payloadBytes += size;
        end = reader.endOffset();
        smallest = Math.min(smallest, size);
        largest = Math.max(largest, size);
        if (sampled < sample) {
            sampled++;
            look(reader.payloadBytes(), reader.format());
        }
    }

    private void look(byte[] payload, RecordFormat of) {
        PayloadKind kind = PayloadKind.of(payload, of);
        kinds.merge(kind, 1L, Long::sum);
        if (kind == PayloadKind.EXAMPLE || kind == PayloadKind.OFRECORD) {
            Dialect dialect = kind == PayloadKind.OFRECORD ? Dialect.ONEFLOW : Dialect.TENSORFLOW;
            Example.parse(payload, dialect)
                    .features()
                    .forEach((feature, value) -> features.computeIfAbsent(feature, key -> new FeatureSummary())
                            .add(value));
        }
    }

    String name() {
        return name;
    }

    OptionalLong fileBytes() {
        return fileBytes;
    }

    Optional<RecordFormat> format() {
        return format;
    }

    Optional<Compression> compression() {
        return compression;
    }

    /** What is wrong with the file, if anything is. */
    Optional<String> problem() {
        return problem;
    }

    /** What was passed over because it is damaged, in order; the first regions if there are very many. */
    List<Lost> regions() {
        return regions;
    }

    /** How many of those regions there are in all. */
    long regionCount() {
        return regionCount;
    }

    /** How many bytes are in them. */
    long lostBytes() {
        return lostBytes;
    }

    /** Where those bytes are. */
    LostBytes lost() {
        return lost;
    }

    /** How many uncompressed bytes were read. */
    long end() {
        return end;
    }

    long records() {
        return records;
    }

    long payloadBytes() {
        return payloadBytes;
    }

    /** The size of the smallest payload; 0 if there is no record. */
    long smallest() {
        return records == 0 ? 0 : smallest;
    }

    long largest() {
        return largest;
    }

    /** How many records were looked into. */
    long sampled() {
        return sampled;
    }

    /** How many of those are of each kind. */
    Map<PayloadKind, Long> kinds() {
        return kinds;
    }

    /** The features of those that are Examples, by name. */
    Map<String, FeatureSummary> features() {
        return features;
    }
}
