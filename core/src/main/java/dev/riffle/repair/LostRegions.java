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

/** Gathers what is lost, and estimates how many records that were. Keeps the first regions, and counts all of them. */
final class LostRegions {

    /** A region and what is whole between the one before and it. */
    private record Lost(
            long index,
            long offset,
            OptionalLong length,
            CorruptRecordException.Reason reason,
            String message,
            Bytes beginning,
            Optional<LossReport.Gap> gap,
            Set<NestedRecords> nested,
            long recordsBefore,
            long bytesBefore) {

        Lost with(LossReport.Gap lostInBetween) {
            return new Lost(
                    index,
                    offset,
                    length,
                    reason,
                    message,
                    beginning,
                    Optional.of(lostInBetween),
                    nested,
                    recordsBefore,
                    bytesBefore);
        }
    }

    /** A region and what is whole around it; how many records after it may be nested. */
    private record Kept(Lost lost, long records, long bytes, long doubtful) {}

    private final List<Kept> kept = new ArrayList<>();

    /** The last region, whose end is not known for sure before the next one. */
    private @Nullable Lost last;

    private long count;
    private long lostBytes;
    private long streamBreaks;
    private long recordsBefore;
    private long bytesBefore;

    /** How many records may be lost in regions that are not kept. */
    private long restRecords;

    /** Of regions that are not kept and have nothing whole around them, how many there are, and their bytes. */
    private long loneRegions;

    private long loneBytes;

    private long doubtfulRecords;

    private long index;
    private long end;

    /** How many records and regions come before the present piece, and how many bytes. */
    private long pieceIndex;

    private long pieceBegin;

    /** A region was passed over. */
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
     * Nothing more could be read.
     *
     * @param size how many uncompressed bytes there are, if that is known
     */
    void broken(CorruptRecordException cause, OptionalLong size) {
        long from = cause.recordOffset();
        long first = cause.recordIndex();
        for (Throwable suppressed : cause.getSuppressed()) {
            // The break may have been met while looking around an earlier damage or, from one, far behind.
            if (suppressed instanceof CorruptRecordException damage) {
                from = damage.recordOffset();
                first = damage.recordIndex();
            }
        }
        broken(cause, first, from, size);
    }

    /** The same, where nothing proves what comes from a place on that is before the damage. */
    void broken(CorruptRecordException cause, long first, long from, OptionalLong size) {
        OptionalLong length = size.isPresent() ? OptionalLong.of(size.getAsLong() - from) : OptionalLong.empty();
        add(first, from, length, cause, Bytes.empty(), Set.of());
    }

    /**
     * The break that was told last lost this; what comes now is another piece, and counts from 0 again.
     *
     * @param pieceBytes how many bytes the piece had that ends
     */
    void gap(LossReport.Gap gap, long pieceBytes) {
        if (last != null) {
            last = last.with(gap);
        }
        pieceIndex = index;
        pieceBegin += pieceBytes;
        end = pieceBegin;
    }

    /** How many bytes come before the present piece. */
    long pieceBegin() {
        return pieceBegin;
    }

    /** How many uncompressed bytes are lost so far, as far as that is known. */
    long lostBytes() {
        return lostBytes;
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
        putAway(at - index, offset - end, at - index);
        last = new Lost(
                at,
                offset,
                length,
                cause.reason(),
                String.valueOf(cause.getMessage()),
                beginning,
                Optional.empty(),
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
     * Adds the intact records and bytes after the last region.
     *
     * @param written how many records follow the region, also where their bytes are not known
     */
    private void putAway(long recordsBehind, long bytesBehind, long written) {
        Lost here = last;
        if (here == null) {
            return;
        }
        last = null;
        long records = here.recordsBefore + recordsBehind;
        long bytes = here.bytesBefore + bytesBehind;
        long doubtful = here.nested.contains(NestedRecords.KEEP) ? written : 0;
        doubtfulRecords += doubtful;
        if (kept.size() < LossReport.MOST_REGIONS) {
            kept.add(new Kept(here, records, bytes, doubtful));
        } else if (records > 0 && bytes > 0) {
            restRecords += estimate(here.length.orElse(0), (double) bytes / records);
        } else {
            loneRegions++;
            loneBytes += here.length.orElse(0);
        }
    }

    /**
     * What is lost, all told.
     *
     * @param records how many records were whole
     * @param size how many uncompressed bytes there are, if that is known
     * @param stop why nothing more could be read, if that is so
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
        putAway(recordsLast, bytesLast, records - recordsBefore);
        double overall = mean(bytesBefore + bytesLast, recordsBefore + recordsLast, Double.MAX_VALUE);
        List<LossReport.Region> regions = new ArrayList<>(kept.size());
        long estimated = restRecords + Math.max(loneRegions, Math.round(loneBytes / overall));
        for (Kept each : kept) {
            Lost here = each.lost;
            long estimate = estimate(here.length.orElse(0), mean(each.bytes, each.records, overall));
            estimated += estimate;
            regions.add(new LossReport.Region(
                    here.index,
                    here.offset,
                    here.length,
                    here.reason,
                    here.message,
                    estimate,
                    here.beginning,
                    here.gap,
                    here.nested,
                    each.doubtful));
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
