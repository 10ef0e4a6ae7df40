package dev.riffle.spark.internal.infer;

import dev.riffle.example.ExampleCursor;

/** Stores the ranges of the values of a bytes_list in a message. One object can read many features. */
final class ByteRanges {

    private int[] offsets = new int[16];
    private int[] sizes = new int[16];

    /** Reads the ranges of the feature at the cursor, which has {@code count} values. */
    void read(ExampleCursor cursor, int count) {
        if (offsets.length < count) {
            offsets = new int[count];
            sizes = new int[count];
        }
        cursor.copyRanges(offsets, sizes, 0);
    }

    int offset(int index) {
        return offsets[index];
    }

    int size(int index) {
        return sizes[index];
    }
}
