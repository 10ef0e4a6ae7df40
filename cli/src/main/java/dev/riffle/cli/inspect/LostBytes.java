package dev.riffle.cli.inspect;

import java.util.Arrays;

/**
 * Marks the lost bytes of a file in a limited number of pieces, which grow to cover the file. So the memory does not
 * depend on the size of the file. In small files, each byte is a piece.
 */
final class LostBytes {

    private static final int PIECES = 1 << 16;

    private long[] lost = new long[64];
    private long pieceBytes = 1;

    /** Adds a region after the previous ones. */
    void add(long offset, long length) {
        cover(offset + length);
        long end = offset + length;
        for (long at = offset; at < end; ) {
            long pieceEnd = Math.min(end, (at / pieceBytes + 1) * pieceBytes);
            lost[(int) (at / pieceBytes)] += pieceEnd - at;
            at = pieceEnd;
        }
    }

    private void cover(long end) {
        while ((end - 1) / pieceBytes >= PIECES) {
            long[] halved = new long[PIECES];
            for (int i = 0; i < lost.length; i++) {
                halved[i / 2] += lost[i];
            }
            lost = halved;
            pieceBytes *= 2;
        }
        int needed = (int) ((end - 1) / pieceBytes) + 1;
        if (needed > lost.length) {
            lost = Arrays.copyOf(lost, Math.min(PIECES, Math.max(needed, 2 * lost.length)));
        }
    }

    /**
     * Returns the number of lost bytes between two offsets. The number is approximate if an offset is inside a piece.
     */
    long between(long from, long to) {
        long sum = 0;
        for (long at = from; at < to; ) {
            long piece = at / pieceBytes;
            if (piece >= lost.length) {
                break;
            }
            long pieceEnd = Math.min(to, (piece + 1) * pieceBytes);
            long there = lost[(int) piece];
            if (there >= pieceEnd - at && pieceEnd == to && at == piece * pieceBytes) {
                // The last piece of a file is shorter than the others, and all of it may be lost.
                sum += pieceEnd - at;
            } else if (there > 0) {
                sum += Math.max(1, there * (pieceEnd - at) / pieceBytes);
            }
            at = pieceEnd;
        }
        return sum;
    }
}
