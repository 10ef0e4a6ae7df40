package dev.riffle.rewrite;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/**
 * Manages the memory of a shuffle in pages of equal size. The pages and the reserved memory together never exceed the
 * limit. If no page is free, {@link #take} moves a bucket to its file.
 *
 * <p>The last buckets in key order move first. A bucket with a file moves again when it has enough pages. So the first
 * buckets stay in memory to the end, and the temporary files never contain all records. A set that fits into memory
 * needs no files.
 */
final class SpillPool {

    private static final int MAX_PAGE_BYTES = 64 << 10;
    private static final int MIN_PAGE_BYTES = 256;
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
        this.pageBytes = (int) Math.max(MIN_PAGE_BYTES, Math.min(MAX_PAGE_BYTES, Long.highestOneBit(limit / PAGES)));
    }

    int pageBytes() {
        return pageBytes;
    }

    /** Returns the largest size of pages and reservations together, in bytes. */
    long peak() {
        return peak;
    }

    /**
     * Returns the number of key bits that divides {@code bytes} into parts that fit into memory. An average part uses
     * at most a quarter of the memory, because sizes vary and the order of a part needs memory too.
     */
    int bitsFor(long bytes) {
        int min = 4;
        int max = Math.max(min, 63 - Long.numberOfLeadingZeros(limit / pageBytes / 4));
        int bits = min;
        while (bits < max && bytes >>> bits > limit / 4) {
            bits++;
        }
        return bits;
    }

    /** Returns whether records of this size fit into memory together with their order. */
    boolean holds(long bytes, long records) {
        return records < Integer.MAX_VALUE / 2
                && (bytes / pageBytes + 2) * pageBytes + ShuffleOrder.maxBytes(records) <= limit;
    }

    /** Returns the unused buckets, in key order. The pool may move these buckets to their files. */
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
        updatePeak();
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
        updatePeak();
    }

    private void updatePeak() {
        peak = Math.max(peak, pages * pageBytes + reserved);
    }

    private void spill() throws IOException {
        long worthWriting = Math.max(1, limit / pageBytes / (4L * Math.max(1, waiting.size())));
        SpillBucket largest = null;
        SpillBucket last = null;
        for (Iterator<SpillBucket> buckets = waiting.descendingIterator(); buckets.hasNext(); ) {
            SpillBucket bucket = buckets.next();
            if (bucket.pages() == 0) {
                continue;
            }
            if (!bucket.isSpilled()) {
                last = last == null ? bucket : last;
            } else if (largest == null || bucket.pages() > largest.pages()) {
                largest = bucket;
            }
        }
        SpillBucket chosen = largest != null && (last == null || largest.pages() >= worthWriting) ? largest : last;
        if (chosen == null) {
            throw new IllegalStateException("no waiting bucket uses any of the " + pages + " pages");
        }
        chosen.spill(folder);
    }
}
