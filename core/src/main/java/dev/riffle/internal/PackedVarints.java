package dev.riffle.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Chunks of varints that follow each other without tags, as protobuf packs them. {@link #count} checks a chunk; the
 * others rely on that check having passed.
 */
public final class PackedVarints {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long HIGH_BITS = 0x8080808080808080L;

    private PackedVarints() {}

    /**
     * How many varints are between {@code from} and {@code to}, or -1 if the last one is cut or one has more than ten
     * bytes.
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
        // a varint of eleven bytes takes ten that are no end: without so many there is nothing to look for
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

    /** Decodes the chunk into {@code target} from {@code targetIndex} on and returns the index behind the last value. */
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

    /** As {@link #decode(byte[], int, int, long[], int)}; only the lower 32 bits of each value are kept. */
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
}
