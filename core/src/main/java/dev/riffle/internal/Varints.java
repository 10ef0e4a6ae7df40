package dev.riffle.internal;

/**
 * Writes protobuf's variable-length integers. Each byte has seven bits of the number, lowest bits first. The high bit
 * is set on every byte except the last. {@link WireScanner} reads varints, because reading needs a moving position.
 */
public final class Varints {

    /** The largest size of a 64-bit value in bytes. */
    public static final int MAX_SIZE = 10;

    private Varints() {}

    /** Returns the size of the shortest form of an unsigned {@code value}: 1 to 10 bytes. */
    public static int size(long value) {
        // 9/64 is near enough to 1/7 for every number of bits from 1 to 64.
        return (640 - Long.numberOfLeadingZeros(value) * 9) >>> 6;
    }

    /** Returns the size of the shortest form of an unsigned {@code value}: 1 to 5 bytes. */
    public static int size(int value) {
        return (352 - Integer.numberOfLeadingZeros(value) * 9) >>> 6;
    }

    /**
     * Like {@link #write(byte[], int, long)}, but may overwrite up to seven bytes after the value if they are in the
     * array. This method has no branch for each byte, so it is faster if the number of bytes is unpredictable.
     */
    public static int writeWithin(byte[] target, int at, long value) {
        if (value >>> 56 != 0 || at + Long.BYTES > target.length) {
            return write(target, at, value);
        }
        int size = size(value);
        LittleEndian.putLong(target, at, spread(value, size));
        return at + size;
    }

    /**
     * Writes the shortest form of {@code value}, read as unsigned, so that it ends at {@code end}, and returns its
     * position. May overwrite up to seven bytes before the value if they are in the array.
     */
    public static int writeBefore(byte[] target, int end, long value) {
        int size = size(value);
        int at = end - size;
        if (value >>> 56 != 0 || end < Long.BYTES) {
            write(target, at, value);
        } else {
            LittleEndian.putLong(target, end - Long.BYTES, spread(value, size) << Long.SIZE - size * Byte.SIZE);
        }
        return at;
    }

    /** Returns the bytes of a value of up to 56 bits, the first one lowest. */
    private static long spread(long value, int size) {
        long spread = (value & 0x00fffffff0000000L) << 4 | value & 0x000000000fffffffL;
        spread = (spread & 0x0fffc0000fffc000L) << 2 | spread & 0x00003fff00003fffL;
        spread = (spread & 0x3f803f803f803f80L) << 1 | spread & 0x007f007f007f007fL;
        return spread | 0x8080808080808080L & (1L << (size - 1) * Byte.SIZE) - 1;
    }

    /** Writes the shortest form of an unsigned {@code value}, and returns the position after it. */
    public static int write(byte[] target, int at, long value) {
        int position = at;
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            target[position++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        target[position++] = (byte) rest;
        return position;
    }

    /** Like {@link #write(byte[], int, long)}, for a value of 32 bits. */
    public static int write(byte[] target, int at, int value) {
        int position = at;
        int rest = value;
        while ((rest & ~0x7f) != 0) {
            target[position++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        target[position++] = (byte) rest;
        return position;
    }
}
