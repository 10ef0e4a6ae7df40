package dev.riffle.index;

import dev.riffle.example.internal.IndexKey;
import dev.riffle.internal.LittleEndian;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/**
 * The key hashes of one file in ascending order, each with its record. Equal hashes keep the order of the file. The
 * keys are in the blocks of the index file, 256 of them in each block: the hash (8 bytes) and the record (4 bytes).
 *
 * @param feature the name of the feature
 * @param kinds a bit {@code 1 << kind} for each kind of the keys
 * @param count the number of records with a key
 * @param blocks the blocks
 */
record KeyColumn(String feature, int kinds, long count, BlockSource blocks) {

    /** The number of keys in a block. */
    static final int BLOCK_KEYS = 256;

    static final int KEY_BYTES = Long.BYTES + Integer.BYTES;
    static final int BLOCK_BYTES = BLOCK_KEYS * KEY_BYTES;

    /** The number of interpolations, after which a search halves its range. */
    private static final int GUESSES = 8;

    private static final int RADIX_BITS = 16;
    private static final int RADIX = 1 << RADIX_BITS;
    private static final int FEW = 1 << 10;

    /** Sorts hashes of ascending records, and takes ownership of both arrays. */
    static KeyColumn sorted(String feature, int kinds, long[] hashes, int[] records) {
        return hashes.length <= FEW
                ? insert(feature, kinds, hashes, records)
                : distribute(feature, kinds, hashes, records);
    }

    private static KeyColumn of(String feature, int kinds, long[] hashes, int[] records) {
        byte[][] blocks = new byte[(int) blocks(hashes.length)][];
        for (int i = 0; i < blocks.length; i++) {
            int from = i * BLOCK_KEYS;
            int count = Math.min(BLOCK_KEYS, hashes.length - from);
            blocks[i] = new byte[count * KEY_BYTES + BlockSource.SLACK_BYTES];
            for (int k = 0; k < count; k++) {
                LittleEndian.putLong(blocks[i], k * KEY_BYTES, hashes[from + k]);
                LittleEndian.putInt(blocks[i], k * KEY_BYTES + Long.BYTES, records[from + k]);
            }
        }
        return new KeyColumn(feature, kinds, hashes.length, number -> blocks[(int) number]);
    }

    /** Returns the number of blocks for some keys. */
    static long blocks(long keys) {
        return (keys + BLOCK_KEYS - 1) / BLOCK_KEYS;
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
        return of(feature, kinds, hashes, records);
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
        return of(feature, kinds, from, fromRecords);
    }

    private static int digit(long hash, int shift) {
        // The flipped sign bit orders the hashes as signed numbers.
        return (int) ((hash ^ Long.MIN_VALUE) >>> shift) & RADIX - 1;
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
        if (missing == IndexOptions.MissingKeys.SOME && records > 0 && count == 0) {
            throw new IOException(name + ": no record has a key: expected one bytes or int64 value of the feature \""
                    + feature + "\""
                    + absence.map(reason -> ", found in the first record: " + reason)
                            .orElse("")
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

    /** Returns the entry of the section in the index file. */
    IndexSection section() {
        return new IndexSection(IndexSection.KEYS, 0, count * KEY_BYTES + blocks(count) * BlockFile.CHECKSUM_BYTES);
    }

    /** Returns the position of the first hash that is at least {@code hash}. */
    long first(long hash) throws IOException {
        long low = 0;
        long high = blocks(count);
        double lowHash = Long.MIN_VALUE;
        double highHash = Long.MAX_VALUE;
        // The first hash of block low is below the hash, unless low is 0. That of block high is not below it.
        for (int step = 0; high - low > 1; step++) {
            // The hashes are spread evenly, so that a search reads few blocks.
            long guess = step < GUESSES
                    ? low + (long) ((hash - lowHash) / (highHash - lowHash) * (high - low))
                    : (low + high) >>> 1;
            long block = Math.max(low + 1, Math.min(high - 1, guess));
            long first = hash(block * BLOCK_KEYS);
            if (first < hash) {
                low = block;
                lowHash = first;
            } else {
                high = block;
                highHash = first;
            }
        }
        long from = low * BLOCK_KEYS;
        long to = Math.min(count, from + BLOCK_KEYS);
        while (from < to) {
            long middle = (from + to) >>> 1;
            if (hash(middle) < hash) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return from;
    }

    /** Returns the hash at a position below the count. */
    long hash(long place) throws IOException {
        return LittleEndian.getLong(block(place), at(place));
    }

    /** Returns whether this hash is at a position; false after the end. */
    boolean isAt(long place, long hash) throws IOException {
        return place < count && hash(place) == hash;
    }

    /** Returns the number of the record with the hash at a position, in a file with some records. */
    int record(long place, long records) throws IOException {
        int record = LittleEndian.getInt(block(place), at(place) + Long.BYTES);
        if (record < 0 || record >= records) {
            throw new UnusableIndexException("invalid record number of a key: " + record);
        }
        return record;
    }

    private byte[] block(long place) throws IOException {
        return blocks.get(place / BLOCK_KEYS);
    }

    private static int at(long place) {
        return (int) (place % BLOCK_KEYS) * KEY_BYTES;
    }
}
