package dev.riffle.dataset.internal.random;

/**
 * Philox4x32-10, the generator of TensorFlow's datasets. Each word is a function of a key and a counter, so the
 * generator can jump to any position. Ten rounds of two multiplications compute four words from each counter value.
 *
 * <p>Only one thread may use a generator.
 */
public final class Philox {

    private static final int MULTIPLIER_0 = 0xD2511F53;
    private static final int MULTIPLIER_2 = 0xCD9E8D57;
    private static final int WEYL_0 = 0x9E3779B9;
    private static final int WEYL_1 = 0xBB67AE85;
    private static final int ROUNDS = 10;
    private static final long WORD = 0xFFFFFFFFL;

    private final long key;
    private final long counterLow;
    private final long counterHigh;

    private long position;
    private int word0;
    private int word1;
    private int word2;
    private int word3;

    /** Creates a stream at its beginning from a key and a counter, each with its first word in the low bits. */
    public Philox(long key, long counterLow, long counterHigh) {
        this.key = key;
        this.counterLow = counterLow;
        this.counterHigh = counterHigh;
    }

    /** Returns the stream for the two seeds of a dataset. */
    public static Philox of(long seed, long seed2) {
        return new Philox(seed, 0, seed2);
    }

    /** Returns the next word of the stream, as a number from 0 to 2^32 - 1. */
    public long next() {
        return nextWord() & WORD;
    }

    /** Returns the next word of the stream. */
    int nextWord() {
        int lane = (int) position & 3;
        if (lane == 0) {
            makeBlock(position >>> 2);
        }
        position++;
        return lane == 0 ? word0 : lane == 1 ? word1 : lane == 2 ? word2 : word3;
    }

    /** Returns the number of words that callers have taken. */
    public long position() {
        return position;
    }

    /** Moves the stream to the position after this number of words. */
    public void position(long words) {
        position = words;
        if ((words & 3) != 0) {
            makeBlock(words >>> 2);
        }
    }

    private void makeBlock(long number) {
        long low = counterLow + number;
        long high = Long.compareUnsigned(low, number) < 0 ? counterHigh + 1 : counterHigh;
        int c0 = (int) low;
        int c1 = (int) (low >>> 32);
        int c2 = (int) high;
        int c3 = (int) (high >>> 32);
        int k0 = (int) key;
        int k1 = (int) (key >>> 32);
        for (int round = 0; round < ROUNDS; round++) {
            long p0 = (MULTIPLIER_0 & WORD) * (c0 & WORD);
            long p1 = (MULTIPLIER_2 & WORD) * (c2 & WORD);
            c0 = (int) (p1 >>> 32) ^ c1 ^ k0;
            c1 = (int) p1;
            c2 = (int) (p0 >>> 32) ^ c3 ^ k1;
            c3 = (int) p0;
            k0 += WEYL_0;
            k1 += WEYL_1;
        }
        word0 = c0;
        word1 = c1;
        word2 = c2;
        word3 = c3;
    }
}
