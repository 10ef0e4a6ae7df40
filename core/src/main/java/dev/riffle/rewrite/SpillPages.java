package dev.riffle.rewrite;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * Reads pages of equal size as one range of bytes. The pages need no verification, because this process has written
 * them.
 */
final class SpillPages {

    private final List<byte[]> pages;
    private final int pageBits;
    private byte[] gathered = {};
    private long position;

    SpillPages(List<byte[]> pages, int pageBytes) {
        this.pages = pages;
        this.pageBits = Integer.numberOfTrailingZeros(pageBytes);
    }

    void seek(long place) {
        position = place;
    }

    long position() {
        return position;
    }

    void skip(long count) {
        position += count;
    }

    long varint() {
        long value = 0;
        int shift = 0;
        while (true) {
            byte b = pages.get((int) (position >>> pageBits))[offset()];
            position++;
            value |= (b & 0x7fL) << shift;
            if (b >= 0) {
                return value;
            }
            shift += 7;
        }
    }

    private int offset() {
        return (int) (position & ((1L << pageBits) - 1));
    }

    /** Returns the next bytes, valid until the next call. */
    ByteBuffer bytes(int count) {
        int offset = offset();
        int pageBytes = 1 << pageBits;
        if (count <= pageBytes - offset) {
            ByteBuffer view = count == 0 ? ByteBuffer.allocate(0) : ByteBuffer.wrap(page(), offset, count);
            position += count;
            return view;
        }
        if (gathered.length < count) {
            gathered = new byte[count];
        }
        int at = 0;
        while (at < count) {
            int part = Math.min(count - at, pageBytes - offset());
            System.arraycopy(page(), offset(), gathered, at, part);
            at += part;
            position += part;
        }
        return ByteBuffer.wrap(gathered, 0, count);
    }

    private byte[] page() {
        return pages.get((int) (position >>> pageBits));
    }
}
