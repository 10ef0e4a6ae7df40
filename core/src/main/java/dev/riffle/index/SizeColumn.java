package dev.riffle.index;

import dev.riffle.internal.Varints;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Stores the payload sizes of consecutive records as varints, like the index file. {@link #add} creates no objects,
 * because a scan calls it for every record. Each piece stores the number of its first record, so that a search reads
 * only one piece.
 */
final class SizeColumn {

    private static final int PIECE_BYTES = 8 << 10;
    private static final int LONGEST = 5;

    /**
     * Holds the varints of consecutive records.
     *
     * @param firstRecord the number of the first record
     * @param payloadBytes number of payload bytes of all records before the piece
     */
    private record Piece(byte[] bytes, int size, long firstRecord, long payloadBytes) {

        ByteBuffer buffer() {
            return ByteBuffer.wrap(bytes, 0, size);
        }
    }

    private final List<Piece> pieces = new ArrayList<>();
    private byte[] bytes = new byte[PIECE_BYTES];
    private int at;
    private long count;
    private long payloadBytes;
    private long pieceRecord;
    private long piecePayloadBytes;

    /** Adds the size of the next payload, which must not be negative. */
    void add(int size) {
        if (at > PIECE_BYTES - LONGEST) {
            endPiece();
        }
        at = write(bytes, at, size);
        count++;
        payloadBytes += size;
    }

    /** Adds the sizes of the next payloads. */
    void add(int[] sizes, int many) {
        for (int from = 0; from < many; ) {
            int fitting = (PIECE_BYTES - at) / LONGEST;
            if (fitting == 0) {
                endPiece();
                continue;
            }
            int until = Math.min(many, from + fitting);
            byte[] to = bytes;
            int next = at;
            long sum = 0;
            for (int i = from; i < until; i++) {
                sum += sizes[i];
                next = write(to, next, sizes[i]);
            }
            at = next;
            count += until - from;
            payloadBytes += sum;
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

    private void endPiece() {
        if (at > 0) {
            pieces.add(new Piece(bytes, at, pieceRecord, piecePayloadBytes));
            bytes = new byte[PIECE_BYTES];
        }
        at = 0;
        pieceRecord = count;
        piecePayloadBytes = payloadBytes;
    }

    /** Moves all sizes of the following records to this column; do not use the other column afterwards. */
    void addAll(SizeColumn next) {
        endPiece();
        next.endPiece();
        for (Piece piece : next.pieces) {
            pieces.add(
                    new Piece(piece.bytes, piece.size, count + piece.firstRecord, payloadBytes + piece.payloadBytes));
        }
        count += next.count;
        payloadBytes += next.payloadBytes;
        pieceRecord = count;
        piecePayloadBytes = payloadBytes;
    }

    long count() {
        return count;
    }

    /** Returns the size of all frames in bytes. Each frame has {@code overheadBytes} in addition to its payload. */
    long frameBytes(int overheadBytes) {
        return payloadBytes + count * overheadBytes;
    }

    /** Returns the bytes of the section in the index file. */
    Iterable<ByteBuffer> section() {
        endPiece();
        return () -> pieces.stream().map(Piece::buffer).iterator();
    }

    /** Returns the offsets of the records of a file with these damaged regions. */
    RecordOffsets offsets(int overheadBytes, Gaps gaps) {
        endPiece();
        OffsetDecoder decoder = new OffsetDecoder(overheadBytes, gaps);
        for (Piece piece : pieces) {
            decoder.accept(piece.bytes, 0, piece.size);
        }
        return decoder.offsets();
    }

    /** Returns at most {@code max} evenly spread frames, including the first and the last. */
    FrameSamples samples(int max, int overheadBytes) {
        endPiece();
        int wanted = (int) Math.min(max, count);
        long[] from = new long[wanted];
        long[] sizes = new long[wanted];
        int piece = 0;
        for (int i = 0; i < wanted; i++) {
            // The product can overflow a long only with 2^59 records or more.
            long record = wanted == 1 ? 0 : i * (count - 1) / (wanted - 1);
            while (piece + 1 < pieces.size() && pieces.get(piece + 1).firstRecord <= record) {
                piece++;
            }
            find(pieces.get(piece), record, overheadBytes, from, sizes, i);
        }
        return new FrameSamples(from, sizes);
    }

    private static void find(Piece piece, long record, int overheadBytes, long[] from, long[] sizes, int to) {
        long offset = piece.payloadBytes + piece.firstRecord * overheadBytes;
        int at = 0;
        for (long i = piece.firstRecord; ; i++) {
            long size = 0;
            for (int shift = 0; ; shift += 7) {
                byte next = piece.bytes[at++];
                size |= (next & 0x7fL) << shift;
                if (next >= 0) {
                    break;
                }
            }
            if (i == record) {
                from[to] = offset;
                sizes[to] = size + overheadBytes;
                return;
            }
            offset += size + overheadBytes;
        }
    }
}
