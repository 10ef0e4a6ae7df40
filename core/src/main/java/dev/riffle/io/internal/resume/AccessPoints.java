package dev.riffle.io.internal.resume;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The access points of a GZIP, ZLIB or SNAPPY file. A reader can start at any of them. An {@link AccessPointCollector}
 * finds access points, and an {@link AccessPointSource} uses them for reading.
 *
 * <p>The beginning of each gzip member and of each Snappy block takes a few bytes. A long member has further access
 * points. Each of them takes up to 32 KiB, on average a third of that. Immutable and safe for use by several threads.
 */
public final class AccessPoints {

    /** The usual number of uncompressed bytes between two access points inside a member. */
    public static final int DEFAULT_SPACING = 1 << 20;

    /**
     * The largest number of uncompressed bytes between two access points. A reader decompresses these bytes in one
     * step.
     */
    static final int MOST_SPAN_BYTES = 64 << 20;

    /** The largest number of stored bytes of all windows together. */
    static final long MOST_WINDOW_BYTES = 1L << 30;

    /** Returns the largest number of window bytes that a program with a heap of this size keeps. */
    public static long mostWindowBytes(long heapBytes) {
        return Math.min(MOST_WINDOW_BYTES, heapBytes / 4);
    }

    private final ResumableFormat format;
    private final int spacing;
    private final long compressedBytes;
    private final long size;
    private final List<AccessPoint> points;

    AccessPoints(ResumableFormat format, int spacing, long compressedBytes, long size, List<AccessPoint> points) {
        this.format = format;
        this.spacing = spacing;
        this.compressedBytes = compressedBytes;
        this.size = size;
        this.points = List.copyOf(points);
    }

    /**
     * Decodes access points that {@link #encode()} stored.
     *
     * @throws IllegalArgumentException if the bytes are not encoded access points
     */
    public static AccessPoints decode(byte[] stored) {
        return AccessPointTable.decode(stored);
    }

    /** Returns the access points as bytes, in pieces. Equal access points have equal bytes. */
    public List<ByteBuffer> encode() {
        return AccessPointTable.encode(this);
    }

    ResumableFormat format() {
        return format;
    }

    List<AccessPoint> all() {
        return points;
    }

    /** Returns the spacing with which the access points inside members were collected. */
    int spacing() {
        return spacing;
    }

    /** Returns whether the access points are as close as a collector with this spacing would place them. */
    public boolean areAsCloseAs(int wanted) {
        return spacing <= wanted || IntStream.range(0, points.size()).allMatch(span -> spanBytes(span) <= wanted);
    }

    /** Returns the number of access points. */
    public int count() {
        return points.size();
    }

    /** Returns the size of the compressed file in bytes. */
    public long compressedBytes() {
        return compressedBytes;
    }

    /** Returns the uncompressed size of the file in bytes. */
    public long size() {
        return size;
    }

    /** Returns an offset in the compressed file after the bytes of a span. */
    long compressedEnd(int span) {
        // A span can end inside the first byte of the next one.
        return span + 1 < points.size()
                ? Math.min(points.get(span + 1).entry().byteOffset() + 1, compressedBytes)
                : compressedBytes;
    }

    /** Returns the number of the span that contains an offset below {@link #size()}. */
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

    /** Returns the number of uncompressed bytes of a span. */
    int spanBytes(int span) {
        long end = span + 1 < points.size() ? points.get(span + 1).offset() : size;
        return (int) (end - points.get(span).offset());
    }
}
