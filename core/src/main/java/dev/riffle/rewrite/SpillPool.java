package dev.riffle.rewrite;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/**
 * The memory of a shuffle: pages of equal size, together with what is reserved for other things never more than the limit.
 * Who needs a page when there is none makes a bucket go to its file.
 *
 * <p>The buckets that come last go first, and one that has a file already goes again as soon as it has something worth
 * writing. So the first buckets stay in memory to the end, the temporary files hold less than all records, and a set that fits
 * into memory needs none.
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

    /** The most bytes that there ever were in pages and in what was reserved. */
    long peak() {
        return peak;
    }

    /**
     * How many bits say in which of its parts a record is, if {@code bytes} are divided so that each part surely fits: a part
     * is expected to have a quarter of the memory at most, since sizes vary and its order takes room as well.
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

    /** Whether so many records of so many bytes can be in memory at once, together with their order. */
    boolean holds(long bytes, long records) {
        return records < Integer.MAX_VALUE / 2
                && (bytes / pageBytes + 2) * pageBytes + ShuffleOrder.mostBytes(records) <= limit;
    }

    /** The buckets that nobody works on at the moment, in the order of their keys: those that may have to go. */
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
        told();
        return new byte[pageBytes];
    }

    void give(List<byte[]> given) {
        free.addAll(given);
    }

    /** Takes so many bytes, or gives them back if they are negative, for something that is not made of pages. */
    void reserve(long bytes) throws IOException {
        reserved += bytes;
        while (pages * pageBytes + reserved > limit) {
            if (free.isEmpty()) {
                spill();
            }
            free.pop();
            pages--;
        }
        told();
    }

    private void told() {
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
