package dev.riffle.internal.frame;

import dev.riffle.internal.Crc32cAlgebra;
import dev.riffle.internal.MaskedCrc32c;
import java.io.IOException;
import java.util.TreeSet;

/**
 * Finds the end of a record whose header is damaged. At the end is a checksum of all bytes of the payload. After it is
 * a header or the end of the source.
 *
 * <p>Let {@code C(i)} be the running CRC. The checksum of a payload from a to b is valid if the stored value equals
 * {@code C(b)} without the contribution of the bytes before a. Both contributions can be shifted to one common offset
 * after a and b. Each offset then has one number, and the numbers of a and b are equal if the record is intact. So this
 * class stores the number of each end in a table once, and looks up the number of each beginning. The work does not
 * depend on the number of pairs.
 */
final class FrameEnds {

    /** The distance after the first header up to which this class looks for an end. */
    static final int LOOK_BYTES = 1 << 20;

    /**
     * The largest size of a damaged header. A header may have lost or gained a few bytes, which moves the beginning of
     * the payload.
     */
    static final int MOST_HEADER_BYTES = 2 * TfRecordFrames.HEADER_BYTES;

    private static final int SPAN_BITS = 22;

    private final TfRecordSearch search;
    private final RangeCrc sums;

    /** The numbers of the ends. The lowest bits of each number are the distance of the end from {@link #origin}. */
    private final TreeSet<Long> ends = new TreeSet<>();

    private long origin = -1;
    private long scanned;

    FrameEnds(TfRecordSearch search, TfRecordFrames frames) {
        this.search = search;
        this.sums = new RangeCrc(frames);
    }

    /**
     * Returns the end of the record whose header at {@code damaged} is wrong, or -1 if the search finds no end.
     *
     * @param first the first header after {@code damaged}
     */
    long find(long damaged, long first) throws IOException {
        scan(damaged, first);
        long usual = damaged + TfRecordFrames.HEADER_BYTES;
        long found = usual <= first ? lookUp(usual, first) : -1;
        // A payload that begins after the first header belongs to the record of that header.
        long last = Math.min(damaged + MOST_HEADER_BYTES, first);
        for (long payload = damaged; found < 0 && payload <= last; payload++) {
            found = lookUp(payload, first);
        }
        return found;
    }

    private void scan(long damaged, long first) throws IOException {
        if (origin < 0 || !sums.covers(damaged) || damaged < origin || first + LOOK_BYTES - origin >= 1 << SPAN_BITS) {
            sums.restart(damaged);
            ends.clear();
            origin = damaged;
            scanned = first;
        }
        scanned = Math.max(scanned, first);
        long last = first + LOOK_BYTES;
        boolean more = search.has(last + TfRecordFrames.HEADER_BYTES);
        for (; scanned <= last && search.has(scanned + TfRecordFrames.HEADER_BYTES); scanned++) {
            if (search.isHeader(scanned)) {
                add(scanned);
            }
        }
        if (!more && search.isEnd(search.reachEnd()) && search.reachEnd() <= last) {
            add(search.reachEnd());
        }
        long run = Math.min(scanned, search.reachEnd()) - TfRecordFrames.FOOTER_BYTES;
        if (run > damaged) {
            sums.runTo(run);
        }
    }

    private void add(long end) throws DamagedFrameException {
        long footer = end - TfRecordFrames.FOOTER_BYTES;
        if (footer < origin) {
            return;
        }
        int number = sums.runTo(footer) ^ MaskedCrc32c.unmask(search.intAt(footer));
        ends.add(key(Crc32cAlgebra.shift(number, reference() - footer), end));
    }

    private long lookUp(long payload, long first) throws IOException {
        long end = lookUp(payload, first, TfRecordFrames.FOOTER_BYTES);
        // A header, read as a payload of 8 bytes, also matches the checksum after it.
        boolean isHeader = end == payload + TfRecordFrames.HEADER_BYTES && search.isIntact(payload, first + LOOK_BYTES);
        return isHeader ? lookUp(payload, first, TfRecordFrames.HEADER_BYTES + 1) : end;
    }

    private long lookUp(long payload, long first, int fewest) throws DamagedFrameException {
        if (payload + TfRecordFrames.FOOTER_BYTES > search.reachEnd()) {
            return -1;
        }
        int number = sums.runningShifted(payload, reference());
        long from = Math.max(first, payload + fewest);
        Long key = ends.ceiling(key(number, from));
        return key == null || key >> SPAN_BITS != number ? -1 : origin + (key & ((1 << SPAN_BITS) - 1));
    }

    private long reference() {
        return origin + (1 << SPAN_BITS);
    }

    private long key(int number, long end) {
        return (long) number << SPAN_BITS | end - origin;
    }
}
