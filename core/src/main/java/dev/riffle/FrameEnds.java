package dev.riffle;

import dev.riffle.internal.Crc32cAlgebra;
import dev.riffle.internal.MaskedCrc32c;
import java.io.IOException;
import java.util.TreeSet;

/**
 * Finds where a record ends whose header is damaged: in front of a header, or of the end of the source, there is a checksum that
 * agrees with everything from the beginning of the payload on.
 *
 * <p>With {@code C(i)} the running CRC, a payload from a to b has the right checksum if what is stored at b is {@code C(b)}
 * without what the bytes before a contribute. Brought to one common place behind both, what belongs to a is one number, and
 * what belongs to b another: they are equal if the record is whole. So the ends are put into a table under their numbers,
 * each once, and a beginning is looked up in it, however many there are of both.
 */
final class FrameEnds {

    /** How far behind the first header an end is looked for. */
    static final int LOOK_BYTES = 1 << 20;

    /** A few bytes may have been lost from a header or added to it, so that the payload begins elsewhere. */
    static final int MOST_HEADER_BYTES = 2 * TfRecordFrames.HEADER_BYTES;

    private static final int SPAN_BITS = 22;

    private final TfRecordSearch search;
    private final RangeCrc sums;

    /** The numbers of the ends, each with how far behind {@link #origin} the end is in the lowest bits. */
    private final TreeSet<Long> ends = new TreeSet<>();

    private long origin = -1;
    private long scanned;

    FrameEnds(TfRecordSearch search, TfRecordFrames frames) {
        this.search = search;
        this.sums = new RangeCrc(frames);
    }

    /**
     * Where the record ends whose header at {@code damaged} is wrong; -1 if that is nowhere to be seen.
     *
     * @param first the first header behind
     */
    long find(long damaged, long first) throws IOException {
        scan(damaged, first);
        long usual = damaged + TfRecordFrames.HEADER_BYTES;
        long found = usual <= first ? lookUp(usual, first) : -1;
        // From the first header on it would be the record of that header that is found.
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

    private void add(long end) throws CorruptRecordException {
        long footer = end - TfRecordFrames.FOOTER_BYTES;
        if (footer < origin) {
            return;
        }
        int number = sums.runTo(footer) ^ MaskedCrc32c.unmask(search.intAt(footer));
        ends.add(key(Crc32cAlgebra.shift(number, reference() - footer), end));
    }

    private long lookUp(long payload, long first) throws IOException {
        long end = lookUp(payload, first, TfRecordFrames.FOOTER_BYTES);
        // A header that follows can itself be taken for a payload of 8 bytes.
        boolean isHeader = end == payload + TfRecordFrames.HEADER_BYTES && search.isWhole(payload, first + LOOK_BYTES);
        return isHeader ? lookUp(payload, first, TfRecordFrames.HEADER_BYTES + 1) : end;
    }

    private long lookUp(long payload, long first, int fewest) throws CorruptRecordException {
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
