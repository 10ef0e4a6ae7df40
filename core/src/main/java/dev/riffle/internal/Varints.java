package dev.riffle.internal;

/**
 * Protobuf's variable-length integers: seven bits a byte, lowest first, the high bit set on every byte but the last.
 * Reading needs a moving position and is in {@link WireScanner}; this is the writing side and what both share.
 */
public final class Varints {

    /** No 64-bit value takes more bytes than this. */
    public static final int MAX_SIZE = 10;

    private Varints() {}

    /** How many bytes the shortest form of {@code value}, taken as unsigned, has: 1 to 10. */
    public static int size(long value) {
        // 9/64 is close enough to 1/7 for every number of bits from 1 to 64
        return (640 - Long.numberOfLeadingZeros(value) * 9) >>> 6;
    }

    /** How many bytes the shortest form of {@code value}, taken as unsigned, has: 1 to 5. */
    public static int size(int value) {
        return (352 - Integer.numberOfLeadingZeros(value) * 9) >>> 6;
    }

    /**
     * Does what {@link #write(byte[], int, long)} does, but may overwrite up to seven bytes behind the value if they are in
     * the array: without a branch for each byte, which is faster where the number of bytes cannot be foreseen.
     */
    public static int writeWithin(byte[] target, int at, long value) {
        if (value >>> 56 != 0 || at + Long.BYTES > target.length) {
            return write(target, at, value);
        }
        long spread = (value & 0x00fffffff0000000L) << 4 | value & 0x000000000fffffffL;
        spread = (spread & 0x0fffc0000fffc000L) << 2 | spread & 0x00003fff00003fffL;
        spread = (spread & 0x3f803f803f803f80L) << 1 | spread & 0x007f007f007f007fL;
        int size = size(value);
        long more = 0x8080808080808080L & (1L << (size - 1) * Byte.SIZE) - 1;
        LittleEndian.putLong(target, at, spread | more);
        return at + size;
    }

    /** Writes the shortest form of {@code value}, taken as unsigned, and returns the position behind it. */
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

    /** Writes the shortest form of {@code value}, taken as unsigned, and returns the position behind it. */
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
