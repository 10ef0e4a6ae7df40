package dev.riffle;

import dev.riffle.TfRecordSearch.Verdict;
import java.io.IOException;

/**
 * Classifies the intact records in the claimed span of a damaged record, from its valid header to the claimed end. They
 * are records of the file if the damaged record lost or gained bytes; otherwise they are nested in its payload.
 *
 * <p>A nested record lies completely between the header and the payload's own checksum. So an intact record that
 * overlaps one of them proves that the length is wrong. This record and the chain of intact records that leads to it
 * are records of the file. Otherwise three signs are evidence for nesting:
 *
 * <ul>
 *   <li>an intact record begins at the very beginning of the payload;
 *   <li>an intact record ends at the very end of the payload;
 *   <li>a header (with at most one wrong byte) or the end of the source follows the damaged record.
 * </ul>
 *
 * <p>With two signs the records are nested. With fewer they are doubtful, and {@link NestedRecords} decides.
 */
final class ClaimedSpan {

    private final TfRecordSearch search;
    private final IntactRecords intact;
    private final NestedRecords nested;

    ClaimedSpan(TfRecordSearch search, IntactRecords intact, NestedRecords nested) {
        this.search = search;
        this.intact = intact;
        this.nested = nested;
    }

    /** Classifies for the damaged record at {@code at}, whose payload is wrong and completely in reach. */
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
        // No record ends after the payload's own checksum begins.
        int signs = (intact.first(payload, payload + 1) < 0 ? 0 : 1)
                + (intact.firstEndingAfter(footer - 1, payload, end) < 0 ? 0 : 1)
                + (endIsProven ? 1 : 0);
        return signs >= 2 && !unknown ? Verdict.dropTo(end) : doubtful(at, end, Verdict.dropTo(end));
    }

    /**
     * Returns the beginning of the first chain that overlaps the header, or else the payload's checksum; -1 if none
     * does.
     */
    private long overlapping(long from, long payload, long footer, long end) {
        long first = intact.first(from, payload);
        return first >= 0 ? first : intact.firstEndingAfter(footer, payload, end);
    }

    /**
     * Classifies for the record at {@code at} that the end of the source cuts. No intact record can overlap the claimed
     * end, but the last one may be cut and claim to do so. If a chain of intact records reaches the end of the source,
     * its records are records of the file. The exception is a payload that begins with the header of a record that fits
     * into it: a record file in the payload may also be cut at the end of a record.
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
     * Returns the verdict that the records beginning at {@code chain} are records of the file; those before it are
     * doubtful.
     */
    private Verdict fileFrom(long chain, long from) throws IOException {
        if (intact.first(from, chain) < 0 && !intact.anyUnknown(from, chain)) {
            return search.insideOf(from - 1);
        }
        return doubtful(from - 1, chain, Verdict.dropTo(chain));
    }

    /** Returns the verdict that the records up to {@code end} are doubtful. */
    private Verdict doubtful(long at, long end, Verdict dropped) throws IOException {
        return switch (nested) {
            case KEEP -> search.insideOf(at).doubtfulTo(end);
            case DROP -> dropped;
        };
    }
}
