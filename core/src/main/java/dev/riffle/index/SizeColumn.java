package dev.riffle.index;

import dev.riffle.internal.LittleEndian;
import dev.riffle.internal.Varints;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * Stores the payload sizes of consecutive records in the blocks of the index file. A block has the sum of all sizes
 * before it (8 bytes), and the sizes of 256 records as varints; the last block may have fewer. {@link #add} creates no
 * objects, because a scan calls it for every record.
 */
final class SizeColumn implements BlockSource {

    private static final int BLOCK_BITS = 8;

    /** The number of records in a block. */
    static final int BLOCK_RECORDS = 1 << BLOCK_BITS;

    /** The bytes of a block before the varints. */
    static final int HEAD_BYTES = Long.BYTES;

    static final long MOST_RECORDS = Integer.MAX_VALUE - 8;
    private static final int LONGEST = 5;

    private final List<byte[]> blocks = new ArrayList<>();

    /** The last block, which is incomplete. */
    private byte[] bytes = new byte[HEAD_BYTES + BLOCK_RECORDS * LONGEST + SLACK_BYTES];

    private int at = HEAD_BYTES;
    private long count;
    private long payloadBytes;

    static IllegalArgumentException tooMany(String place) {
        return new IllegalArgumentException(place + "a file must not have more than " + MOST_RECORDS + " records");
    }

    /** Returns the number of blocks for some records. */
    static long blocks(long records) {
        return (records >>> BLOCK_BITS) + ((records & BLOCK_RECORDS - 1) == 0 ? 0 : 1);
    }

    /** Returns the number of the block of a record. */
    static long block(long record) {
        return record >>> BLOCK_BITS;
    }

    /** Returns the position of a record in its block. */
    static int inBlock(long record) {
        return (int) record & BLOCK_RECORDS - 1;
    }

    /** Adds the size of the next payload, which must not be negative. */
    void add(int size) {
        at = write(bytes, at, size);
        payloadBytes += size;
        added(1);
    }

    /** Adds the sizes of the next payloads. */
    void add(int[] sizes, int many) {
        for (int from = 0; from < many; ) {
            int until = Math.min(many, from + BLOCK_RECORDS - inBlock(count));
            byte[] to = bytes;
            int next = at;
            long sum = 0;
            for (int i = from; i < until; i++) {
                sum += sizes[i];
                next = write(to, next, sizes[i]);
            }
            at = next;
            payloadBytes += sum;
            added(until - from);
            from = until;
        }
    }

    private static int write(byte[] to, int at, int size) {
        if (size < 1 << 7) {
            to[at] = (byte) size;
            return at + 1;
        }
        if (size < 1 << 14) {
            to[at] = (byte) (size | 0x80);
            to[at + 1] = (byte) (size >>> 7);
            return at + 2;
        }
        return Varints.write(to, at, size);
    }

    /** Counts records whose sizes are in the last block, and ends the block if it is complete. */
    private void added(int records) {
        count += records;
        if (inBlock(count) == 0) {
            if (count > MOST_RECORDS) {
                throw tooMany("");
            }
            blocks.add(Arrays.copyOf(bytes, at + SLACK_BYTES));
            LittleEndian.putLong(bytes, 0, payloadBytes);
            at = HEAD_BYTES;
        }
    }

    /** Moves all sizes of the following records to this column; do not use the other column afterwards. */
    void addAll(SizeColumn next) {
        for (long i = 0; i < blocks(next.count); i++) {
            byte[] block = next.get(i);
            int records = (int) Math.min(BLOCK_RECORDS, next.count - i * BLOCK_RECORDS);
            if (inBlock(count) == 0 && records == BLOCK_RECORDS) {
                long before = payloadBytes;
                payloadBytes += next.sumBefore(i + 1) - next.sumBefore(i);
                LittleEndian.putLong(block, 0, before);
                blocks.add(block);
                LittleEndian.putLong(bytes, 0, payloadBytes);
                count += records;
                continue;
            }
            SizeCursor cursor = new SizeCursor(block);
            int first = Math.min(records, BLOCK_RECORDS - inBlock(count));
            append(block, cursor, first);
            append(block, cursor, records - first);
        }
    }

    private void append(byte[] block, SizeCursor cursor, int records) {
        if (records == 0) {
            return;
        }
        int from = cursor.at();
        long before = cursor.sum();
        cursor.skip(records);
        System.arraycopy(block, from, bytes, at, cursor.at() - from);
        at += cursor.at() - from;
        payloadBytes += cursor.sum() - before;
        added(records);
    }

    /** Returns the sum of the sizes before a block, also after the last block. */
    private long sumBefore(long block) {
        return block < blocks(count) ? LittleEndian.getLong(get(block), 0) : payloadBytes;
    }

    long count() {
        return count;
    }

    /** Returns the size of all frames in bytes. Each frame has {@code overheadBytes} in addition to its payload. */
    long frameBytes(int overheadBytes) {
        return payloadBytes + count * overheadBytes;
    }

    @Override
    public byte[] get(long number) {
        return number < blocks.size() ? blocks.get((int) number) : bytes;
    }

    /** Returns the size of a block in bytes. */
    int bytes(long number) {
        return number < blocks.size() ? get(number).length - SLACK_BYTES : at;
    }

    /** Returns the entry of the section in the index file. */
    IndexSection section() {
        CRC32C checksum = new CRC32C();
        long size = 0;
        for (long i = 0; i < blocks(count); i++) {
            checksum.update(get(i), HEAD_BYTES, bytes(i) - HEAD_BYTES);
            size += bytes(i) + BlockFile.CHECKSUM_BYTES;
        }
        return new IndexSection(IndexSection.SIZES, (int) checksum.getValue(), size);
    }
}
