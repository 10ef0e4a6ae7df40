package dev.riffle.rewrite;

/**
 * Maps 128-bit digests to numbers without an object for each. The table uses open addressing in arrays that are half to
 * three quarters full after they have grown, with 32 to 48 bytes for each digest. The first byte of a digest selects
 * one of 256 tables, so that growth copies only a 256th of the map at a time.
 */
final class DigestTable {

    private static final int TABLES = 256;
    private static final int FIRST_SLOTS = 16;
    private static final int MAX_SLOTS = 1 << 28;
    private static final int WIDTH = 3;

    private final long[][] tables = new long[TABLES][WIDTH * FIRST_SLOTS];
    private final int[] sizes = new int[TABLES];

    /** Returns the position of a digest's number, valid until the next {@link #put}; -1 if the digest is absent. */
    long find(long high, long low) {
        int index = (int) (high >>> 56);
        int slot = slot(tables[index], high, second(high, low));
        return isFree(tables[index], slot) ? -1 : (long) index << Integer.SIZE | slot;
    }

    /** Adds a digest, which must be absent. */
    void put(long high, long low, long value) {
        int index = (int) (high >>> 56);
        long[] table = tables[index];
        if (++sizes[index] > table.length / WIDTH / 4 * 3) {
            table = grown(table);
            tables[index] = table;
        }
        int slot = slot(table, high, second(high, low));
        table[slot] = high;
        table[slot + 1] = second(high, low);
        table[slot + 2] = value;
    }

    long value(long place) {
        return tables[(int) (place >>> Integer.SIZE)][(int) place + 2];
    }

    void set(long place, long value) {
        tables[(int) (place >>> Integer.SIZE)][(int) place + 2] = value;
    }

    /**
     * Returns the second half of a digest to store. Replaces the digest of two zeros, one of 2^128, with the next one,
     * because two zeros mark an empty slot.
     */
    private static long second(long high, long low) {
        return high == 0 && low == 0 ? 1 : low;
    }

    private static boolean isFree(long[] table, int slot) {
        return (table[slot] | table[slot + 1]) == 0;
    }

    /** Returns the slot of the digest, or the free slot for it. The number of slots need not be a power of two. */
    private static int slot(long[] table, long high, long low) {
        int slots = table.length / WIDTH;
        int at = (int) Math.multiplyHigh(low >>> 1, 2L * slots);
        while (true) {
            int slot = WIDTH * at;
            if (isFree(table, slot) || (table[slot] == high && table[slot + 1] == low)) {
                return slot;
            }
            at = at + 1 == slots ? 0 : at + 1;
        }
    }

    private static long[] grown(long[] table) {
        int slots = table.length / WIDTH;
        if (slots >= MAX_SLOTS) {
            throw new IllegalStateException("too many different records: the limit is about 100,000 million");
        }
        long[] larger = new long[WIDTH * (slots + slots / 2)];
        for (int i = 0; i < table.length; i += WIDTH) {
            if (!isFree(table, i)) {
                int slot = slot(larger, table[i], table[i + 1]);
                System.arraycopy(table, i, larger, slot, WIDTH);
            }
        }
        return larger;
    }
}
