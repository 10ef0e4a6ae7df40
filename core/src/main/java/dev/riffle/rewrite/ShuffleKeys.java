package dev.riffle.rewrite;

/**
 * Computes a 64-bit key for each record of a set from the seed and the record number. Every step is invertible, so
 * different numbers have different keys. So the order of the keys is a permutation without ties.
 *
 * <p>The order is part of the contract: another constant would change the result for every seed.
 */
final class ShuffleKeys {

    /** The golden ratio in 64 bits. With this step, consecutive numbers differ in many bits. */
    private static final long STEP = 0x9e3779b97f4a7c15L;

    private final long before;
    private final long between;

    ShuffleKeys(long seed) {
        this.before = mixed(seed + STEP);
        this.between = mixed(before + STEP);
    }

    /** Returns the key of the record with this number. Keys are unsigned numbers. */
    long of(long number) {
        return mixed(mixed(number * STEP + before) + between);
    }

    /** Applies the finalizer of SplitMix64: each bit of the result depends on each bit of the value. */
    private static long mixed(long value) {
        long bits = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
        bits = (bits ^ (bits >>> 27)) * 0x94d049bb133111ebL;
        return bits ^ (bits >>> 31);
    }
}
