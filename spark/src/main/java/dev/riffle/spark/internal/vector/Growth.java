package dev.riffle.spark.internal.vector;

/** Computes the sizes of reused arrays. */
public final class Growth {

    private static final int LARGEST = Integer.MAX_VALUE - 8;

    private Growth() {}

    /** Returns the size of an array with room for {@code wanted} elements, and some more for the next batch. */
    public static int of(int wanted) {
        return (int) Math.min(LARGEST, Math.max(16L, wanted + (long) (wanted >> 2)));
    }
}
