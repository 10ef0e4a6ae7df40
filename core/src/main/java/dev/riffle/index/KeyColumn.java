package dev.riffle.index;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * Stores the key hashes of one file in ascending order, each with its record. Equal hashes keep the order of the file.
 */
final class KeyColumn {

    private static final int RADIX_BITS = 16;
    private static final int RADIX = 1 << RADIX_BITS;
    private static final int FEW = 1 << 10;
    private static final int BUFFER_VALUES = 8 << 10;

    private final String feature;
    private final long[] hashes;
    private final int[] records;

    /** Creates a column and takes ownership of both sorted arrays. */
    KeyColumn(String feature, long[] hashes, int[] records) {
        this.feature = feature;
        this.hashes = hashes;
        this.records = records;
    }

    /** Sorts hashes of ascending records, and takes ownership of both arrays. */
    static KeyColumn sorted(String feature, long[] hashes, int[] records) {
        return hashes.length <= FEW ? insert(feature, hashes, records) : distribute(feature, hashes, records);
    }

    private static KeyColumn insert(String feature, long[] hashes, int[] records) {
        for (int i = 1; i < hashes.length; i++) {
            long hash = hashes[i];
            int record = records[i];
            int at = i;
            while (at > 0 && hashes[at - 1] > hash) {
                hashes[at] = hashes[at - 1];
                records[at] = records[at - 1];
                at--;
            }
            hashes[at] = hash;
            records[at] = record;
        }
        return new KeyColumn(feature, hashes, records);
    }

    /** Sorts by 16 bits in each pass, from the lowest. Each pass is stable. */
    private static KeyColumn distribute(String feature, long[] hashes, int[] records) {
        long[] from = hashes;
        int[] fromRecords = records;
        long[] to = new long[hashes.length];
        int[] toRecords = new int[hashes.length];
        for (int shift = 0; shift < Long.SIZE; shift += RADIX_BITS) {
            int[] next = new int[RADIX + 1];
            for (long hash : from) {
                next[digit(hash, shift) + 1]++;
            }
            for (int i = 0; i < RADIX; i++) {
                next[i + 1] += next[i];
            }
            for (int i = 0; i < from.length; i++) {
                int at = next[digit(from[i], shift)]++;
                to[at] = from[i];
                toRecords[at] = fromRecords[i];
            }
            long[] spare = from;
            int[] spareRecords = fromRecords;
            from = to;
            fromRecords = toRecords;
            to = spare;
            toRecords = spareRecords;
        }
        return new KeyColumn(feature, from, fromRecords);
    }

    private static int digit(long hash, int shift) {
        // The flipped sign bit orders the hashes as signed numbers.
        return (int) ((hash ^ Long.MIN_VALUE) >>> shift) & RADIX - 1;
    }

    String feature() {
        return feature;
    }

    /** Returns the number of records with a key. */
    int count() {
        return hashes.length;
    }

    /** Returns the position of the first hash that is at least {@code hash}. */
    int first(long hash) {
        int low = 0;
        int high = hashes.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (hashes[middle] < hash) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Returns whether this hash is at a position; false after the end. */
    boolean isAt(int place, long hash) {
        return place < hashes.length && hashes[place] == hash;
    }

    int record(int place) {
        return records[place];
    }

    Iterable<ByteBuffer> hashSection() {
        return section(Long.BYTES, (buffer, i) -> buffer.putLong(hashes[i]));
    }

    Iterable<ByteBuffer> recordSection() {
        return section(Integer.BYTES, (buffer, i) -> buffer.putInt(records[i]));
    }

    @FunctionalInterface
    private interface Put {
        void put(ByteBuffer target, int index);
    }

    private Iterable<ByteBuffer> section(int valueBytes, Put put) {
        return () -> new Iterator<>() {
            private final ByteBuffer buffer =
                    ByteBuffer.allocate(BUFFER_VALUES * valueBytes).order(ByteOrder.LITTLE_ENDIAN);
            private int at;

            @Override
            public boolean hasNext() {
                return at < hashes.length;
            }

            @Override
            public ByteBuffer next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                buffer.clear();
                while (buffer.hasRemaining() && at < hashes.length) {
                    put.put(buffer, at++);
                }
                return buffer.flip();
            }
        };
    }
}
