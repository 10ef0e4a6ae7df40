package dev.riffle.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Decodes chunks of varints that follow each other without tags, as protobuf packs them. {@link #count} checks a chunk.
 * The other methods require a checked chunk.
 */
public final class PackedVarints {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long HIGH_BITS = 0x8080808080808080L;

    private PackedVarints() {}

    /**
     * Returns the number of varints from {@code from} to {@code to}. Returns -1 if the last varint is incomplete, or if
     * a varint has more than ten bytes.
     */
    public static int count(byte[] bytes, int from, int to) {
        if (from == to) {
            return 0;
        }
        if (bytes[to - 1] < 0) {
            return -1;
        }
        int count = 0;
        int at = from;
        for (; at <= to - Long.BYTES; at += Long.BYTES) {
            count += Long.bitCount(~(long) LONGS.get(bytes, at) & HIGH_BITS);
        }
        for (; at < to; at++) {
            count += 1 + (bytes[at] >> 7);
        }
        // A varint of eleven bytes has ten bytes that do not end it. With fewer such bytes in the chunk, the search is
        // unnecessary.
        return to - from - count >= Varints.MAX_SIZE && hasLong(bytes, from, to) ? -1 : count;
    }

    private static boolean hasLong(byte[] bytes, int from, int to) {
        int size = 0;
        for (int at = from; at < to; at++) {
            size++;
            if (bytes[at] >= 0) {
                size = 0;
            } else if (size == Varints.MAX_SIZE) {
                return true;
            }
        }
        return false;
    }

    /**
     * Decodes the chunk into {@code target}, beginning at {@code targetIndex}, and returns the index after the last
     * value.
     */
    public static int decode(byte[] bytes, int from, int to, long[] target, int targetIndex) {
        int index = targetIndex;
        int at = from;
        while (at < to) {
            byte next = bytes[at++];
            long value = next & 0x7f;
            for (int shift = 7; next < 0; shift += 7) {
                next = bytes[at++];
                value |= (next & 0x7fL) << shift;
            }
            target[index++] = value;
        }
        return index;
    }

    /** Like {@link #decode(byte[], int, int, long[], int)}, but keeps only the lower 32 bits of each value. */
    public static int decode(byte[] bytes, int from, int to, int[] target, int targetIndex) {
        int index = targetIndex;
        int at = from;
        while (at < to) {
            byte next = bytes[at++];
            long value = next & 0x7f;
            for (int shift = 7; next < 0; shift += 7) {
                next = bytes[at++];
                value |= (next & 0x7fL) << shift;
            }
            target[index++] = (int) value;
        }
        return index;
    }

    /** Returns whether the chunk is exactly one varint of at most ten bytes. */
    public static boolean isSingle(byte[] bytes, int from, int to) {
        int size = to - from;
        if (size <= Long.BYTES && from <= bytes.length - Long.BYTES) {
            long ends = ~(long) LONGS.get(bytes, from) & HIGH_BITS;
            return Long.numberOfTrailingZeros(ends) + 1 == size * Byte.SIZE;
        }
        return count(bytes, from, to) == 1;
    }

    /** Decodes the varint of a chunk without a branch for each byte. {@link #isSingle} must have accepted the chunk. */
    public static long decodeSingle(byte[] bytes, int from, int to) {
        if (to - from <= Long.BYTES && from <= bytes.length - Long.BYTES) {
            long eight = (long) LONGS.get(bytes, from);
            long ends = ~eight & HIGH_BITS;
            // All bits up to the first high bit that is not set. The high bits themselves are removed.
            long groups = eight & (ends ^ ends - 1) & ~HIGH_BITS;
            groups = groups & 0x007f007f007f007fL | (groups & 0x7f007f007f007f00L) >>> 1;
            groups = groups & 0x00003fff00003fffL | (groups & 0x3fff00003fff0000L) >>> 2;
            return groups & 0x000000000fffffffL | (groups & 0x0fffffff00000000L) >>> 4;
        }
        long value = 0;
        for (int at = from, shift = 0; at < to; at++, shift += 7) {
            value |= (bytes[at] & 0x7fL) << shift;
        }
        return value;
    }

    /**
     * Decodes the chunk into eight bytes for each value, beginning at byte {@code targetAt}. The block must have room
     * for them.
     */
    public static void decodeLongs(byte[] bytes, int from, int to, Block target, int targetAt) {
        int index = targetAt;
        int at = from;
        while (at < to) {
            byte next = bytes[at++];
            long value = next & 0x7f;
            for (int shift = 7; next < 0; shift += 7) {
                next = bytes[at++];
                value |= (next & 0x7fL) << shift;
            }
            target.putLong(index, value);
            index += Long.BYTES;
        }
    }

    /** Decodes the lower 32 bits of each value into four bytes, beginning at byte {@code targetAt}. */
    public static void decodeInts(byte[] bytes, int from, int to, Block target, int targetAt) {
        int index = targetAt;
        int at = from;
        while (at < to) {
            byte next = bytes[at++];
            long value = next & 0x7f;
            for (int shift = 7; next < 0; shift += 7) {
                next = bytes[at++];
                value |= (next & 0x7fL) << shift;
            }
            target.putInt(index, (int) value);
            index += Integer.BYTES;
        }
    }
}
