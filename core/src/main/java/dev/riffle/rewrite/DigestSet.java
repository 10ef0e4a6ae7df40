package dev.riffle.rewrite;

import java.util.Arrays;

/**
 * Stores a set of 128-bit digests without an object for each. The set uses open addressing in arrays that are between
 * three eighths and three quarters full, with 21 to 43 bytes for each digest. The first byte of a digest selects one of
 * 256 tables, so that growth copies only a 256th of the set at a time.
 */
final class DigestSet {

    private static final int TABLES = 256;
    private static final int FIRST_SLOTS = 16;
    private static final int MAX_SLOTS = 1 << 29;

    private final long[][] tables = new long[TABLES][2 * FIRST_SLOTS];
    private final int[] sizes = new int[TABLES];

    /** Adds a digest and returns whether it is new. */
    boolean add(long high, long low) {
        // Two zeros mark an empty slot. So the set stores the digest of two zeros, one of 2^128, as the next one.
        long second = high == 0 && low == 0 ? 1 : low;
        int index = (int) (high >>> 56);
        long[] table = tables[index];
        int slot = slot(table, high, second);
        if ((table[slot] | table[slot + 1]) != 0) {
            return false;
        }
        table[slot] = high;
        table[slot + 1] = second;
        if (++sizes[index] > table.length / 8 * 3) {
            tables[index] = grown(table);
        }
        return true;
    }

    /** Returns the slot of the digest, or the free slot for it. */
    private static int slot(long[] table, long high, long low) {
        int mask = table.length / 2 - 1;
        int at = (int) low & mask;
        while (true) {
            int slot = 2 * at;
            boolean free = (table[slot] | table[slot + 1]) == 0;
            if (free || (table[slot] == high && table[slot + 1] == low)) {
                return slot;
            }
            at = (at + 1) & mask;
        }
    }

    private static long[] grown(long[] table) {
        int slots = table.length / 2;
        if (slots >= MAX_SLOTS) {
            throw new IllegalStateException("too many different records: the limit is about 100,000 million");
        }
        long[] larger = new long[4 * slots];
        for (int i = 0; i < table.length; i += 2) {
            if ((table[i] | table[i + 1]) != 0) {
                int slot = slot(larger, table[i], table[i + 1]);
                larger[slot] = table[i];
                larger[slot + 1] = table[i + 1];
            }
        }
        return larger;
    }

    /** Returns the number of digests. */
    long size() {
        return Arrays.stream(sizes).asLongStream().sum();
    }
}
