package dev.riffle.internal.frame;

import dev.riffle.internal.frame.TfRecordSearch.Verdict;
import java.io.IOException;

/**
 * Classifies the intact records in the claimed span of a damaged record, from its valid header to the claimed end. If
 * the damaged record lost or gained bytes, the intact records are records of the file. Otherwise the intact records are
 * nested in its payload.
 *
 * <p>A nested record lies completely between the header and the payload's own checksum. An intact record that overlaps
 * the header or that checksum proves that the length is wrong. The overlapping record is then a record of the file, and
 * so is the chain of intact records before it. If no record overlaps, three signs are evidence for nesting:
 *
 * <ul>
 *   <li>an intact record begins at the first byte of the payload;
 *   <li>an intact record ends at the last byte of the payload;
 *   <li>a header (with at most one wrong byte) or the end of the source follows the damaged record.
 * </ul>
 *
 * <p>If two signs are present, the records are nested. Otherwise they are doubtful, and the caller of the search
 * decides.
 */
final class ClaimedSpan {

    private final TfRecordSearch search;
    private final IntactRecords intact;
    private final boolean dropsDoubtful;

    ClaimedSpan(TfRecordSearch search, IntactRecords intact, boolean dropsDoubtful) {
        this.search = search;
        this.intact = intact;
        this.dropsDoubtful = dropsDoubtful;
    }

    /**
     * Classifies the records in a damaged record at {@code at}. The payload of the damaged record must be wrong and
     * completely available.
     */
    Verdict ofWrongPayload(long at, long length) throws IOException {
        long from = at + 1;
        long payload = at + TfRecordFrames.HEADER_BYTES;
        long footer = payload + length;
        long end = footer + TfRecordFrames.FOOTER_BYTES;
        intact.scan(from, end);
        long overlapping = overlapping(from, payload, footer, end);
        if (overlapping >= 0) {
            return fileFrom(overlapping, from);
        }
        boolean endIsProven = search.isProvenEnd(end);
        boolean unknown = intact.anyUnknown(from, end);
        if (intact.first(from, end) < 0 && !unknown) {
            return endIsProven ? Verdict.header(end) : search.insideOf(at);
        }
        // No record ends after the beginning of the payload's own checksum.
        int signs = (intact.first(payload, payload + 1) < 0 ? 0 : 1)
                + (intact.firstEndingAfter(footer - 1, payload, end) < 0 ? 0 : 1)
                + (endIsProven ? 1 : 0);
        return signs >= 2 && !unknown ? Verdict.dropTo(end) : doubtful(at, end, Verdict.dropTo(end));
    }

    /**
     * Returns the beginning of the first chain that overlaps the header. If none does, returns the first chain that
     * overlaps the payload's checksum, or -1.
     */
    private long overlapping(long from, long payload, long footer, long end) {
        long first = intact.first(from, payload);
        return first >= 0 ? first : intact.firstEndingAfter(footer, payload, end);
    }

    /**
     * Classifies the records in a damaged record at {@code at} that the end of the source cuts. No intact record can
     * overlap the claimed end. Only an incomplete last record can claim to overlap it. If a chain of intact records
     * reaches the end of the source, its records are records of the file. The exception is a payload that begins with
     * the header of a record that fits into it. Such a payload may be a record file that is cut at the end of a record.
     */
    Verdict ofTornPayload(long at, long length) throws IOException {
        long from = at + 1;
        long payload = at + TfRecordFrames.HEADER_BYTES;
        long footer = payload + length;
        long end = search.reachEnd();
        intact.scan(from, end);
        boolean unknown = intact.anyUnknown(from, end);
        long last = intact.lastEnd(from);
        if (last < 0) {
            return unknown ? doubtful(at, end, Verdict.dropTo(end)) : search.insideOf(at);
        }
        long chain = intact.firstEndingAfter(last - 1, from, end);
        long claimed = search.claimedEnd(last);
        long first = search.claimedEnd(payload);
        boolean beginsWithRecord = first >= 0 && first <= footer;
        boolean reachesEnd = last == end && !beginsWithRecord;
        if (reachesEnd || claimed > footer || intact.first(from, payload) >= 0) {
            return fileFrom(chain, from);
        }
        boolean begins = intact.first(payload, payload + 1) >= 0;
        return begins && claimed == footer && !unknown ? Verdict.dropTo(end) : doubtful(at, end, Verdict.dropTo(end));
    }

    /**
     * Returns the verdict that the records from {@code chain} to the end are records of the file. The records before
     * {@code chain} are doubtful.
     */
    private Verdict fileFrom(long chain, long from) throws IOException {
        if (intact.first(from, chain) < 0 && !intact.anyUnknown(from, chain)) {
            return search.insideOf(from - 1);
        }
        return doubtful(from - 1, chain, Verdict.dropTo(chain));
    }

    /** Returns the verdict that the records up to {@code end} are doubtful. */
    private Verdict doubtful(long at, long end, Verdict dropped) throws IOException {
        return dropsDoubtful ? dropped : search.insideOf(at).doubtfulTo(end);
    }
}
