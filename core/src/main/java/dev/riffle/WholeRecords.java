package dev.riffle;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The intact records that begin in the claimed spans of damaged ones. Every byte is searched once for headers, even if many
 * damaged records claim it, and every query takes logarithmic time. So a file full of headers costs no more than its size.
 *
 * <p>Records of more than {@value #MOST_BYTES} bytes are not summed here: a header in a damaged payload can claim anything,
 * and its bytes may be far ahead in a stream. {@link #anyLarge} finds such headers.
 */
final class WholeRecords {

    /** The largest frame that is summed. */
    static final int MOST_BYTES = 16 << 20;

    private static final int FEW = 64;

    private final TfRecordSearch search;

    /** Where the records begin, in order; where the chain of intact records begins that leads to each; where each ends. */
    private long[] begins = new long[FEW];

    private long[] chains = new long[FEW];
    private RecordEnds ends = new RecordEnds();

    /** For each end the index of the record that ends there. */
    private Map<Long, Integer> byEnd = new HashMap<>();

    /** Where the headers of larger records are, in order. */
    private long[] large = new long[8];

    private int largeCount;

    /** All bytes before this offset were searched. */
    private long scanned;

    WholeRecords(TfRecordSearch search) {
        this.search = search;
    }

    /** Forgets all records before {@code from}: no later query asks for them. */
    void begin(long from) {
        int before = index(from);
        if (before > 0 && before == ends.count() || before > FEW && before > ends.count() / 2) {
            rebuild(before);
        }
        if (largeCount > 0 && large[largeCount - 1] < from) {
            largeCount = 0;
        }
    }

    /** The tables are new, since clearing large ones for each damage would take quadratic time. */
    private void rebuild(int from) {
        RecordEnds before = ends;
        int count = before.count() - from;
        begins = Arrays.copyOfRange(begins, from, from + Math.max(FEW, count));
        chains = Arrays.copyOfRange(chains, from, from + Math.max(FEW, count));
        ends = new RecordEnds();
        byEnd = new HashMap<>();
        for (int i = 0; i < count; i++) {
            byEnd.putIfAbsent(before.get(from + i), i);
            ends.add(before.get(from + i));
        }
        search.entriesMoved(ends.size());
    }

    /** Searches the bytes from {@code from} to {@code to}, exclusive. Must be called before the queries for them. */
    void scan(long from, long to) throws IOException {
        scanned = Math.max(scanned, from);
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
            large = largeCount == large.length ? Arrays.copyOf(large, 2 * largeCount) : large;
            large[largeCount++] = at;
        } else if (search.isWhole(at, end)) {
            int index = ends.count();
            if (index == begins.length) {
                begins = Arrays.copyOf(begins, 2 * index);
                chains = Arrays.copyOf(chains, 2 * index);
            }
            Integer before = byEnd.get(at);
            begins[index] = at;
            chains[index] = before == null ? at : chains[before];
            byEnd.putIfAbsent(end, index);
            ends.add(end);
        }
    }

    /** Returns where the first intact record begins from {@code from} to {@code to}, exclusive; -1 if there is none. */
    long first(long from, long to) {
        int index = index(from);
        return index < ends.count() && begins[index] < to ? begins[index] : -1;
    }

    /** Like {@link #first}, for records that end after {@code offset}. */
    long firstEndingAfter(long offset, long from, long to) {
        int index = ends.firstAfter(index(from), index(to), offset);
        return index < 0 ? -1 : begins[index];
    }

    /** Returns whether an intact record begins at {@code from} or later and ends at {@code end}. */
    boolean anyEndsAt(long end, long from) {
        Integer index = byEnd.get(end);
        return index != null && begins[index] >= from;
    }

    /** Returns the last end of the intact records from {@code from} on; -1 if there is none. */
    long lastEnd(long from) {
        return ends.last(index(from));
    }

    /**
     * Returns where the chain begins that leads to the intact record at {@code begin}: intact records, each of which ends at
     * the next one. Nothing before {@code from} counts.
     */
    long chain(long begin, long from) {
        return Math.max(from, chains[index(begin)]);
    }

    /** Like {@link #chain}, for the intact record that ends at {@code end}. */
    long chainTo(long end, long from) {
        Integer index = byEnd.get(end);
        return index == null ? end : Math.max(from, chains[index]);
    }

    /** Returns whether the header of a record that is too large to be summed is at {@code from} to {@code to}, exclusive. */
    boolean anyLarge(long from, long to) {
        int index = Arrays.binarySearch(large, 0, largeCount, from);
        index = index < 0 ? -1 - index : index;
        return index < largeCount && large[index] < to;
    }

    /** Returns the index of the first record at {@code offset} or after it. */
    private int index(long offset) {
        int found = Arrays.binarySearch(begins, 0, ends.count(), offset);
        return found < 0 ? -1 - found : found;
    }
}
