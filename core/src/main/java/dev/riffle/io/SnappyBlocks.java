package dev.riffle.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Blocks of raw Snappy, each behind its compressed size as four big-endian bytes. Not Snappy's own framing format, and
 * without a checksum.
 *
 * <p>TensorFlow cannot read blocks of more than 256 KiB, although it writes them; none is written here, all are read.
 */
final class SnappyBlocks implements Compression {

    static final int MOST_WRITTEN_BYTES = 256 << 10;

    private static final int SIZE_BYTES = 4;
    private static final int MOST_VARINT_BYTES = 5;
    private static final int FIRST_CHUNK_BYTES = 64 << 10;

    @Override
    public String name() {
        return "SNAPPY";
    }

    @Override
    public ReadableByteChannel decompress(ReadableByteChannel in) {
        return new Input(new CompressedBytes(in));
    }

    @Override
    public CompressedOutput compress(WritableByteChannel out) {
        return new Output(out);
    }

    @Override
    public String toString() {
        return name();
    }

    private static final class Input implements ReadableByteChannel {
        private final CompressedBytes in;
        private final Blocks blocks;
        private @Nullable IOException failure;
        private boolean open = true;

        Input(CompressedBytes in) {
            this.in = in;
            this.blocks = new Blocks(in);
        }

        @Override
        public int read(ByteBuffer target) throws IOException {
            if (!open) {
                throw new ClosedChannelException();
            }
            if (failure != null) {
                throw failure;
            }
            try {
                while (blocks.available() == 0) {
                    if (!blocks.decode()) {
                        return -1;
                    }
                }
            } catch (IOException e) {
                failure = CompressionException.reported(e, blocks.verifiedBytes());
                throw failure;
            }
            return blocks.take(target);
        }

        @Override
        public boolean isOpen() {
            return open;
        }

        @Override
        public void close() throws IOException {
            open = false;
            in.close();
        }
    }

    /** The blocks one after the other; every one can be entered at its beginning. */
    static final class Blocks implements ResumableInput {
        private final CompressedBytes in;
        private byte[] compressed = new byte[0];
        private byte[] block = new byte[0];
        private ByteBuffer content = ByteBuffer.allocate(0);
        private long taken;
        private boolean givesParts;

        Blocks(CompressedBytes in) {
            this.in = in;
        }

        /** Lets what comes out of a damaged block before the damage be taken. */
        Blocks givingParts() {
            givesParts = true;
            return this;
        }

        @Override
        public boolean decode() throws IOException {
            if (!in.fill()) {
                return false;
            }
            readBlock();
            return true;
        }

        @Override
        public int available() {
            return content.remaining();
        }

        @Override
        public int take(byte[] target, int from, int most) {
            return take(ByteBuffer.wrap(target, from, most));
        }

        int take(ByteBuffer target) {
            int count = Math.min(target.remaining(), content.remaining());
            target.put(content.array(), content.position(), count);
            content.position(content.position() + count);
            taken += count;
            return count;
        }

        @Override
        public Optional<AccessPoint.Entry> entry(long since) {
            return since >= SMALLEST_SPAN_BYTES ? Optional.of(AccessPoint.Entry.atByte(in.offset())) : Optional.empty();
        }

        @Override
        public long verifiedBytes() {
            return taken;
        }

        @Override
        public long compressedBytes() {
            return in.offset();
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
                    // Grows only as bytes arrive: the size is a claim.
                    compressed =
                            Arrays.copyOf(compressed, (int) Math.min(size, Math.max(FIRST_CHUNK_BYTES, 4L * filled)));
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
                givePart(e.decoded());
                throw MalformedStreamException.damaged(in.offset() - size + e.offset(), String.valueOf(e.getMessage()));
            }
        }

        /** Of a block of {@code size} bytes only {@code filled} are there. */
        private void decodePart(int size, int filled) {
            if (!givesParts || filled < MOST_VARINT_BYTES) {
                return;
            }
            try {
                int claimed = SnappyDecoder.uncompressedSize(compressed, size);
                int most = (int) Math.min(claimed, (long) SnappyDecoder.MOST_EXPANSION * filled);
                if (block.length < most) {
                    block = new byte[most];
                }
                SnappyDecoder.decode(compressed, filled, block, most);
                givePart(most);
            } catch (SnappyDecoder.MalformedBlockException e) {
                givePart(e.decoded());
            }
        }

        private void givePart(int decoded) {
            if (givesParts) {
                content = ByteBuffer.wrap(block, 0, decoded);
            }
        }

        private MalformedStreamException incomplete(String expected) {
            return MalformedStreamException.incomplete(
                    in.offset(), "expected " + expected + ", found the end of the file");
        }
    }

    private static final class Output implements CompressedOutput {
        private final WritableByteChannel out;
        private final byte[] content = new byte[MOST_WRITTEN_BYTES];
        private final byte[] compressed = new byte[SIZE_BYTES + SnappyEncoder.mostBytes(MOST_WRITTEN_BYTES)];
        private final SnappyEncoder encoder = new SnappyEncoder();
        private int size;
        private boolean open = true;
        private boolean finished;

        Output(WritableByteChannel out) {
            this.out = out;
        }

        @Override
        public int write(ByteBuffer source) throws IOException {
            if (!open || finished) {
                throw new ClosedChannelException();
            }
            int written = source.remaining();
            while (source.hasRemaining()) {
                if (size == content.length) {
                    flush();
                }
                int count = Math.min(source.remaining(), content.length - size);
                source.get(content, size, count);
                size += count;
            }
            return written;
        }

        @Override
        public void flush() throws IOException {
            if (!open && !finished) {
                throw new ClosedChannelException();
            }
            if (size == 0) {
                return;
            }
            int compressedSize = encoder.encode(content, size, compressed, SIZE_BYTES);
            ByteBuffer block = ByteBuffer.wrap(compressed, 0, SIZE_BYTES + compressedSize);
            block.putInt(0, compressedSize);
            while (block.hasRemaining()) {
                out.write(block);
            }
            size = 0;
        }

        @Override
        public void finish() throws IOException {
            flush();
            finished = true;
        }

        @Override
        public boolean isOpen() {
            return open;
        }

        @Override
        public void close() {
            open = false;
        }
    }
}
