package dev.riffle.io.internal.resume;

import dev.riffle.io.Compression;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

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

    /** The number of bytes between two windows in a file, for a checksum. */
    public static final int WINDOW_GAP_BYTES = Integer.BYTES;

    /** The number of access points in a block. The last block may have fewer. */
    private static final int BLOCK_POINTS = 64;

    private final ResumableFormat format;
    private final long compressedBytes;
    private final long size;
    private final Stored stored;

    /** The bytes of access points, in a file or in memory. Safe for use by several threads. */
    public interface Stored {

        /** Returns the number of blocks. */
        long count();

        /** Returns a block. */
        byte[] block(long number) throws IOException;

        /** Returns a window. */
        byte[] window(long place, int bytes) throws IOException;

        /** Returns the exception for invalid bytes. */
        IOException invalid(String problem);
    }

    /** Receives the windows and their places. */
    @FunctionalInterface
    public interface WindowReceiver {
        void accept(long place, byte[] window) throws IOException;
    }

    /** The bytes of collected access points. */
    private record Collected(List<byte[]> blocks, Map<Long, byte[]> windows) implements Stored {

        static Collected of(List<AccessPoint> points, int spacing) {
            Collected collected = new Collected(new ArrayList<>(), new HashMap<>());
            long place = 0;
            for (int i = 0; i < points.size(); i += BLOCK_POINTS) {
                List<AccessPoint> some = points.subList(i, Math.min(points.size(), i + BLOCK_POINTS));
                collected.blocks.add(AccessPointTable.encode(some, spacing, place));
                for (AccessPoint point : some) {
                    AccessPointWindow window = point.entry().window();
                    if (window != null) {
                        collected.windows.put(place, window.deflated());
                        place += window.deflated().length + WINDOW_GAP_BYTES;
                    }
                }
            }
            return collected;
        }

        @Override
        public long count() {
            return blocks.size();
        }

        @Override
        public byte[] block(long number) {
            return blocks.get((int) number);
        }

        @Override
        public byte[] window(long place, int bytes) {
            return Objects.requireNonNull(windows.get(place));
        }

        @Override
        public IOException invalid(String problem) {
            throw new AssertionError(problem);
        }
    }

    /**
     * The bytes from one access point to the next.
     *
     * @param number the number of the access point
     * @param from the access point
     * @param end the uncompressed offset after the span
     * @param compressedEnd an offset in the compressed file after the bytes of the span
     */
    record Span(int number, AccessPointTable.Entry from, long end, long compressedEnd) {

        /** Returns the number of uncompressed bytes. */
        int size() {
            return (int) (end - from.offset());
        }
    }

    private AccessPoints(ResumableFormat format, long compressedBytes, long size, Stored stored) {
        this.format = format;
        this.compressedBytes = compressedBytes;
        this.size = size;
        this.stored = stored;
    }

    AccessPoints(ResumableFormat format, int spacing, long compressedBytes, long size, List<AccessPoint> points) {
        this(format, compressedBytes, size, Collected.of(points, spacing));
    }

    /** Returns the access points of a file, which reads a block or a window only when it is needed. */
    public static AccessPoints of(Compression compression, long compressedBytes, long size, Stored stored) {
        return new AccessPoints(ResumableFormat.of(compression).orElseThrow(), compressedBytes, size, stored);
    }

    /** Returns the bytes of the access points. Equal access points have equal bytes. */
    public Stored stored() {
        return stored;
    }

    ResumableFormat format() {
        return format;
    }

    /** Returns the size of the compressed file in bytes. */
    public long compressedBytes() {
        return compressedBytes;
    }

    /** Returns the uncompressed size of the file in bytes. */
    public long size() {
        return size;
    }

    /**
     * Passes all windows to a receiver, in the order of their places, and checks the access points.
     *
     * @throws IOException if the access points are invalid
     */
    public void windows(WindowReceiver receiver) throws IOException {
        long end = 0;
        long place = 0;
        for (long at = 0; at < size; at = end) {
            Span span = spanAt(at);
            AccessPointTable.Entry from = span.from();
            if (from.offset() != at || from.isWindow() && from.windowPlace() != place) {
                throw stored.invalid("the access points do not follow each other");
            }
            if (from.isWindow()) {
                receiver.accept(place, stored.window(place, from.deflatedBytes()));
                place += from.deflatedBytes() + WINDOW_GAP_BYTES;
            }
            end = span.end();
        }
    }

    /**
     * Returns whether the access points are as close as this spacing demands. A member without access points inside may
     * be longer than the spacing, as far as a span inside a member may be.
     */
    public boolean areAsCloseAs(int wanted) throws IOException {
        if (format == ResumableFormat.SNAPPY
                || stored.count() == 0
                || new AccessPointTable(stored.block(0), stored).spacing() <= wanted) {
            return true;
        }
        for (long at = 0; at < size; ) {
            Span span = spanAt(at);
            if (span.size() > (span.from().isWindow() ? wanted : DeflateMembers.MOST_SPACINGS * wanted)) {
                return false;
            }
            at = span.end();
        }
        return true;
    }

    /** Returns the span that contains an offset below {@link #size()}. */
    Span spanAt(long offset) throws IOException {
        long low = 0;
        long high = stored.count() - 1;
        while (low < high) {
            long middle = (low + high + 1) >>> 1;
            if (first(middle).offset() <= offset) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return span(low, offset, BLOCK_POINTS);
    }

    /** Returns a span by its number. */
    Span span(int number) throws IOException {
        return span(number / BLOCK_POINTS, Long.MAX_VALUE, number % BLOCK_POINTS);
    }

    /** Returns the last span of a block that begins at most at an offset, and has at most this number in its block. */
    private Span span(long block, long offset, int most) throws IOException {
        AccessPointTable points = new AccessPointTable(stored.block(block), stored);
        AccessPointTable.Entry from = points.next();
        AccessPointTable.Entry next = points.hasNext() ? points.next() : null;
        int at = 0;
        for (; at < most && next != null && next.offset() <= offset; at++) {
            from = next;
            next = points.hasNext() ? points.next() : null;
        }
        if (next == null && block + 1 < stored.count()) {
            next = first(block + 1);
        }
        long end = next == null ? size : next.offset();
        // A span can end inside the first byte of the next one.
        long compressedEnd = next == null ? compressedBytes : Math.min(next.byteOffset() + 1, compressedBytes);
        if (from.offset() > offset
                || end <= from.offset()
                || end - from.offset() > MOST_SPAN_BYTES
                || from.byteOffset() >= compressedEnd) {
            throw stored.invalid("the access points do not ascend, or are too far apart");
        }
        return new Span((int) block * BLOCK_POINTS + at, from, end, compressedEnd);
    }

    private AccessPointTable.Entry first(long block) throws IOException {
        return new AccessPointTable(stored.block(block), stored).next();
    }

    /** Reads the window of an access point. */
    AccessPoint read(AccessPointTable.Entry from) throws IOException {
        return from.point(stored);
    }
}
