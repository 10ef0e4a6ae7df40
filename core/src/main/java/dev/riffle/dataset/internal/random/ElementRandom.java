package dev.riffle.dataset.internal.random;

import java.util.random.RandomGenerator;

/**
 * The random stream of one element. The seed and the pass determine the key of a {@link Philox}. The element's number
 * is the upper half of its counter. So streams of one pass do not overlap before 2^64 blocks of four words, and a new
 * stream costs no more than its object.
 *
 * <p>The class computes each single value itself, because a JDK may change the default methods of
 * {@link RandomGenerator}. Logarithms and square roots come from {@link StrictMath}, which returns equal results on all
 * JDKs. Only one thread may use a stream.
 */
public final class ElementRandom implements RandomGenerator {

    private static final long WORD = 0xFFFFFFFFL;

    private final Philox words;

    /** Creates the stream of the element with this number in this pass. */
    public ElementRandom(long seed, long seed2, long pass, long number) {
        this.words = new Philox(key(seed, seed2, pass), 0, number);
    }

    /** Returns the key of a pass: both words of the seed that a shuffle with these numbers draws for this pass. */
    private static long key(long seed, long seed2, long pass) {
        Philox words = Philox.of(seed, seed2);
        words.position(2 * pass);
        return words.next() | words.next() << 32;
    }

    @Override
    public int nextInt() {
        return words.nextWord();
    }

    @Override
    public long nextLong() {
        long high = words.next();
        return high << 32 | words.next();
    }

    @Override
    public boolean nextBoolean() {
        return nextInt() < 0;
    }

    @Override
    public int nextInt(int bound) {
        if (bound <= 0) {
            throw notPositive(bound);
        }
        return (int) below((long) bound);
    }

    @Override
    public int nextInt(int origin, int bound) {
        if (origin >= bound) {
            throw empty(origin, bound);
        }
        return (int) (origin + below((long) bound - origin));
    }

    /**
     * Returns a number below {@code bound}, which is at most 2^32 - 1. Multiplies a word by the bound. Draws again if
     * the low half of the product is among the surplus values, which would make some results more probable.
     */
    private long below(long bound) {
        long product = words.next() * bound;
        if ((product & WORD) < bound) {
            long surplus = (1L << 32) % bound;
            while ((product & WORD) < surplus) {
                product = words.next() * bound;
            }
        }
        return product >>> 32;
    }

    @Override
    public long nextLong(long bound) {
        if (bound <= 0) {
            throw notPositive(bound);
        }
        return belowLong(bound);
    }

    @Override
    public long nextLong(long origin, long bound) {
        if (origin >= bound) {
            throw empty(origin, bound);
        }
        long size = bound - origin;
        if (size > 0) {
            return origin + belowLong(size);
        }
        long value = nextLong();
        while (value < origin || value >= bound) {
            value = nextLong();
        }
        return value;
    }

    /** Returns a number below {@code bound}. Draws again if the drawn value is in the last, incomplete group. */
    private long belowLong(long bound) {
        long value = nextLong() >>> 1;
        long result = value % bound;
        while (value - result > Long.MAX_VALUE - (bound - 1)) {
            value = nextLong() >>> 1;
            result = value % bound;
        }
        return result;
    }

    @Override
    public float nextFloat() {
        return (nextInt() >>> 8) * 0x1.0p-24f;
    }

    @Override
    public float nextFloat(float bound) {
        if (!(bound > 0 && bound < Float.POSITIVE_INFINITY)) {
            throw notPositive(bound);
        }
        return nextFloat(0, bound);
    }

    @Override
    public float nextFloat(float origin, float bound) {
        if (!(origin < bound && (double) bound - origin < Double.POSITIVE_INFINITY)) {
            throw empty(origin, bound);
        }
        float value = (float) (origin + nextFloat() * ((double) bound - origin));
        return value < bound ? value : Math.nextDown(bound);
    }

    @Override
    public double nextDouble() {
        return (nextLong() >>> 11) * 0x1.0p-53;
    }

    @Override
    public double nextDouble(double bound) {
        if (!(bound > 0 && bound < Double.POSITIVE_INFINITY)) {
            throw notPositive(bound);
        }
        return nextDouble(0, bound);
    }

    /** Computes with halves if the difference of the arguments is infinite. */
    @Override
    public double nextDouble(double origin, double bound) {
        if (!(origin < bound && origin > Double.NEGATIVE_INFINITY && bound < Double.POSITIVE_INFINITY)) {
            throw empty(origin, bound);
        }
        double size = bound - origin;
        double drawn = nextDouble();
        double value = size < Double.POSITIVE_INFINITY
                ? origin + drawn * size
                : 2 * (origin / 2 + drawn * (bound / 2 - origin / 2));
        return value < bound ? value : Math.nextDown(bound);
    }

    /** Returns a number of the normal distribution, by the polar method. Keeps no number for the next call. */
    @Override
    public double nextGaussian() {
        while (true) {
            double x = 2 * nextDouble() - 1;
            double y = 2 * nextDouble() - 1;
            double square = x * x + y * y;
            if (square > 0 && square < 1) {
                return x * StrictMath.sqrt(-2 * StrictMath.log(square) / square);
            }
        }
    }

    @Override
    public double nextGaussian(double mean, double stddev) {
        if (!(stddev >= 0)) {
            throw new IllegalArgumentException("stddev must not be negative: " + stddev);
        }
        return mean + stddev * nextGaussian();
    }

    @Override
    public double nextExponential() {
        return -StrictMath.log(1 - nextDouble());
    }

    @Override
    public void nextBytes(byte[] bytes) {
        for (int i = 0; i < bytes.length; i += 4) {
            int word = nextInt();
            for (int at = i; at < Math.min(i + 4, bytes.length); at++) {
                bytes[at] = (byte) word;
                word >>>= 8;
            }
        }
    }

    private static IllegalArgumentException notPositive(Number bound) {
        return new IllegalArgumentException("bound must be positive and finite: " + bound);
    }

    private static IllegalArgumentException empty(Number origin, Number bound) {
        return new IllegalArgumentException(
                "bound must be greater than origin, and both finite: " + bound + " and " + origin);
    }
}
