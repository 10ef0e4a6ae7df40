package dev.riffle.io.internal.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Encodes raw Snappy blocks with a greedy search. The encoder keeps the last place of each hashed four-byte sequence.
 * If the bytes at that place match, the encoder extends the match to its end and writes copies. Bytes between matches
 * become literals.
 *
 * <p>The encoder divides the input into pieces of 64 KiB and begins each with an empty table, so that every distance
 * fits into two bytes. After many bytes without a match, the search takes larger and larger steps, so that
 * incompressible data takes little time.
 */
public final class SnappyEncoder {

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int PIECE_BYTES = 64 << 10;
    private static final int TABLE_BITS = 14;
    private static final int HASH_MULTIPLIER = 0x1e35a7bd;
    private static final int SHORTEST_MATCH = 4;

    /**
     * The number of bytes at the end of a piece that are always a literal, because the search reads ahead without
     * checks.
     */
    private static final int TAIL_BYTES = 15;

    private static final int LONGEST_COPY = 64;
    private static final int LONGEST_NEAR_COPY = 11;
    private static final int NEAR_DISTANCE = 2048;
    private static final int LONGEST_DIRECT_LITERAL = 60;

    private final short[] table = new short[1 << TABLE_BITS];

    private byte[] in = new byte[0];
    private byte[] out = new byte[0];
    private int to;

    /**
     * Returns the largest size of a block for {@code size} bytes of content. It includes the content, a literal's head
     * for every 64 KiB, and the size field.
     */
    public static int mostBytes(int size) {
        return 32 + size + size / 6;
    }

    /**
     * Encodes {@code size} bytes to {@code target}, beginning at {@code targetOffset}, and returns the size of the
     * block.
     */
    public int encode(byte[] content, int size, byte[] target, int targetOffset) {
        in = content;
        out = target;
        to = targetOffset;
        int rest = size;
        while (rest >= 0x80) {
            out[to++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        out[to++] = (byte) rest;
        for (int begin = 0; begin < size; begin += PIECE_BYTES) {
            encodePiece(begin, Math.min(size, begin + PIECE_BYTES));
        }
        return to - targetOffset;
    }

    private void encodePiece(int begin, int end) {
        Arrays.fill(table, (short) 0);
        int literal = begin;
        int at = begin + 1;
        int last = end - TAIL_BYTES;
        int misses = 32;
        while (at < last) {
            int sequence = (int) INT.get(in, at);
            int slot = sequence * HASH_MULTIPLIER >>> (Integer.SIZE - TABLE_BITS);
            int candidate = begin + (table[slot] & 0xffff);
            table[slot] = (short) (at - begin);
            if (candidate >= at || (int) INT.get(in, candidate) != sequence) {
                at += misses++ >>> 5;
                continue;
            }
            misses = 32;
            int length = SHORTEST_MATCH + sameBytes(candidate + SHORTEST_MATCH, at + SHORTEST_MATCH, end);
            putLiteral(literal, at - literal);
            putCopies(at - candidate, length);
            at += length;
            literal = at;
        }
        putLiteral(literal, end - literal);
    }

    private int sameBytes(int first, int second, int end) {
        int mismatch = Arrays.mismatch(in, first, first + end - second, in, second, end);
        return mismatch < 0 ? end - second : mismatch;
    }

    private void putLiteral(int from, int length) {
        if (length == 0) {
            return;
        }
        int value = length - 1;
        if (length <= LONGEST_DIRECT_LITERAL) {
            out[to++] = (byte) (value << 2);
        } else if (value < 1 << 8) {
            out[to++] = (byte) (LONGEST_DIRECT_LITERAL << 2);
            out[to++] = (byte) value;
        } else {
            out[to++] = (byte) (LONGEST_DIRECT_LITERAL + 1 << 2);
            out[to++] = (byte) value;
            out[to++] = (byte) (value >>> 8);
        }
        System.arraycopy(in, from, out, to, length);
        to += length;
    }

    private void putCopies(int distance, int length) {
        int rest = length;
        // The rest after full copies must have at least the length of the shortest copy.
        while (rest >= LONGEST_COPY + SHORTEST_MATCH) {
            putFarCopy(distance, LONGEST_COPY);
            rest -= LONGEST_COPY;
        }
        if (rest > LONGEST_COPY) {
            putFarCopy(distance, LONGEST_COPY - SHORTEST_MATCH);
            rest -= LONGEST_COPY - SHORTEST_MATCH;
        }
        if (rest <= LONGEST_NEAR_COPY && distance < NEAR_DISTANCE) {
            out[to++] = (byte) (1 | (rest - 4) << 2 | distance >>> 8 << 5);
            out[to++] = (byte) distance;
        } else {
            putFarCopy(distance, rest);
        }
    }

    private void putFarCopy(int distance, int length) {
        out[to++] = (byte) (2 | (length - 1) << 2);
        out[to++] = (byte) distance;
        out[to++] = (byte) (distance >>> 8);
    }
}
