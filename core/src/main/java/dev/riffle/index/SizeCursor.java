package dev.riffle.index;

import dev.riffle.internal.LittleEndian;

/**
 * Walks over the sizes in a block of a {@link SizeColumn}. To skip sizes, it adds the varints of eight bytes at a time,
 * because a reader skips 128 sizes on average.
 */
final class SizeCursor {

    private static final long CONTINUED = 0x8080808080808080L;
    private static final long EVEN_BYTES = 0x00ff00ff00ff00ffL;
    private static final long SUM = 0x0001000100010001L;

    private final byte[] bytes;
    private int at;
    private long sum;

    SizeCursor(byte[] block) {
        this.bytes = block;
        this.at = SizeColumn.HEAD_BYTES;
    }

    /** Returns the position after the last size. */
    int at() {
        return at;
    }

    /** Returns the sum of the sizes so far. */
    long sum() {
        return sum;
    }

    /** Adds the next size to the sum, and returns it. */
    long next() {
        long size = 0;
        byte next;
        int shift = 0;
        do {
            next = bytes[at++];
            size |= (next & 0x7fL) << shift;
            shift += 7;
        } while (next < 0);
        sum += size;
        return size;
    }

    /** Adds the next sizes to the sum. */
    void skip(int count) {
        int left = count;
        while (left >= Long.BYTES) {
            long word = LittleEndian.getLong(bytes, at);
            long continued = word & CONTINUED;
            if ((continued & continued << Byte.SIZE) != 0) {
                next();
                left--;
                continue;
            }
            // All sizes have one or two bytes. A size that continues after the word belongs to the next step.
            int whole = Long.BYTES;
            if (continued < 0) {
                whole--;
                word &= -1L >>> Byte.SIZE;
                continued &= -1L >>> Byte.SIZE;
            }
            long second = (continued << 1) * 0x7f;
            long low = word & ~CONTINUED;
            sum += sum(low & ~second) + (sum(low & second) << 7);
            left -= whole - Long.bitCount(continued);
            at += whole;
        }
        while (left-- > 0) {
            next();
        }
    }

    /** Returns the sum of eight bytes. */
    private static long sum(long word) {
        return ((word & EVEN_BYTES) + (word >>> Byte.SIZE & EVEN_BYTES)) * SUM >>> 48;
    }

    /** Returns the number of sizes that end in the bytes of a block before {@code end}. */
    static int count(byte[] block, int end) {
        int count = 0;
        int i = SizeColumn.HEAD_BYTES;
        for (; i + Long.BYTES <= end; i += Long.BYTES) {
            count += Long.BYTES - Long.bitCount(LittleEndian.getLong(block, i) & CONTINUED);
        }
        for (; i < end; i++) {
            count += block[i] < 0 ? 0 : 1;
        }
        return count;
    }
}
