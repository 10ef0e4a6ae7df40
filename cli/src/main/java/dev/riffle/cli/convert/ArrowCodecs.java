package dev.riffle.cli.convert;

import dev.riffle.io.Bytes;
import io.airlift.compress.MalformedInputException;
import io.airlift.compress.zstd.ZstdDecompressor;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.compression.AbstractCompressionCodec;
import org.apache.arrow.vector.compression.CompressionCodec;
import org.apache.arrow.vector.compression.CompressionUtil;
import org.apache.arrow.vector.compression.NoCompressionCodec;

/** Decompresses the buffers of Arrow data. Riffle writes no compressed buffers. */
final class ArrowCodecs implements CompressionCodec.Factory {

    @Override
    public CompressionCodec createCodec(CompressionUtil.CodecType type) {
        return type == CompressionUtil.CodecType.NO_COMPRESSION ? NoCompressionCodec.INSTANCE : new Decompression(type);
    }

    @Override
    public CompressionCodec createCodec(CompressionUtil.CodecType type, int level) {
        return createCodec(type);
    }

    private static final class Decompression extends AbstractCompressionCodec {

        /** The smallest block of zstd has 4 bytes and stands for at most 128 KiB. */
        private static final long MOST_EXPANSION = (128 << 10) / 4;

        private final CompressionUtil.CodecType type;

        Decompression(CompressionUtil.CodecType type) {
            this.type = type;
        }

        @Override
        protected ArrowBuf doDecompress(BufferAllocator allocator, ArrowBuf buffer) {
            long size = readUncompressedLength(buffer);
            byte[] compressed = new byte[(int) (buffer.writerIndex() - CompressionUtil.SIZE_OF_UNCOMPRESSED_LENGTH)];
            buffer.getBytes(CompressionUtil.SIZE_OF_UNCOMPRESSED_LENGTH, compressed);
            Bytes content = content(compressed, size);
            // The content has this size, so the limit of the memory for the bytes of the file does not apply to it.
            allocator.setLimit(allocator.getLimit() + content.size());
            ArrowBuf decompressed = allocator.buffer(content.size());
            decompressed.setBytes(0, content.asByteBuffer());
            decompressed.writerIndex(content.size());
            return decompressed;
        }

        private Bytes content(byte[] compressed, long size) {
            try {
                return switch (type) {
                    case LZ4_FRAME -> Bytes.ofOwned(Lz4Frames.decompress(compressed, size));
                    case ZSTD -> zstd(compressed, size);
                    case NO_COMPRESSION -> Bytes.ofOwned(compressed);
                };
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static Bytes zstd(byte[] compressed, long size) throws IOException {
            if (size < 0 || size > MOST_EXPANSION * compressed.length || size > Integer.MAX_VALUE - 8) {
                throw new IOException(compressed.length + " bytes of zstd cannot have " + size + " bytes of content");
            }
            byte[] content = new byte[(int) size];
            int found;
            try {
                // The frames need not state their size: the data before them state it.
                found = new ZstdDecompressor().decompress(compressed, 0, compressed.length, content, 0, content.length);
            } catch (MalformedInputException | IllegalArgumentException | IndexOutOfBoundsException e) {
                throw new IOException("the zstd data are damaged: " + e.getMessage(), e);
            }
            if (found != size) {
                throw new IOException("the zstd data have " + found + " bytes, but state " + size);
            }
            return Bytes.ofOwned(content);
        }

        @Override
        protected ArrowBuf doCompress(BufferAllocator allocator, ArrowBuf buffer) {
            throw new UnsupportedOperationException(type.name());
        }

        @Override
        public CompressionUtil.CodecType getCodecType() {
            return type;
        }
    }
}
