package dev.riffle.index;

import dev.riffle.example.internal.IndexKey;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Stores the key hashes of one file in ascending order, each with its record. Equal hashes keep the order of the file.
 */
final class KeyColumn {

    private static final int RADIX_BITS = 16;
    private static final int RADIX = 1 << RADIX_BITS;
    private static final int FEW = 1 << 10;
    private static final int BUFFER_VALUES = 8 << 10;

    private final String feature;

    /** A bit {@code 1 << kind} for each kind of the keys. */
    private final int kinds;

    private final long[] hashes;
    private final int[] records;

    /** Creates a column and takes ownership of both sorted arrays. */
    KeyColumn(String feature, int kinds, long[] hashes, int[] records) {
        this.feature = feature;
        this.kinds = kinds;
        this.hashes = hashes;
        this.records = records;
    }

    /** Sorts hashes of ascending records, and takes ownership of both arrays. */
    static KeyColumn sorted(String feature, int kinds, long[] hashes, int[] records) {
        return hashes.length <= FEW
                ? insert(feature, kinds, hashes, records)
                : distribute(feature, kinds, hashes, records);
    }

    private static KeyColumn insert(String feature, int kinds, long[] hashes, int[] records) {
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
        return new KeyColumn(feature, kinds, hashes, records);
    }

    /** Sorts by 16 bits in each pass, from the lowest. Each pass is stable. */
    private static KeyColumn distribute(String feature, int kinds, long[] hashes, int[] records) {
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
        return new KeyColumn(feature, kinds, from, fromRecords);
    }

    private static int digit(long hash, int shift) {
        // The flipped sign bit orders the hashes as signed numbers.
        return (int) ((hash ^ Long.MIN_VALUE) >>> shift) & RADIX - 1;
    }

    String feature() {
        return feature;
    }

    /** Returns whether a record has a key of this kind, a constant of {@code IndexKey}. */
    boolean has(int kind) {
        return (kinds & 1 << kind) != 0;
    }

    /**
     * Checks that a record has a key, unless missing keys are allowed.
     *
     * @param name the name of the file
     * @param records number of records in the file
     * @param absence the reason why the first record has no key, if it is known
     */
    void check(String name, long records, IndexOptions.MissingKeys missing, Optional<String> absence)
            throws IOException {
        if (missing == IndexOptions.MissingKeys.SOME && records > 0 && hashes.length == 0) {
            throw new IOException(name + ": no record has a key: expected one bytes or int64 value of the feature \""
                    + feature + "\"" + absence.map(reason -> ", found in the first record: " + reason).orElse("")
                    + "; check the name of the feature, or allow missing keys");
        }
    }

    /** Returns the content of the section of kinds: a byte for each kind, ascending. */
    Iterable<ByteBuffer> kindSection() {
        ByteBuffer section = ByteBuffer.allocate(IndexKey.INT64);
        for (int kind = IndexKey.BYTES; kind <= IndexKey.INT64; kind++) {
            if (has(kind)) {
                section.put((byte) kind);
            }
        }
        return List.of(section.flip());
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
        int pieces = hashes.length / BUFFER_VALUES + (hashes.length % BUFFER_VALUES == 0 ? 0 : 1);
        return () -> IntStream.range(0, pieces)
                .mapToObj(piece -> piece(piece * BUFFER_VALUES, valueBytes, put))
                .iterator();
    }

    private ByteBuffer piece(int from, int valueBytes, Put put) {
        int count = Math.min(BUFFER_VALUES, hashes.length - from);
        ByteBuffer piece = ByteBuffer.allocate(count * valueBytes).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < count; i++) {
            put.put(piece, from + i);
        }
        return piece.flip();
    }
}
