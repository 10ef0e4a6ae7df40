package dev.riffle.rewrite;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/**
 * The memory of a shuffle: pages of equal size. Together with reserved memory they never exceed the limit. If no page
 * is free, taking one moves a bucket to its file.
 *
 * <p>The last buckets move first. A bucket with a file moves again as soon as it has enough to write. So the first
 * buckets stay in memory to the end, and the temporary files never hold all records. A set that fits into memory needs
 * no files.
 */
final class SpillPool {

    private static final int MOST_PAGE_BYTES = 64 << 10;
    private static final int LEAST_PAGE_BYTES = 256;
    private static final int PAGES = 1024;

    private final long limit;
    private final int pageBytes;
    private final SpillFolder folder;
    private final ArrayDeque<byte[]> free = new ArrayDeque<>();
    private final ArrayDeque<SpillBucket> waiting = new ArrayDeque<>();
    private long pages;
    private long reserved;
    private long peak;

    SpillPool(long limit, SpillFolder folder) {
        this.limit = limit;
        this.folder = folder;
        this.pageBytes = (int) Math.max(LEAST_PAGE_BYTES, Math.min(MOST_PAGE_BYTES, Long.highestOneBit(limit / PAGES)));
    }

    int pageBytes() {
        return pageBytes;
    }

    /** Returns the most bytes that pages and reservations ever took together. */
    long peak() {
        return peak;
    }

    /**
     * Returns the number of key bits that divides {@code bytes} into parts that surely fit into memory. An average part
     * takes at most a quarter of the memory, because sizes vary and the order of a part takes room too.
     */
    int bitsFor(long bytes) {
        int least = 4;
        int most = Math.max(least, 63 - Long.numberOfLeadingZeros(limit / pageBytes / 4));
        int bits = least;
        while (bits < most && bytes >>> bits > limit / 4) {
            bits++;
        }
        return bits;
    }

    /** Returns whether records of these bytes fit into memory at once, together with their order. */
    boolean holds(long bytes, long records) {
        return records < Integer.MAX_VALUE / 2
                && (bytes / pageBytes + 2) * pageBytes + ShuffleOrder.mostBytes(records) <= limit;
    }

    /** Returns the buckets that are not in use, in key order; these may move to their files. */
    Deque<SpillBucket> waiting() {
        return waiting;
    }

    byte[] take() throws IOException {
        if (free.isEmpty() && (pages + 1) * pageBytes + reserved > limit) {
            spill();
        }
        if (!free.isEmpty()) {
            return free.pop();
        }
        pages++;
        reported();
        return new byte[pageBytes];
    }

    void give(List<byte[]> given) {
        free.addAll(given);
    }

    /** Reserves bytes for memory other than pages; a negative number releases them. */
    void reserve(long bytes) throws IOException {
        reserved += bytes;
        while (pages * pageBytes + reserved > limit) {
            if (free.isEmpty()) {
                spill();
            }
            free.pop();
            pages--;
        }
        reported();
    }

    private void reported() {
        peak = Math.max(peak, pages * pageBytes + reserved);
    }

    private void spill() throws IOException {
        long worthWriting = Math.max(1, limit / pageBytes / (4L * Math.max(1, waiting.size())));
        SpillBucket largest = null;
        SpillBucket last = null;
        for (Iterator<SpillBucket> each = waiting.descendingIterator(); each.hasNext(); ) {
            SpillBucket bucket = each.next();
            if (bucket.pages() == 0) {
                continue;
            }
            if (!bucket.isSpilled()) {
                last = last == null ? bucket : last;
            } else if (largest == null || bucket.pages() > largest.pages()) {
                largest = bucket;
            }
        }
        SpillBucket goes = largest != null && (last == null || largest.pages() >= worthWriting) ? largest : last;
        if (goes == null) {
            throw new IllegalStateException("no bucket has a page of the " + pages);
        }
        goes.spill(folder);
    }
}
