package dev.riffle.dataset.internal.engine;

/** Adds and multiplies cardinalities. Results above {@link Long#MAX_VALUE} become {@link Long#MAX_VALUE}. */
public final class Cardinality {

    private Cardinality() {}

    /** Returns the sum of two known cardinalities. */
    public static long sum(long first, long second) {
        long sum = first + second;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    /** Returns the product of two known cardinalities. */
    public static long product(long first, long second) {
        return Math.multiplyHigh(first, second) != 0 || first * second < 0 ? Long.MAX_VALUE : first * second;
    }

    /**
     * Returns the cardinality of {@code count} passes over {@code size} elements. A negative count means an infinite
     * number of passes.
     */
    public static long repeated(long size, long count) {
        if (size == 0 || count == 0) {
            return 0;
        }
        if (count < 0) {
            return Node.INFINITE_CARDINALITY;
        }
        return size < 0 ? size : product(size, count);
    }
}
