package dev.riffle.dataset.internal.shuffle;

import dev.riffle.dataset.stage.Seed;

/**
 * A random order of the numbers from 0, inclusive, to {@code size}, exclusive, in constant memory. Each seed and epoch
 * has another order.
 *
 * <p>A Feistel network permutes the numbers below a power of two that is less than twice the size. Each round changes
 * one half of the bits by a hash of the other half. A round is reversible, so different numbers have different results.
 * If a result is out of range, {@link #at} applies the network again until the result is in range ("cycle walking"). So
 * the order is a permutation of the range.
 */
final class RandomOrder {

    private static final int ROUNDS = 5;

    private final long size;
    private final int lowBits;
    private final long lowMask;
    private final long highMask;
    private final long[] keys = new long[2 * ROUNDS];

    RandomOrder(long size, Seed seed, long epoch) {
        this.size = size;
        int bits = Math.max(2, Long.SIZE - Long.numberOfLeadingZeros(Math.max(size - 1, 0)));
        this.lowBits = bits / 2;
        this.lowMask = (1L << lowBits) - 1;
        this.highMask = (1L << (bits - lowBits)) - 1;
        long state = mix(mix(mix(seed.seed()) ^ seed.seed2()) ^ epoch);
        for (int i = 0; i < keys.length; i++) {
            state += 0x9e3779b97f4a7c15L;
            keys[i] = mix(state);
        }
    }

    /** Returns the number at a place of the order. */
    long at(long place) {
        long number = place;
        do {
            number = permute(number);
        } while (number >= size);
        return number;
    }

    private long permute(long number) {
        long low = number & lowMask;
        long high = number >>> lowBits;
        for (int i = 0; i < keys.length; i += 2) {
            low ^= mix(high ^ keys[i]) & lowMask;
            high ^= mix(low ^ keys[i + 1]) & highMask;
        }
        return high << lowBits | low;
    }

    /**
     * Returns a hash in which each bit depends on all bits of the input: David Stafford's thirteenth variant of
     * MurmurHash3's finisher.
     */
    private static long mix(long value) {
        long mixed = (value ^ value >>> 30) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94d049bb133111ebL;
        return mixed ^ mixed >>> 31;
    }
}
