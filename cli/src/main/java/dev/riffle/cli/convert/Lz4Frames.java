package dev.riffle.cli.convert;

import dev.riffle.internal.LittleEndian;
import java.io.IOException;

/**
 * Decompresses LZ4 frames of a known size. The blocks of a frame can refer to the bytes of earlier blocks, so this
 * class decodes them into one array. Source of the format: {@code lz4_Frame_format.md} and {@code
 * lz4_Block_format.md} of LZ4.
 *
 * <p>A block consists of sequences. A sequence has a token, literal bytes, and a match: the distance and the number of
 * bytes to repeat. The two halves of the token hold the numbers of literals and of repeated bytes. More bytes follow
 * for a number from 15. The last sequence has no match.
 */
final class Lz4Frames {

    private static final int MAGIC = 0x184d2204;
    private static final int VERSION_MASK = 0xc0;
    private static final int VERSION = 0x40;
    private static final int BLOCK_CHECKSUMS = 0x10;
    private static final int CONTENT_SIZE = 0x08;
    private static final int CONTENT_CHECKSUM = 0x04;
    private static final int DICTIONARY = 0x01;

    private static final int CHECKSUM_BYTES = 4;

    /** The bit of the size of a block that is not compressed. */
    private static final int STORED = 0x80000000;

    private static final int SHORTEST_MATCH = 4;

    /** A number of this size in a token continues in the next bytes. */
    private static final int CONTINUED = 15;

    /** A compressed byte stands for at most this number of bytes. */
    private static final long MOST_EXPANSION = 255;

    private final byte[] in;
    private final byte[] out;
    private int at;
    private int size;

    private Lz4Frames(byte[] in, int size) {
        this.in = in;
        this.out = new byte[size];
    }

    /**
     * Returns the content of one or several frames.
     *
     * @param size the number of bytes of the content
     * @throws IOException if the frames are damaged, or have another number of bytes
     */
    static byte[] decompress(byte[] frames, long size) throws IOException {
        if (size < 0 || size > MOST_EXPANSION * frames.length || size > Integer.MAX_VALUE - 8) {
            throw new IOException(frames.length + " bytes of LZ4 cannot have " + size + " bytes of content");
        }
        Lz4Frames lz4 = new Lz4Frames(frames, (int) size);
        try {
            while (lz4.at < frames.length) {
                lz4.frame();
            }
        } catch (IndexOutOfBoundsException e) {
            throw lz4.damaged();
        }
        if (lz4.size != size) {
            throw lz4.damaged();
        }
        return lz4.out;
    }

    private IOException damaged() {
        return new IOException("the LZ4 data are damaged at byte " + at + " of " + in.length);
    }

    private void frame() throws IOException {
        int magic = LittleEndian.getInt(in, at);
        int flags = in[at + 4] & 0xff;
        if (magic != MAGIC || (flags & VERSION_MASK) != VERSION || (flags & DICTIONARY) != 0) {
            throw damaged();
        }
        // The magic, the flags, the size of blocks, and the checksum of the header.
        at += 7 + ((flags & CONTENT_SIZE) == 0 ? 0 : Long.BYTES);
        for (int block = readInt(); block != 0; block = readInt()) {
            int length = block & ~STORED;
            if (length > in.length - at) {
                throw damaged();
            }
            int end = at + length;
            if ((block & STORED) != 0) {
                copy(length);
            } else {
                block(end);
            }
            if (at != end) {
                throw damaged();
            }
            at += (flags & BLOCK_CHECKSUMS) == 0 ? 0 : CHECKSUM_BYTES;
        }
        at += (flags & CONTENT_CHECKSUM) == 0 ? 0 : CHECKSUM_BYTES;
    }

    private int readInt() {
        int value = LittleEndian.getInt(in, at);
        at += Integer.BYTES;
        return value;
    }

    private void copy(int count) {
        System.arraycopy(in, at, out, size, count);
        at += count;
        size += count;
    }

    private void block(int end) throws IOException {
        while (at < end) {
            int token = in[at++] & 0xff;
            copy(number(token >>> 4));
            if (at >= end) {
                return;
            }
            int distance = in[at] & 0xff | (in[at + 1] & 0xff) << 8;
            at += 2;
            int count = number(token & 0x0f) + SHORTEST_MATCH;
            if (distance == 0 || distance > size) {
                throw damaged();
            }
            // The source and the target of a match can overlap.
            for (int i = 0; i < count; i++, size++) {
                out[size] = out[size - distance];
            }
        }
    }

    private int number(int inToken) {
        int number = inToken;
        if (inToken == CONTINUED) {
            int more = 255;
            while (more == 255) {
                more = in[at++] & 0xff;
                number += more;
            }
        }
        return number;
    }
}
