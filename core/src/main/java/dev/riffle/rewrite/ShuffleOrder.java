package dev.riffle.rewrite;

/**
 * Sorts the places of records by their keys, with 16 bytes for each record. The keys are random, so a quicksort has no
 * bad case.
 */
final class ShuffleOrder {

    private static final int RECORD_BYTES = 2 * Long.BYTES;

    private static final int INSERTION_SORT = 16;

    private long[] keys = {};
    private long[] places = {};
    private int count;

    /** Returns the largest size in bytes of an order of this number of records. */
    static long maxBytes(long records) {
        return RECORD_BYTES * (records + records / 4);
    }

    /** Removes all records. Keeps the memory only if the next {@code records} records need about the same size. */
    void clear(int records) {
        count = 0;
        if (keys.length < records || keys.length > records + records / 4) {
            keys = new long[0];
            places = new long[0];
        }
    }

    /** Returns the number of additional bytes for this number of records. */
    long missingBytes(int records) {
        return keys.length < records ? (long) RECORD_BYTES * records : 0;
    }

    /** Allocates memory for this number of records. */
    void grow(int records) {
        if (keys.length < records) {
            keys = new long[records];
            places = new long[records];
        }
    }

    /** Returns the size of the arrays in bytes. */
    long bytes() {
        return (long) RECORD_BYTES * keys.length;
    }

    void add(long key, long place) {
        // The signed order of these values is the unsigned order of the keys.
        keys[count] = key ^ Long.MIN_VALUE;
        places[count++] = place;
    }

    long place(int index) {
        return places[index];
    }

    void sort() {
        sort(0, count - 1);
    }

    private void sort(int first, int last) {
        int from = first;
        int to = last;
        while (to - from > INSERTION_SORT) {
            int middle = partition(from, to);
            if (middle - from < to - middle) {
                sort(from, middle);
                from = middle + 1;
            } else {
                sort(middle + 1, to);
                to = middle;
            }
        }
        for (int i = from + 1; i <= to; i++) {
            insert(from, i);
        }
    }

    /**
     * Partitions a range: keys up to the returned index are at most the pivot, and keys after it are at least the
     * pivot.
     */
    private int partition(int from, int to) {
        long pivot = keys[(from + to) >>> 1];
        int low = from - 1;
        int high = to + 1;
        while (true) {
            do {
                low++;
            } while (keys[low] < pivot);
            do {
                high--;
            } while (keys[high] > pivot);
            if (low >= high) {
                return high;
            }
            long key = keys[low];
            keys[low] = keys[high];
            keys[high] = key;
            long place = places[low];
            places[low] = places[high];
            places[high] = place;
        }
    }

    private void insert(int from, int index) {
        long key = keys[index];
        long place = places[index];
        int at = index;
        while (at > from && keys[at - 1] > key) {
            keys[at] = keys[at - 1];
            places[at] = places[at - 1];
            at--;
        }
        keys[at] = key;
        places[at] = place;
    }
}
