package dev.riffle.internal.frame;

import java.util.Arrays;

/**
 * The ends of chains of records, in the order of the beginnings of the chains. Each operation takes logarithmic time.
 */
final class RecordEnds {

    private static final int FIRST_CAPACITY = 64;

    /**
     * A tree of ends. The leaves are the second half. The parent of node {@code n} is {@code n / 2} and holds the
     * larger end of its two children.
     */
    private long[] tree = new long[2 * FIRST_CAPACITY];

    private int count;

    int count() {
        return count;
    }

    long get(int index) {
        return tree[capacity() + index];
    }

    /** Returns the number of entries for which the tree has room. */
    int size() {
        return tree.length;
    }

    void add(long end) {
        if (count == capacity()) {
            long[] ends = Arrays.copyOfRange(tree, capacity(), tree.length);
            tree = new long[2 * tree.length];
            count = 0;
            for (long each : ends) {
                add(each);
            }
        }
        count++;
        extend(count - 1, end);
    }

    /** Replaces an end with a later end. */
    void extend(int index, long end) {
        for (int node = capacity() + index; node > 0 && tree[node] < end; node /= 2) {
            tree[node] = end;
        }
    }

    /**
     * Returns the first index from {@code from} to {@code to}, exclusive, whose end is after {@code offset}, or -1 if
     * there is none.
     */
    int firstAfter(int from, int to, long offset) {
        int found = from < count ? firstAfter(1, 0, capacity(), from, offset) : -1;
        return found < to ? found : -1;
    }

    private int firstAfter(int node, int first, int size, int from, long offset) {
        if (first + size <= from || tree[node] <= offset) {
            return -1;
        }
        if (size == 1) {
            return first;
        }
        int half = size / 2;
        int left = firstAfter(2 * node, first, half, from, offset);
        return left >= 0 ? left : firstAfter(2 * node + 1, first + half, half, from, offset);
    }

    /** Returns the last end of the chains at index {@code from} and after it, or -1 if there is no chain. */
    long last(int from) {
        long last = -1;
        for (int node = capacity() + from; node > 0 && from < count; node /= 2) {
            last = Math.max(last, tree[node]);
            // If this node is a left child, its right sibling covers the next leaves.
            last = node > 1 && node % 2 == 0 ? Math.max(last, tree[node + 1]) : last;
        }
        return last;
    }

    private int capacity() {
        return tree.length / 2;
    }
}
