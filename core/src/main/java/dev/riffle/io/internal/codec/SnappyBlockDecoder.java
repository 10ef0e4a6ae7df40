package dev.riffle.io.internal.codec;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Decodes consecutive blocks of raw Snappy, each after its compressed size as four big-endian bytes. */
public final class SnappyBlockDecoder {

    private static final int SIZE_BYTES = 4;
    private static final int MOST_VARINT_BYTES = 5;
    private static final int FIRST_CHUNK_BYTES = 64 << 10;

    private final CompressedBytes in;
    private byte[] compressed = new byte[0];
    private byte[] block = new byte[0];
    private ByteBuffer content = ByteBuffer.allocate(0);
    private long taken;
    private boolean deliversParts;

    public SnappyBlockDecoder(CompressedBytes in) {
        this.in = in;
    }

    /** Makes the decoder also deliver the bytes of a damaged block before the damage. */
    public void deliverParts() {
        deliversParts = true;
    }

    /**
     * Decodes the next block. All bytes decoded before must have been taken.
     *
     * @return false at the end
     * @throws MalformedStreamException if the block is damaged or incomplete
     */
    public boolean decode() throws IOException {
        if (!in.fill()) {
            return false;
        }
        readBlock();
        return true;
    }

    /** Returns the number of decoded bytes that are not taken yet. */
    public int available() {
        return content.remaining();
    }

    /** Moves decoded bytes to {@code target} until it is full or no bytes are left, and returns their number. */
    public int take(ByteBuffer target) {
        int count = Math.min(target.remaining(), content.remaining());
        target.put(content.array(), content.position(), count);
        content.position(content.position() + count);
        taken += count;
        return count;
    }

    /** Returns the number of bytes taken. */
    public long takenBytes() {
        return taken;
    }

    private void readBlock() throws IOException {
        if (!in.require(SIZE_BYTES)) {
            throw incomplete("four bytes of a block's size");
        }
        int size = Integer.reverseBytes(in.buffer().getInt());
        if (size <= 0) {
            throw MalformedStreamException.damaged(
                    in.offset() - SIZE_BYTES,
                    "expected the size of a Snappy block, found " + Integer.toUnsignedString(size));
        }
        int filled = 0;
        while (filled < size) {
            if (!in.fill()) {
                decodePart(size, filled);
                throw incomplete("a Snappy block of " + size + " bytes");
            }
            if (filled == compressed.length) {
                // The array grows only as bytes arrive, because the stream may state a wrong size.
                compressed = Arrays.copyOf(compressed, (int) Math.min(size, Math.max(FIRST_CHUNK_BYTES, 4L * filled)));
            }
            int count = Math.min(in.buffer().remaining(), Math.min(size, compressed.length) - filled);
            in.buffer().get(compressed, filled, count);
            filled += count;
        }
        try {
            int uncompressedSize = SnappyDecoder.uncompressedSize(compressed, size);
            if (block.length < uncompressedSize) {
                block = new byte[uncompressedSize];
            }
            SnappyDecoder.decode(compressed, size, block, uncompressedSize);
            content = ByteBuffer.wrap(block, 0, uncompressedSize);
        } catch (SnappyDecoder.MalformedBlockException e) {
            deliverPart(e.decoded());
            throw MalformedStreamException.damaged(in.offset() - size + e.offset(), String.valueOf(e.getMessage()));
        }
    }

    /** Decodes a block of {@code size} bytes if only {@code filled} of them exist. */
    private void decodePart(int size, int filled) {
        if (!deliversParts || filled < MOST_VARINT_BYTES) {
            return;
        }
        try {
            int claimed = SnappyDecoder.uncompressedSize(compressed, size);
            int most = (int) Math.min(claimed, (long) SnappyDecoder.MOST_EXPANSION * filled);
            if (block.length < most) {
                block = new byte[most];
            }
            SnappyDecoder.decode(compressed, filled, block, most);
            deliverPart(most);
        } catch (SnappyDecoder.MalformedBlockException e) {
            deliverPart(e.decoded());
        }
    }

    private void deliverPart(int decoded) {
        if (deliversParts) {
            content = ByteBuffer.wrap(block, 0, decoded);
        }
    }

    private MalformedStreamException incomplete(String expected) {
        return MalformedStreamException.incomplete(in.offset(), "expected " + expected + ", found the end of the file");
    }
}
