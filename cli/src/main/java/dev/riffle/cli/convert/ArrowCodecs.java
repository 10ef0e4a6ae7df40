package dev.riffle.cli.convert;

import dev.riffle.formats.MalformedPayloadException;
import dev.riffle.formats.PayloadCompression;
import dev.riffle.io.Bytes;
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
            try {
                int limit = (int) Math.min(Math.max(size, 0), Integer.MAX_VALUE - 9);
                Bytes content = PayloadCompression.ZSTD.decompress(Bytes.ofOwned(compressed), limit);
                if (content.size() == size) {
                    return content;
                }
                throw new IOException("the zstd data have " + content.size() + " bytes, but state " + size);
            } catch (MalformedPayloadException e) {
                throw new IOException("the zstd data are damaged: " + e.getMessage(), e);
            }
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
