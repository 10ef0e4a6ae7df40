package dev.riffle.spark.internal.vector;

/** How arrays that are used again grow. */
public final class Growth {

    private static final int LARGEST = Integer.MAX_VALUE - 8;

    private Growth() {}

    /** The size of an array that has room for {@code wanted} elements, and for some more of the next batch. */
    public static int of(int wanted) {
        return (int) Math.min(LARGEST, Math.max(16L, wanted + (long) (wanted >> 2)));
    }
}
