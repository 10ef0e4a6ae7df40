package dev.riffle.rewrite;

/**
 * A set of 128-bit digests without an object for each, or a map from digests to numbers. The table uses open addressing
 * in arrays that are half to three quarters full after they have grown, with 21 to 32 bytes for each digest, or 32 to
 * 48 bytes with a number. The last byte of a digest selects one of 256 tables, so that growth copies only a 256th of
 * the digests at a time.
 */
final class DigestTable {

    private static final int TABLES = 256;
    private static final int FIRST_SLOTS = 4;
    private static final int MAX_SLOTS = 1 << 28;

    /** The number of longs in a slot. */
    private final int width;

    private final long[][] tables;
    private final int[] sizes = new int[TABLES];

    /** The number of longs that have been added to the tables. */
    private long longs;

    private DigestTable(int width) {
        this.width = width;
        this.tables = new long[TABLES][width];
    }

    static DigestTable ofDigests() {
        return new DigestTable(2);
    }

    static DigestTable withNumbers() {
        return new DigestTable(3);
    }

    /** Adds a digest to a set, and returns whether it is new. */
    boolean add(long high, long low) {
        boolean isNew = find(high, low) < 0;
        if (isNew) {
            insert(high, low);
        }
        return isNew;
    }

    /** Returns the position of a digest's number, valid until the next {@link #put}; -1 if the digest is absent. */
    long find(long high, long low) {
        int index = index(high, low);
        int slot = slot(tables[index], high, second(high, low));
        return isFree(tables[index], slot) ? -1 : place(index, slot);
    }

    /** Adds a digest with a number. The digest must be absent. */
    void put(long high, long low, long value) {
        set(insert(high, low), value);
    }

    private long insert(long high, long low) {
        int index = index(high, low);
        long[] table = tables[index];
        if (++sizes[index] > table.length / width / 4 * 3) {
            table = grown(table);
            longs += table.length - tables[index].length;
            tables[index] = table;
        }
        int slot = slot(table, high, second(high, low));
        table[slot] = high;
        table[slot + 1] = second(high, low);
        return place(index, slot);
    }

    /** Returns the size of the tables in bytes. */
    long bytes() {
        return Long.BYTES * longs;
    }

    private static int index(long high, long low) {
        return (int) second(high, low) & TABLES - 1;
    }

    private static long place(int index, int slot) {
        return (long) index << Integer.SIZE | slot;
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
    private int slot(long[] table, long high, long low) {
        int slots = table.length / width;
        int at = (int) Math.multiplyHigh(low >>> 1, 2L * slots);
        while (true) {
            int slot = width * at;
            if (isFree(table, slot) || (table[slot] == high && table[slot + 1] == low)) {
                return slot;
            }
            at = at + 1 == slots ? 0 : at + 1;
        }
    }

    private long[] grown(long[] table) {
        int slots = table.length / width;
        if (slots >= MAX_SLOTS) {
            throw new IllegalStateException("too many different records: the limit is about 100,000 million");
        }
        long[] larger = new long[width * Math.max(FIRST_SLOTS, slots + slots / 2)];
        for (int i = 0; i < table.length; i += width) {
            if (!isFree(table, i)) {
                int slot = slot(larger, table[i], table[i + 1]);
                System.arraycopy(table, i, larger, slot, width);
            }
        }
        return larger;
    }
}
