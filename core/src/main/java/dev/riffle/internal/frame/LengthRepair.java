package dev.riffle.internal.frame;

import dev.riffle.internal.MaskedCrc32c;
import java.util.Arrays;

/**
 * Finds the length in a damaged header if only one byte of the header is wrong. The checksum of a header changes by a
 * value that depends only on the wrong byte and its change. All these values differ. So the difference between the
 * stored and the computed checksum identifies the byte.
 */
final class LengthRepair {

    private static final int BYTE_VALUES = 256;
    private static final int NO_CHANGE = crc(0);

    /**
     * The possible changes of one byte of a length. The high bits hold the change of the checksum, the low bits the
     * place and the change of the byte.
     */
    private static final long[] CHANGES = changes();

    private LengthRepair() {}

    /**
     * Returns the length that the header may have had. Returns -1 if more than one byte is wrong, or if the length is
     * impossible.
     */
    static long of(long length, int stored) {
        int computed = MaskedCrc32c.ofLength(length);
        if (isOneByte(stored ^ computed)) {
            return possible(length);
        }
        int change = MaskedCrc32c.unmask(stored) ^ MaskedCrc32c.unmask(computed);
        int found = -1 - Arrays.binarySearch(CHANGES, (long) change << Integer.SIZE | -1L >>> Integer.SIZE) - 1;
        if (found < 0 || CHANGES[found] >> Integer.SIZE != change) {
            return -1;
        }
        int place = (int) CHANGES[found] / BYTE_VALUES;
        long changed = (int) CHANGES[found] % BYTE_VALUES;
        return possible(length ^ changed << Byte.SIZE * place);
    }

    private static long possible(long length) {
        return length >= 0 && length <= Framing.MOST_PAYLOAD_BYTES ? length : -1;
    }

    private static boolean isOneByte(int bits) {
        int lowest = Integer.numberOfTrailingZeros(bits) / Byte.SIZE;
        return bits != 0 && lowest == (Integer.SIZE - 1 - Integer.numberOfLeadingZeros(bits)) / Byte.SIZE;
    }

    private static long[] changes() {
        long[] changes = new long[Long.BYTES * (BYTE_VALUES - 1)];
        int count = 0;
        for (int place = 0; place < Long.BYTES; place++) {
            for (int changed = 1; changed < BYTE_VALUES; changed++) {
                int change = crc((long) changed << Byte.SIZE * place) ^ NO_CHANGE;
                changes[count++] = (long) change << Integer.SIZE | place * BYTE_VALUES + changed;
            }
        }
        Arrays.sort(changes);
        return changes;
    }

    private static int crc(long length) {
        return MaskedCrc32c.unmask(MaskedCrc32c.ofLength(length));
    }
}
