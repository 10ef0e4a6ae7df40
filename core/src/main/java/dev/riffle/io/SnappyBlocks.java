package dev.riffle.io;

import dev.riffle.internal.InputChannel;
import dev.riffle.io.internal.codec.CompressedBytes;
import dev.riffle.io.internal.codec.SnappyBlockDecoder;
import dev.riffle.io.internal.codec.SnappyEncoder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * SNAPPY compression: blocks of raw Snappy, each after its compressed size as four big-endian bytes. This format
 * differs from Snappy's own framing format and has no checksum.
 *
 * <p>TensorFlow writes blocks of more than 256 KiB, but cannot read them. This class reads such blocks, but does not
 * write them.
 */
final class SnappyBlocks implements Compression {

    static final int MOST_WRITTEN_BYTES = 256 << 10;

    private static final int SIZE_BYTES = 4;

    /** Fewer bytes cannot contain half the header of a record. */
    private static final int LEAST_PROBE_BYTES = SIZE_BYTES + 6;

    /** A larger claimed size is not Snappy: TensorFlow exceeds its buffer by at most one record. */
    private static final int MOST_PROBED_BLOCK = 64 << 20;

    @Override
    public String name() {
        return "SNAPPY";
    }

    @Override
    public int probeBytes(ByteBuffer start, OptionalLong size) {
        if (start.limit() < LEAST_PROBE_BYTES) {
            return 0;
        }
        int block = start.getInt(0);
        boolean possible =
                block > 0 && block <= MOST_PROBED_BLOCK && (size.isEmpty() || block <= size.getAsLong() - SIZE_BYTES);
        return possible ? SIZE_BYTES + block : 0;
    }

    /** Returns false, because OneFlow's users compress OFRecord files only with GZIP. */
    @Override
    public boolean mayContainOfRecords() {
        return false;
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

    private static final class Input extends InputChannel {
        private final CompressedBytes in;
        private final SnappyBlockDecoder blocks;
        private @Nullable IOException failure;

        Input(CompressedBytes in) {
            this.in = in;
            this.blocks = new SnappyBlockDecoder(in);
        }

        @Override
        protected int readOpen(ByteBuffer target) throws IOException {
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
                failure = CompressionException.reported(e, blocks.takenBytes());
                throw failure;
            }
            return blocks.take(target);
        }

        @Override
        protected void release() throws IOException {
            in.close();
        }
    }

    private static final class Output extends CompressingOutput {
        private final WritableByteChannel out;
        private final byte[] content = new byte[MOST_WRITTEN_BYTES];
        private final byte[] compressed = new byte[SIZE_BYTES + SnappyEncoder.mostBytes(MOST_WRITTEN_BYTES)];
        private final SnappyEncoder encoder = new SnappyEncoder();
        private int size;

        Output(WritableByteChannel out) {
            this.out = out;
        }

        @Override
        void take(ByteBuffer source) throws IOException {
            while (source.hasRemaining()) {
                if (size == content.length) {
                    passOn();
                }
                int count = Math.min(source.remaining(), content.length - size);
                source.get(content, size, count);
                size += count;
            }
        }

        @Override
        void passOn() throws IOException {
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
    }
}
