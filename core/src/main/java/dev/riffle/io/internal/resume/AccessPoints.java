package dev.riffle.io.internal.resume;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * Places in a GZIP, ZLIB or SNAPPY file from which it can be decompressed, so that bytes in the middle can be had
 * without those before them. A {@link AccessPointCollector} finds them, {@link AccessPointSource} reads with them.
 *
 * <p>The beginnings of gzip members and of Snappy blocks cost some bytes each; inside long members there is a place
 * about every 1 MiB of uncompressed bytes, which takes up to 32 KiB, on the average a third of it. Immutable, and safe
 * for several threads.
 */
public final class AccessPoints {

    /** So many uncompressed bytes may lie between two places: they are decompressed at once. */
    static final int MOST_SPAN_BYTES = 64 << 20;

    /** All windows together, as they are kept. */
    static final long MOST_WINDOW_BYTES = 1L << 30;

    /** All windows that a program with so large a heap keeps. */
    public static long mostWindowBytes(long heapBytes) {
        return Math.min(MOST_WINDOW_BYTES, heapBytes / 4);
    }

    private final ResumableFormat format;
    private final long compressedBytes;
    private final long size;
    private final List<AccessPoint> points;

    AccessPoints(ResumableFormat format, long compressedBytes, long size, List<AccessPoint> points) {
        this.format = format;
        this.compressedBytes = compressedBytes;
        this.size = size;
        this.points = List.copyOf(points);
    }

    /**
     * Access points that were stored by {@link #encode()}.
     *
     * @throws IllegalArgumentException if the bytes are not such
     */
    public static AccessPoints decode(byte[] stored) {
        return AccessPointTable.decode(stored);
    }

    /** The access points as bytes, in pieces; equal ones have equal bytes. */
    public List<ByteBuffer> encode() {
        return AccessPointTable.encode(this);
    }

    ResumableFormat format() {
        return format;
    }

    List<AccessPoint> all() {
        return points;
    }

    /** How many places there are. */
    public int count() {
        return points.size();
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
        int high = points.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (points.get(middle).offset() <= offset) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    /** How many uncompressed bytes a span has. */
    int spanBytes(int span) {
        long end = span + 1 < points.size() ? points.get(span + 1).offset() : size;
        return (int) (end - points.get(span).offset());
    }
}
