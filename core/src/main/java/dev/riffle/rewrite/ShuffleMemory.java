package dev.riffle.rewrite;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Holds records in memory and sorts them by their keys. A record is in one page: its number, its length and its
 * payload. The order takes 16 bytes for each record.
 */
final class ShuffleMemory {

    private static final int LEAST_PAGE_BYTES = 1 << 10;
    private static final int MOST_PAGE_BYTES = 4 << 20;
    private static final int PAGES = 64;
    private static final int HEADER_BYTES = Long.BYTES + Integer.BYTES;
    private static final int ORDER_BYTES = 2 * Long.BYTES;

    private final long limit;
    private final ShuffleKeys keys;
    private final int pageBytes;

    /** The pages, each filled to its position. Only a page for one large record is larger than the others. */
    private final List<ByteBuffer> pages = new ArrayList<>();

    private long bytes;
    private long peak;
    private int count;

    /** The places of the records in the order of their keys: the number of a page, and an index in the page. */
    private long[] places = {};

    private int current;

    ShuffleMemory(long limit, ShuffleKeys keys) {
        this.limit = limit;
        this.keys = keys;
        this.pageBytes = (int) Math.max(LEAST_PAGE_BYTES, Math.min(MOST_PAGE_BYTES, Long.highestOneBit(limit / PAGES)));
    }

    /** Returns the largest size of pages and order together, in bytes. */
    long peak() {
        return peak;
    }

    /** Adds a record. Returns false if it does not fit. */
    boolean add(long number, ByteBuffer payload) {
        long size = (long) HEADER_BYTES + payload.remaining();
        ByteBuffer last = pages.isEmpty() ? null : pages.get(pages.size() - 1);
        boolean fits = last != null && last.remaining() >= size;
        long more = ORDER_BYTES + (fits ? 0 : Math.max(size, pageBytes));
        if (bytes + more > limit || size > Integer.MAX_VALUE - 8) {
            return false;
        }
        if (last == null || !fits) {
            last = ByteBuffer.allocate((int) Math.max(size, pageBytes));
            pages.add(last);
        }
        last.putLong(number).putInt(payload.remaining()).put(payload.duplicate());
        count++;
        bytes += more;
        peak = Math.max(peak, bytes);
        return true;
    }

    /** Sorts the records by their keys. {@link #next} moves to the first one. */
    void sort() {
        long[] unsorted = new long[count];
        long[] order = new long[count];
        // The first bits of a key and the index of its place are one value, which the JDK sorts fast.
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(count);
        long mask = (1L << bits) - 1;
        int i = 0;
        for (int page = 0; page < pages.size(); page++) {
            ByteBuffer records = pages.get(page);
            for (int at = 0; at < records.position(); at += HEADER_BYTES + records.getInt(at + Long.BYTES)) {
                unsorted[i] = (long) page << Integer.SIZE | at;
                // The signed order of these values is the unsigned order of the keys.
                order[i] = (key(unsorted[i]) ^ Long.MIN_VALUE) & ~mask | i;
                i++;
            }
        }
        Arrays.sort(order);
        for (int j = 1; j < count; j++) {
            // Few keys have equal first bits. Their other bits decide.
            for (int k = j; k > 0 && (order[k - 1] ^ order[k]) >>> bits == 0; k--) {
                long first = order[k - 1];
                if (Long.compareUnsigned(key(unsorted[(int) (first & mask)]), key(unsorted[(int) (order[k] & mask)]))
                        < 0) {
                    break;
                }
                order[k - 1] = order[k];
                order[k] = first;
            }
        }
        for (int j = 0; j < count; j++) {
            order[j] = unsorted[(int) (order[j] & mask)];
        }
        places = order;
        current = -1;
    }

    private ByteBuffer page(long place) {
        return pages.get((int) (place >>> Integer.SIZE));
    }

    private long key(long place) {
        return keys.of(page(place).getLong((int) place));
    }

    /** Moves to the next record in the order of the keys. Returns false after the last one, and removes all records. */
    boolean next() {
        if (++current < count) {
            return true;
        }
        pages.clear();
        places = new long[0];
        bytes = 0;
        count = 0;
        return false;
    }

    /** Returns the number of the current record. */
    long number() {
        return page(places[current]).getLong((int) places[current]);
    }

    /** Returns the payload of the current record. */
    ByteBuffer payload() {
        int at = (int) places[current];
        ByteBuffer page = page(places[current]);
        return page.slice(at + HEADER_BYTES, page.getInt(at + Long.BYTES));
    }
}
