package dev.riffle.index;

import java.util.Arrays;

/** Collects the key hashes and the numbers of the records with a key, during a scan. */
final class KeyCollector {

    private static final int FIRST_CAPACITY = 256;
    private static final int MAX = Integer.MAX_VALUE - 8;

    private long[] hashes = new long[FIRST_CAPACITY];
    private int[] records = new int[FIRST_CAPACITY];
    private int count;
    private int kinds;

    /** Adds the key of a record. {@code kind} is a constant of {@code IndexKey}. */
    void add(long hash, int record, int kind) {
        kinds |= 1 << kind;
        add(hash, record);
    }

    private void add(long hash, int record) {
        if (count == hashes.length) {
            int grown = (int) Math.min(count + (count >> 1) + 1L, MAX);
            if (grown == count) {
                throw new IllegalArgumentException("a file must not have more than " + MAX + " keys");
            }
            hashes = Arrays.copyOf(hashes, grown);
            records = Arrays.copyOf(records, grown);
        }
        hashes[count] = hash;
        records[count++] = record;
    }

    /** Adds the keys of the following records. The number of the first of these records is {@code first}. */
    void addAll(KeyCollector next, long first) {
        kinds |= next.kinds;
        for (int i = 0; i < next.count; i++) {
            add(next.hashes[i], Math.toIntExact(first + next.records[i]));
        }
    }

    KeyColumn sorted(String feature) {
        return KeyColumn.sorted(feature, kinds, Arrays.copyOf(hashes, count), Arrays.copyOf(records, count));
    }
}
