package dev.riffle.internal;

/**
 * Computes the CRC-32C of concatenated bytes from the checksums of the parts. A CRC is the remainder of a polynomial.
 * Each byte that follows multiplies the polynomial by a power of x.
 */
public final class Crc32cAlgebra {

    private static final int POLYNOMIAL = 0x82f63b78;
    private static final int ONE_BYTE = 3;

    /** {@code POWERS[k]} is x to the power 2^k. */
    private static final int[] POWERS = new int[Long.SIZE];

    static {
        POWERS[0] = 1 << 30;
        for (int k = 1; k < POWERS.length; k++) {
            POWERS[k] = product(POWERS[k - 1], POWERS[k - 1]);
        }
    }

    /**
     * {@code TABLES[k]} multiplies by x to the power 2^(k + 3). This is the effect of 2^k bytes after a checksum. Each
     * table has one number for each value of each byte of the checksum. This suffices because the product of a sum is
     * the sum of the products. The tables suffice for all bytes that a window can hold.
     */
    private static final int[][] TABLES = new int[Integer.SIZE][];

    static {
        for (int k = 0; k < TABLES.length; k++) {
            TABLES[k] = table(POWERS[k + ONE_BYTE]);
        }
    }

    private Crc32cAlgebra() {}

    private static int[] table(int factor) {
        int[] table = new int[Integer.BYTES * 256];
        for (int place = 0; place < Integer.BYTES; place++) {
            for (int bit = 0; bit < Byte.SIZE; bit++) {
                int single = product(factor, 1 << (Byte.SIZE * place + bit));
                int first = 256 * place + (1 << bit);
                for (int lower = 0; lower < 1 << bit; lower++) {
                    table[first + lower] = table[256 * place + lower] ^ single;
                }
            }
        }
        return table;
    }

    /**
     * Returns the contribution of a CRC-32C to the CRC-32C of the same bytes followed by {@code count} more bytes. The
     * CRC of {@code ab} is {@code shift(crc(a), size of b) ^ crc(b)}.
     *
     * @param count the number of bytes that follow, at least 0
     */
    public static int shift(int crc, long count) {
        int shifted = crc;
        int k = 0;
        for (long left = count; left != 0; left >>>= 1, k++) {
            if ((left & 1) != 0) {
                shifted = k < TABLES.length ? product(TABLES[k], shifted) : product(POWERS[k + ONE_BYTE], shifted);
            }
        }
        return shifted;
    }

    private static int product(int[] table, int b) {
        return table[b & 0xff]
                ^ table[256 + (b >>> 8 & 0xff)]
                ^ table[512 + (b >>> 16 & 0xff)]
                ^ table[768 + (b >>> 24)];
    }

    /** Returns the product of two polynomials. The highest bit is the coefficient of the lowest power. */
    private static int product(int a, int b) {
        int product = 0;
        int shifted = b;
        for (int bits = a; bits != 0; bits <<= 1) {
            product ^= shifted & (bits >> 31);
            shifted = (shifted >>> 1) ^ (POLYNOMIAL & -(shifted & 1));
        }
        return product;
    }
}
