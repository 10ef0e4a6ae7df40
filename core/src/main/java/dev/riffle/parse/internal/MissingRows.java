package dev.riffle.parse.internal;

import java.util.Arrays;

/** The rows of a batch that lack a feature. Most batches have no such rows. Callers add rows in ascending order. */
public final class MissingRows {

    private static final int[] NONE = {};

    private int[] rows = NONE;
    private int count;

    /** Returns the number of rows. */
    public int count() {
        return count;
    }

    void add(int row) {
        if (count == rows.length) {
            rows = Arrays.copyOf(rows, Math.max(16, 2 * count));
        }
        rows[count++] = row;
    }

    /** Returns whether a row lacks the feature. */
    public boolean contains(int row) {
        return count > 0 && Arrays.binarySearch(rows, 0, count, row) >= 0;
    }

    /** Returns a copy of the rows, in ascending order. */
    public int[] toArray() {
        return Arrays.copyOf(rows, count);
    }

    /** Removes {@code row} and later rows. */
    void keepBefore(int row) {
        while (count > 0 && rows[count - 1] >= row) {
            count--;
        }
    }

    /** Appends the rows of a part of the batch. The part follows the first {@code before} rows. */
    void append(int before, MissingRows others) {
        for (int i = 0; i < others.count; i++) {
            add(before + others.rows[i]);
        }
    }
}
