package dev.riffle.io.internal.resume;

import dev.riffle.internal.Varints;
import dev.riffle.io.internal.codec.DeflateDecoder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Encodes access points as bytes. The version (2) and the compression come first, one byte each. Four varints follow:
 * the spacing, the size of the file, its uncompressed size and the number of access points. Each access point begins
 * with varints. The first is its distance from the previous access point in uncompressed bytes. The second is the
 * distance of the beginning of its block, in bits. The third is its own distance from that beginning, in bits. The last
 * is 0, or the size of its window plus 1, followed by the deflated size of the window. Then follow the checksum (four
 * bytes, lowest first) and the window.
 */
final class AccessPointTable {

    private static final int VERSION = 2;

    /** The smallest size of an access point. */
    private static final int LEAST_BYTES = 8;

    private static final int MOST_HEAD_BYTES = 5 * Varints.MAX_SIZE + Integer.BYTES;

    private final byte[] stored;
    private int at;

    private AccessPointTable(byte[] stored) {
        this.stored = stored;
    }

    static List<ByteBuffer> encode(AccessPoints accessPoints) {
        List<ByteBuffer> pieces = new ArrayList<>();
        byte[] head = {VERSION, (byte) accessPoints.format().number};
        pieces.add(ByteBuffer.wrap(head));
        pieces.add(varints(
                accessPoints.spacing(), accessPoints.compressedBytes(), accessPoints.size(), accessPoints.count()));
        AccessPoint last = null;
        for (AccessPoint accessPoint : accessPoints.all()) {
            DeflateDecoder.Place place = accessPoint.entry().place();
            AccessPointWindow window = accessPoint.entry().window();
            long offset = last == null ? 0 : last.offset();
            long bit = last == null ? 0 : last.entry().place().blockBit();
            long[] numbers = {
                accessPoint.offset() - offset,
                place.blockBit() - bit,
                place.symbolBit() - place.blockBit(),
                window == null ? 0 : window.size() + 1,
                window == null ? 0 : window.deflated().length
            };
            pieces.add(varints(window == null ? Arrays.copyOf(numbers, 4) : numbers));
            pieces.add(ByteBuffer.allocate(Integer.BYTES)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putInt(0, accessPoint.checksum()));
            if (window != null) {
                pieces.add(ByteBuffer.wrap(window.deflated()));
            }
            last = accessPoint;
        }
        return pieces;
    }

    private static ByteBuffer varints(long... values) {
        byte[] bytes = new byte[MOST_HEAD_BYTES];
        int end = 0;
        for (long value : values) {
            end = Varints.write(bytes, end, value);
        }
        return ByteBuffer.wrap(Arrays.copyOf(bytes, end));
    }

    static AccessPoints decode(byte[] stored) {
        return new AccessPointTable(stored).decode();
    }

    private AccessPoints decode() {
        check(stored.length > 2 && stored[0] == VERSION, "have an unknown version");
        ResumableFormat format = Arrays.stream(ResumableFormat.values())
                .filter(known -> known.number == stored[1])
                .findFirst()
                .orElseThrow(() -> problem("have an unknown compression"));
        at = 2;
        long spacing = number();
        check(spacing <= AccessPoints.MOST_SPAN_BYTES, "claim a spacing that is too large");
        long compressedBytes = number();
        long size = number();
        long count = number();
        check(compressedBytes <= Long.MAX_VALUE >>> 4, "claim a file size that is too large");
        check(count <= (stored.length - at) / LEAST_BYTES, "claim a count that is too large for their bytes");
        check(count == 0 == (size == 0), "do not cover the file");
        List<AccessPoint> accessPoints = new ArrayList<>((int) count);
        AccessPoint last = null;
        for (long i = 0; i < count; i++) {
            last = next(last, format, compressedBytes, size);
            accessPoints.add(last);
        }
        check(last == null || size - last.offset() <= AccessPoints.MOST_SPAN_BYTES, "are too far apart");
        check(at == stored.length, "have surplus bytes at their end");
        return new AccessPoints(format, (int) spacing, compressedBytes, size, accessPoints);
    }

    private AccessPoint next(@Nullable AccessPoint last, ResumableFormat format, long compressedBytes, long size) {
        long distance = number();
        long blockDistance = number();
        long symbolDistance = number();
        long bits = 8 * compressedBytes;
        if (last == null) {
            check(distance == 0 && blockDistance == 0 && symbolDistance == 0, "do not begin at offset 0");
        } else {
            check(distance > 0 && distance < size - last.offset(), "do not ascend");
            check(distance <= AccessPoints.MOST_SPAN_BYTES, "are too far apart");
        }
        long offset = last == null ? 0 : last.offset() + distance;
        DeflateDecoder.Place before =
                last == null ? new DeflateDecoder.Place(0, -1) : last.entry().place();
        check(blockDistance < bits - before.blockBit(), "are outside of the file");
        long blockBit = before.blockBit() + blockDistance;
        check(symbolDistance < bits - blockBit, "are outside of the file");
        long symbolBit = blockBit + symbolDistance;
        check(symbolBit > before.symbolBit(), "do not ascend");
        long windowBytes = number();
        AccessPointWindow window = null;
        int checksum;
        if (windowBytes == 0) {
            check(symbolDistance == 0 && (blockBit & 7) == 0, "lack a window inside of a block or member");
            checksum = checksum();
        } else {
            long deflatedBytes = number();
            check(
                    last != null
                            && format != ResumableFormat.SNAPPY
                            && windowBytes - 1 <= offset
                            && AccessPointWindow.isPossible(windowBytes - 1, deflatedBytes),
                    "have a window of an impossible size");
            checksum = checksum();
            check(deflatedBytes <= stored.length - at, "are truncated");
            window = AccessPointWindow.stored(
                    (int) (windowBytes - 1), Arrays.copyOfRange(stored, at, at + (int) deflatedBytes));
            at += (int) deflatedBytes;
        }
        return new AccessPoint(
                offset, new AccessPoint.Entry(new DeflateDecoder.Place(blockBit, symbolBit), window), checksum);
    }

    private int checksum() {
        check(stored.length - at >= Integer.BYTES, "are truncated");
        int value = ByteBuffer.wrap(stored).order(ByteOrder.LITTLE_ENDIAN).getInt(at);
        at += Integer.BYTES;
        return value;
    }

    /** Reads a number of at most 63 bits, which must be in its shortest form. */
    private long number() {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE - 1; shift += 7) {
            check(at < stored.length, "are truncated");
            byte next = stored[at++];
            value |= (next & 0x7fL) << shift;
            if (next >= 0) {
                check(next != 0 || shift == 0, "have a number that is too long");
                return value;
            }
        }
        throw new IllegalArgumentException("the access points have a number that is too large");
    }

    private static void check(boolean holds, String problem) {
        if (!holds) {
            throw problem(problem);
        }
    }

    private static IllegalArgumentException problem(String problem) {
        return new IllegalArgumentException("the access points " + problem);
    }
}
