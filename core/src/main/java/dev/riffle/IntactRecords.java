package dev.riffle;

import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * The intact records that begin in the claimed spans of damaged ones. Every byte is searched once for headers, even if
 * many damaged records claim it, and every query takes logarithmic time. So a file full of headers costs no more than
 * its size.
 *
 * <p>Only chains are kept: intact records, each of which ends at the next one. A payload that is a record file is one
 * chain, regardless of the number of its records. Chains suffice because the queries are for spans of damaged records.
 * No intact record overlaps the beginning of such a span, unless a file was made for that.
 *
 * <p>Some records are unknown; {@link #anyUnknown} finds them. Records of more than {@value #MOST_BYTES} bytes are not
 * summed here: a header in a damaged payload can claim anything, and its bytes may be far ahead in a stream. A file
 * made to have more than {@value #MOST_CHAINS} chains, or a chain across the damage, can also have unknown records.
 */
final class IntactRecords {

    /** The largest frame that is summed. */
    static final int MOST_BYTES = 16 << 20;

    /** The largest number of chains that are kept at the same time, and of headers of large records. */
    static final int MOST_CHAINS = 1 << 17;

    private static final int FEW = 64;

    private final TfRecordSearch search;

    /** The beginnings of the chains, in order; the beginning of the last record of each; the end of each. */
    private long[] begins = new long[FEW];

    private long[] lasts = new long[FEW];
    private RecordEnds ends = new RecordEnds();

    /** The chains that the search may still make longer: the beginning of the first one for each end. */
    private final TreeMap<Long, Long> open = new TreeMap<>();

    /** The number of chains that begin before {@link #from}. */
    private int passed;

    /** No query asks for records before this offset. */
    private long from;

    /** The offsets of the headers of larger records, in order. */
    private long[] large = new long[8];

    private int largeCount;

    /** Records that begin from here to {@link #unknownTo}, exclusive, may not be kept. */
    private long unknownFrom = Long.MAX_VALUE;

    private long unknownTo;

    /** All bytes before this offset were searched. */
    private long scanned;

    IntactRecords(TfRecordSearch search) {
        this.search = search;
    }

    /** Discards all records before {@code offset}: no later query asks for them. */
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

    /** The tables are new, since clearing large ones for each damage would take quadratic time. */
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

    /** Searches the bytes from {@code begin} to {@code to}, exclusive. Must be called before the queries for them. */
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
     * Returns the beginning of the first chain from {@code begin} to {@code to}, exclusive; -1 if none begins there.
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

    /** Returns the last end of the chains that begin at {@code begin} or later; -1 if none begins there. */
    long lastEnd(long begin) {
        return ends.last(index(begin));
    }

    /** Returns whether a record that begins from {@code begin} to {@code to}, exclusive, may be unknown. */
    boolean anyUnknown(long begin, long to) {
        int index = Arrays.binarySearch(large, 0, largeCount, begin);
        index = index < 0 ? -1 - index : index;
        return index < largeCount && large[index] < to || unknownFrom < to && unknownTo > begin;
    }

    /** Returns the index of the first chain at {@code offset} or after it. */
    private int index(long offset) {
        int found = Arrays.binarySearch(begins, 0, ends.count(), offset);
        return found < 0 ? -1 - found : found;
    }
}
