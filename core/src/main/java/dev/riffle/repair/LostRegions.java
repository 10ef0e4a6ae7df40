package dev.riffle.repair;

import dev.riffle.CorruptRecordException;
import dev.riffle.NestedRecords;
import dev.riffle.RecordFormat;
import dev.riffle.SkippedRegion;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Collects lost regions and estimates the number of lost records. Keeps the first regions and counts all of them. */
final class LostRegions {

    /** Holds a lost region, with the numbers of intact records and bytes between the previous region and this one. */
    private record Lost(
            long index,
            long offset,
            OptionalLong length,
            CorruptRecordException.Reason reason,
            String message,
            Bytes beginning,
            Set<NestedRecords> nested,
            long recordsBefore,
            long bytesBefore) {}

    /**
     * Holds a lost region, with its gap in the compressed file, if any, the numbers of intact records and bytes around
     * it, and the number of following records that may be nested.
     */
    private record Kept(Lost lost, Optional<LossReport.Gap> gap, long records, long bytes, long doubtful) {}

    private final List<Kept> kept = new ArrayList<>();

    /** The last region; its end is certain only when the next region begins. */
    private @Nullable Lost last;

    private Optional<LossReport.Gap> lastGap = Optional.empty();

    private long count;
    private long lostBytes;
    private long streamBreaks;
    private long recordsBefore;
    private long bytesBefore;

    /** Estimated number of records lost in regions that are only counted. */
    private long otherRecords;

    /** Number of regions that are only counted and have no intact records around them. */
    private long isolatedRegions;

    private long isolatedBytes;

    private long doubtfulRecords;

    private long index;
    private long end;

    /** Number of records and regions before the current piece. */
    private long pieceIndex;

    private long pieceBegin;

    /** Adds a region that the reader skipped. */
    void skipped(SkippedRegion region) {
        add(
                region.index(),
                region.offset(),
                OptionalLong.of(region.length()),
                region.cause(),
                region.beginning(),
                region.nested());
    }

    /**
     * Adds the rest of the source or piece as a region, after an error that ended it.
     *
     * @param size number of uncompressed bytes, if known
     */
    void broken(CorruptRecordException cause, OptionalLong size) {
        long from = cause.recordOffset();
        long first = cause.recordIndex();
        for (Throwable suppressed : cause.getSuppressed()) {
            // The reader may have reached the break far after the damage, while it searched for the next record.
            if (suppressed instanceof CorruptRecordException damage) {
                from = damage.recordOffset();
                first = damage.recordIndex();
            }
        }
        broken(cause, first, from, size);
    }

    /**
     * Like {@link #broken(CorruptRecordException, OptionalLong)}, with unproven records before the damage.
     *
     * @param first the number of the first unproven record
     * @param from the offset of that record
     */
    void broken(CorruptRecordException cause, long first, long from, OptionalLong size) {
        OptionalLong length = size.isPresent() ? OptionalLong.of(size.getAsLong() - from) : OptionalLong.empty();
        add(first, from, length, cause, Bytes.empty(), Set.of());
    }

    /**
     * Sets the gap of the last break, and begins the next piece, whose record numbers and offsets start at 0.
     *
     * @param pieceBytes number of bytes of the previous piece
     */
    void gap(LossReport.Gap gap, long pieceBytes) {
        lastGap = Optional.of(gap);
        pieceIndex = index;
        pieceBegin += pieceBytes;
        end = pieceBegin;
    }

    /** Returns the number of bytes before the current piece. */
    long pieceBegin() {
        return pieceBegin;
    }

    private void add(
            long from,
            long begin,
            OptionalLong length,
            CorruptRecordException cause,
            Bytes beginning,
            Set<NestedRecords> nested) {
        long at = pieceIndex + from;
        long offset = pieceBegin + begin;
        finish(at - index, offset - end, at - index);
        lastGap = Optional.empty();
        last = new Lost(
                at,
                offset,
                length,
                cause.reason(),
                String.valueOf(cause.getMessage()),
                beginning,
                nested,
                at - index,
                offset - end);
        count++;
        lostBytes += length.orElse(0);
        streamBreaks += cause.reason() == CorruptRecordException.Reason.DECOMPRESSION ? 1 : 0;
        recordsBefore += at - index;
        bytesBefore += offset - end;
        index = at + 1;
        end = offset + length.orElse(0);
    }

    /**
     * Completes the last region with the numbers of intact records and bytes after it.
     *
     * @param written number of records after the region, even if their size in bytes is unknown
     */
    private void finish(long recordsAfter, long bytesAfter, long written) {
        Lost region = last;
        if (region == null) {
            return;
        }
        last = null;
        long records = region.recordsBefore + recordsAfter;
        long bytes = region.bytesBefore + bytesAfter;
        long doubtful = region.nested.contains(NestedRecords.KEEP) ? written : 0;
        doubtfulRecords += doubtful;
        if (kept.size() < LossReport.MOST_REGIONS) {
            kept.add(new Kept(region, lastGap, records, bytes, doubtful));
        } else if (records > 0 && bytes > 0) {
            otherRecords += estimate(region.length.orElse(0), (double) bytes / records);
        } else {
            isolatedRegions++;
            isolatedBytes += region.length.orElse(0);
        }
    }

    /**
     * Returns the complete report.
     *
     * @param records number of intact records
     * @param size number of uncompressed bytes, if known
     * @param stop the error that ended the repair, if any
     */
    LossReport report(
            String source,
            RecordFormat format,
            Compression compression,
            long records,
            OptionalLong size,
            Optional<CorruptRecordException> stop) {
        long bytesLast = size.isPresent() ? size.getAsLong() - end : 0;
        long recordsLast = size.isPresent() ? records - recordsBefore : 0;
        finish(recordsLast, bytesLast, records - recordsBefore);
        double overall = mean(bytesBefore + bytesLast, recordsBefore + recordsLast, Double.MAX_VALUE);
        List<LossReport.Region> regions = new ArrayList<>(kept.size());
        long estimated = otherRecords + Math.max(isolatedRegions, Math.round(isolatedBytes / overall));
        for (Kept entry : kept) {
            Lost region = entry.lost;
            long estimate = estimate(region.length.orElse(0), mean(entry.bytes, entry.records, overall));
            estimated += estimate;
            regions.add(new LossReport.Region(
                    region.index,
                    region.offset,
                    region.length,
                    region.reason,
                    region.message,
                    estimate,
                    region.beginning,
                    entry.gap,
                    region.nested,
                    entry.doubtful));
        }
        return new LossReport(
                source,
                format,
                compression,
                records,
                regions,
                count,
                lostBytes,
                estimated,
                doubtfulRecords,
                streamBreaks,
                stop);
    }

    private static long estimate(long bytes, double mean) {
        return Math.max(1, Math.round(bytes / mean));
    }

    private static double mean(long bytes, long records, double otherwise) {
        return records > 0 && bytes > 0 ? (double) bytes / records : otherwise;
    }
}
