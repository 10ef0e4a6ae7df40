package dev.riffle.internal.frame;

import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * The intact records that begin in the claimed spans of damaged records. The search examines every byte once for
 * headers, even if many damaged records claim it. Every query takes logarithmic time. So the work for a file full of
 * headers is proportional to the size of the file.
 *
 * <p>This class keeps only chains: intact records, each of which ends at the next one. A payload that is a record file
 * is one chain, regardless of its number of records. Chains suffice because the queries are for spans of damaged
 * records. No intact record overlaps the beginning of such a span, except in a specially crafted file.
 *
 * <p>Some records are unknown. {@link #anyUnknown} detects them. This class does not verify records of more than
 * {@value #MOST_BYTES} bytes. A header in a damaged payload can claim any length, and its bytes may be far ahead in a
 * stream. Crafted files can have unknown records, too, if they have more than {@value #MOST_CHAINS} chains or a chain
 * across the damage.
 */
final class IntactRecords {

    /** The size of the largest frame that this class verifies. */
    static final int MOST_BYTES = 16 << 20;

    /**
     * The largest number of chains that this class keeps at the same time. Also the largest number of headers of large
     * records.
     */
    static final int MOST_CHAINS = 1 << 17;

    private static final int FEW = 64;

    private final TfRecordSearch search;

    /**
     * The beginnings of the chains, in order. The next fields hold the beginning of each chain's last record, and each
     * chain's end.
     */
    private long[] begins = new long[FEW];

    private long[] lasts = new long[FEW];
    private RecordEnds ends = new RecordEnds();

    /** The chains that the search may still extend: for each end, the beginning of the first chain. */
    private final TreeMap<Long, Long> open = new TreeMap<>();

    /** The number of chains that begin before {@link #from}. */
    private int passed;

    /** The offset before which no query asks for records. */
    private long from;

    /** The offsets of the headers of larger records, in order. */
    private long[] large = new long[8];

    private int largeCount;

    /** The beginning of a range that may have unknown records. The range ends at {@link #unknownTo}, exclusive. */
    private long unknownFrom = Long.MAX_VALUE;

    private long unknownTo;

    /** The offset before which the search has examined all bytes. */
    private long scanned;

    IntactRecords(TfRecordSearch search) {
        this.search = search;
    }

    /** Discards all records before {@code offset}. No later query may ask for them. */
    void begin(long offset) {
        from = offset;
        if (unknownTo <= offset) {
            unknownFrom = Long.MAX_VALUE;
            unknownTo = 0;
        }
        for (; passed < ends.count() && begins[passed] < offset; passed++) {
            if (lasts[passed] >= offset) {
                addUnknown(offset, lasts[passed] + 1);
            }
        }
        if (passed > 0 && passed == ends.count() || passed > FEW && passed > ends.count() / 2) {
            dropPassed();
        }
        if (largeCount > 0 && large[largeCount - 1] < offset) {
            largeCount = 0;
        }
    }

    /** Allocates new tables, because clearing large tables after each damage would take quadratic time. */
    private void dropPassed() {
        RecordEnds before = ends;
        int count = before.count() - passed;
        begins = Arrays.copyOfRange(begins, passed, passed + Math.max(FEW, count));
        lasts = Arrays.copyOfRange(lasts, passed, passed + Math.max(FEW, count));
        ends = new RecordEnds();
        for (int i = 0; i < count; i++) {
            ends.add(before.get(passed + i));
        }
        passed = 0;
        search.entriesMoved(ends.size());
    }

    private void addUnknown(long begin, long end) {
        unknownFrom = Math.min(unknownFrom, begin);
        unknownTo = Math.max(unknownTo, end);
    }

    /**
     * Searches the bytes from {@code begin} to {@code to}, exclusive, for records. Must be called before a query for
     * them.
     */
    void scan(long begin, long to) throws IOException {
        scanned = Math.max(scanned, begin);
        while (scanned < to) {
            long at = search.header(scanned, to);
            if (at < to) {
                add(at);
            }
            scanned = at + 1;
        }
    }

    private void add(long at) throws IOException {
        long end = at + search.frameBytes(at);
        if (end - at > MOST_BYTES) {
            addLarge(at);
        } else if (search.isIntact(at, end)) {
            addIntact(at, end);
        }
    }

    private void addLarge(long at) {
        if (largeCount == MOST_CHAINS) {
            addUnknown(at, at + 1);
            return;
        }
        large = largeCount == large.length ? Arrays.copyOf(large, 2 * largeCount) : large;
        large[largeCount++] = at;
    }

    private void addIntact(long at, long end) {
        for (Map.Entry<Long, Long> first = open.firstEntry();
                first != null && first.getKey() < at;
                first = open.firstEntry()) {
            open.remove(first.getKey());
        }
        Long chain = open.remove(at);
        if (chain != null && chain >= from) {
            int index = index(chain);
            lasts[index] = at;
            ends.extend(index, end);
            open.putIfAbsent(end, chain);
        } else if (ends.count() == MOST_CHAINS) {
            addUnknown(at, at + 1);
        } else {
            int index = ends.count();
            if (index == begins.length) {
                begins = Arrays.copyOf(begins, 2 * index);
                lasts = Arrays.copyOf(lasts, 2 * index);
            }
            begins[index] = at;
            lasts[index] = at;
            ends.add(end);
            open.putIfAbsent(end, at);
        }
    }

    /**
     * Returns the beginning of the first chain from {@code begin} to {@code to}, exclusive, or -1 if no chain begins
     * there.
     */
    long first(long begin, long to) {
        int index = index(begin);
        return index < ends.count() && begins[index] < to ? begins[index] : -1;
    }

    /** Like {@link #first}, for chains that end after {@code offset}. */
    long firstEndingAfter(long offset, long begin, long to) {
        int index = ends.firstAfter(index(begin), index(to), offset);
        return index < 0 ? -1 : begins[index];
    }

    /** Returns the last end of the chains that begin at {@code begin} or later, or -1 if there is no such chain. */
    long lastEnd(long begin) {
        return ends.last(index(begin));
    }

    /** Returns whether a record that begins from {@code begin} to {@code to}, exclusive, may be unknown. */
    boolean anyUnknown(long begin, long to) {
        int index = Arrays.binarySearch(large, 0, largeCount, begin);
        index = index < 0 ? -1 - index : index;
        return index < largeCount && large[index] < to || unknownFrom < to && unknownTo > begin;
    }

    /** Returns the index of the first chain that begins at {@code offset} or after it. */
    private int index(long offset) {
        int found = Arrays.binarySearch(begins, 0, ends.count(), offset);
        return found < 0 ? -1 - found : found;
    }
}
