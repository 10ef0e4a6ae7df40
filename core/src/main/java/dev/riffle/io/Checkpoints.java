package dev.riffle.io;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * Places in a GZIP, ZLIB or SNAPPY file from which it can be decompressed, so that bytes in the middle can be had without
 * those before them. A {@link CheckpointCollector} finds them, {@link CheckpointSource} reads with them.
 *
 * <p>The beginnings of gzip members and of Snappy blocks cost some bytes each; inside long members there is a place about
 * every 1 MiB of uncompressed bytes, which takes up to 32 KiB, on the average a third of it. Immutable, and safe for
 * several threads.
 */
public final class Checkpoints {

    /** So many uncompressed bytes may lie between two places: they are decompressed at once. */
    static final int MOST_SPAN_BYTES = 64 << 20;

    /** All windows together, as they are kept. */
    static final long MOST_WINDOW_BYTES = 1L << 30;

    /** All windows that a program with so large a heap keeps. */
    public static long mostWindowBytes(long heapBytes) {
        return Math.min(MOST_WINDOW_BYTES, heapBytes / 4);
    }

    private final CheckpointKind kind;
    private final long compressedBytes;
    private final long size;
    private final List<Checkpoint> checkpoints;

    Checkpoints(CheckpointKind kind, long compressedBytes, long size, List<Checkpoint> checkpoints) {
        this.kind = kind;
        this.compressedBytes = compressedBytes;
        this.size = size;
        this.checkpoints = List.copyOf(checkpoints);
    }

    /**
     * Checkpoints that were stored by {@link #encode()}.
     *
     * @throws IllegalArgumentException if the bytes are not such
     */
    public static Checkpoints decode(byte[] stored) {
        return CheckpointTable.decode(stored);
    }

    /** The checkpoints as bytes, in pieces; equal ones have equal bytes. */
    public List<ByteBuffer> encode() {
        return CheckpointTable.encode(this);
    }

    CheckpointKind kind() {
        return kind;
    }

    List<Checkpoint> all() {
        return checkpoints;
    }

    /** How many places there are. */
    public int count() {
        return checkpoints.size();
    }

    /** How many bytes the file has, as it is stored. */
    public long compressedBytes() {
        return compressedBytes;
    }

    /** How many bytes the file has uncompressed. */
    public long size() {
        return size;
    }

    /** The number of the span that an offset below {@link #size()} is in. */
    int spanAt(long offset) {
        int low = 0;
        int high = checkpoints.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (checkpoints.get(middle).offset() <= offset) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    /** How many uncompressed bytes a span has. */
    int spanBytes(int span) {
        long end = span + 1 < checkpoints.size() ? checkpoints.get(span + 1).offset() : size;
        return (int) (end - checkpoints.get(span).offset());
    }
}
