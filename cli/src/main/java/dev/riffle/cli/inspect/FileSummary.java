package dev.riffle.cli.inspect;

import dev.riffle.CorruptRecordException;
import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.SkippedRegion;
import dev.riffle.example.internal.PayloadKind;
import dev.riffle.example.internal.RecordPlace;
import dev.riffle.io.Compression;
import dev.riffle.repair.LossReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Summarizes a file. */
final class FileSummary {

    /** The largest number of regions that a summary keeps. It only counts further regions. */
    private static final int MOST_REGIONS = LossReport.MOST_REGIONS;

    /** Describes a skipped damaged region. */
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
    private final PayloadSummary payloads = new PayloadSummary();

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

    /** Adds a skipped damaged region. The first damage becomes the problem of the file. */
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
                    + damage.found() + ", which is above the memory limit for a record; raise --max-record");
            return;
        }
        problem = Optional.of("damaged at record " + damage.recordIndex() + ", offset " + damage.offset() + ": "
                + damage.reason().text() + "; run 'riffle verify' for details");
    }

    /** Counts the current record, and examines it if it is one of the first {@code sample} records. */
    void add(RecordReader reader, int sample) throws IOException {
        int size = reader.payloadSize();
        records++;
        payloadBytes += size;
        end = reader.endOffset();
        smallest = Math.min(smallest, size);
        largest = Math.max(largest, size);
        if (sampled < sample) {
            sampled++;
            look(reader);
        }
    }

    private void look(RecordReader reader) throws IOException {
        byte[] payload = reader.payloadBytes();
        PayloadKind kind = PayloadKind.of(payload, reader.format());
        kinds.merge(kind, 1L, Long::sum);
        payloads.add(payload, kind, RecordPlace.of(reader));
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

    /** Returns the problem of the file, if any. */
    Optional<String> problem() {
        return problem;
    }

    /** Returns the skipped damaged regions, in order, up to {@link #MOST_REGIONS}. */
    List<Lost> regions() {
        return regions;
    }

    /** Returns the number of damaged regions. */
    long regionCount() {
        return regionCount;
    }

    /** Returns the number of bytes in all damaged regions. */
    long lostBytes() {
        return lostBytes;
    }

    /** Returns the places of the lost bytes. */
    LostBytes lost() {
        return lost;
    }

    /** Returns the number of uncompressed bytes read. */
    long end() {
        return end;
    }

    long records() {
        return records;
    }

    long payloadBytes() {
        return payloadBytes;
    }

    /** Returns the size of the smallest payload; 0 if there are no records. */
    long smallest() {
        return records == 0 ? 0 : smallest;
    }

    long largest() {
        return largest;
    }

    /** Returns the number of records examined. */
    long sampled() {
        return sampled;
    }

    /** Returns the number of examined records of each kind. */
    Map<PayloadKind, Long> kinds() {
        return kinds;
    }

    /** Returns the summary of the values in the examined records. */
    PayloadSummary payloads() {
        return payloads;
    }
}
