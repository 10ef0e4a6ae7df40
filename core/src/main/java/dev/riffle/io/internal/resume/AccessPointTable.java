package dev.riffle.io.internal.resume;

import dev.riffle.internal.LittleEndian;
import dev.riffle.internal.Varints;
import dev.riffle.io.internal.codec.DeflateDecoder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;

/**
 * A block of stored access points. Two varints come first: the spacing, and the place of its first window. Each access
 * point begins with varints. The first is its distance from the previous access point of the block in uncompressed
 * bytes, or from offset 0. The second is the distance of the beginning of its block, in bits. The third is its own
 * distance from that beginning, in bits. The last is 0, or the size of its window plus 1, followed by the deflated size
 * of the window. The checksum follows (four bytes, lowest first).
 */
final class AccessPointTable {

    private final byte[] stored;
    private final AccessPoints.Stored source;
    private final int spacing;
    private int at;
    private long windowPlace;
    private long offset;
    private long blockBit;

    AccessPointTable(byte[] stored, AccessPoints.Stored source) throws IOException {
        this.stored = stored;
        this.source = source;
        long wanted = number();
        check(wanted <= AccessPoints.MOST_SPAN_BYTES, "have a spacing that is too large");
        this.spacing = (int) wanted;
        this.windowPlace = number();
    }

    /** Returns the spacing with which the access points inside members were collected. */
    int spacing() {
        return spacing;
    }

    /**
     * A stored access point.
     *
     * @param windowBytes the size of the window, or -1 without a window
     * @param windowPlace the place of the window among all windows
     */
    record Entry(
            long offset,
            DeflateDecoder.Place place,
            int checksum,
            int windowBytes,
            int deflatedBytes,
            long windowPlace) {

        boolean isWindow() {
            return windowBytes >= 0;
        }

        /** Returns the offset of the first byte to read. */
        long byteOffset() {
            return place.blockBit() >>> 3;
        }

        /** Reads the window, if any. */
        AccessPoint point(AccessPoints.Stored source) throws IOException {
            AccessPointWindow window = isWindow()
                    ? AccessPointWindow.stored(windowBytes, source.window(windowPlace, deflatedBytes))
                    : null;
            return new AccessPoint(offset, new AccessPoint.Entry(place, window), checksum);
        }
    }

    /** Encodes a block. */
    static byte[] encode(List<AccessPoint> points, int spacing, long windowPlace) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        write(block, spacing);
        write(block, windowPlace);
        long offset = 0;
        long bit = 0;
        for (AccessPoint point : points) {
            DeflateDecoder.Place place = point.entry().place();
            AccessPointWindow window = point.entry().window();
            write(block, point.offset() - offset);
            write(block, place.blockBit() - bit);
            write(block, place.symbolBit() - place.blockBit());
            write(block, window == null ? 0 : window.size() + 1);
            if (window != null) {
                write(block, window.deflated().length);
            }
            byte[] checksum = new byte[Integer.BYTES];
            LittleEndian.putInt(checksum, 0, point.checksum());
            block.writeBytes(checksum);
            offset = point.offset();
            bit = place.blockBit();
        }
        return block.toByteArray();
    }

    private static void write(ByteArrayOutputStream block, long number) {
        byte[] varint = new byte[Varints.MAX_SIZE];
        block.write(varint, 0, Varints.write(varint, 0, number));
    }

    boolean hasNext() {
        return at < stored.length;
    }

    /** Returns the next access point. */
    Entry next() throws IOException {
        offset += number();
        blockBit += number();
        long symbolBit = blockBit + number();
        long window = number() - 1;
        long deflated = window < 0 ? 0 : number();
        check(offset >= 0 && blockBit >= 0 && symbolBit >= 0, "have a number that is too large");
        check(window >= 0 || symbolBit == blockBit && (blockBit & 7) == 0, "lack a window inside of a block or member");
        check(window < 0 || AccessPointWindow.isPossible(window, deflated), "have a window of an impossible size");
        check(stored.length - at >= Integer.BYTES, "are truncated");
        Entry next = new Entry(
                offset,
                new DeflateDecoder.Place(blockBit, symbolBit),
                LittleEndian.getInt(stored, at),
                (int) window,
                (int) deflated,
                windowPlace);
        at += Integer.BYTES;
        windowPlace += window < 0 ? 0 : deflated + AccessPoints.WINDOW_GAP_BYTES;
        return next;
    }

    /** Reads a number of at most 63 bits. */
    private long number() throws IOException {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE - 1; shift += 7) {
            check(at < stored.length, "are truncated");
            byte next = stored[at++];
            value |= (next & 0x7fL) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw source.invalid("the access points have a number that is too large");
    }

    private void check(boolean holds, String problem) throws IOException {
        if (!holds) {
            throw source.invalid("the access points " + problem);
        }
    }
}
