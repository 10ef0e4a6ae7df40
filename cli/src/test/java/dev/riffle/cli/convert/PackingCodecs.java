package dev.riffle.cli.convert;

import io.airlift.compress.zstd.ZstdCompressor;
import java.util.Arrays;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.compression.AbstractCompressionCodec;
import org.apache.arrow.vector.compression.CompressionCodec;
import org.apache.arrow.vector.compression.CompressionUtil;

/** Compresses the buffers of Arrow data, as the libraries of other languages do. */
final class PackingCodecs implements CompressionCodec.Factory {

    private static final int BLOCK_BYTES = 64 << 10;

    @Override
    public CompressionCodec createCodec(CompressionUtil.CodecType type) {
        return new Packing(type);
    }

    @Override
    public CompressionCodec createCodec(CompressionUtil.CodecType type, int level) {
        return new Packing(type);
    }

    private static final class Packing extends AbstractCompressionCodec {

        private final CompressionUtil.CodecType type;

        Packing(CompressionUtil.CodecType type) {
            this.type = type;
        }

        @Override
        protected ArrowBuf doCompress(BufferAllocator allocator, ArrowBuf buffer) {
            byte[] content = new byte[(int) buffer.writerIndex()];
            buffer.getBytes(0, content);
            byte[] packed =
                    type == CompressionUtil.CodecType.ZSTD ? zstd(content) : Lz4FramesTest.frame(content, BLOCK_BYTES);
            ArrowBuf target = allocator.buffer(CompressionUtil.SIZE_OF_UNCOMPRESSED_LENGTH + packed.length);
            target.setBytes(CompressionUtil.SIZE_OF_UNCOMPRESSED_LENGTH, packed);
            target.writerIndex(CompressionUtil.SIZE_OF_UNCOMPRESSED_LENGTH + packed.length);
            return target;
        }

        private static byte[] zstd(byte[] content) {
            ZstdCompressor compressor = new ZstdCompressor();
            byte[] packed = new byte[compressor.maxCompressedLength(content.length)];
            return Arrays.copyOf(packed, compressor.compress(content, 0, content.length, packed, 0, packed.length));
        }

        @Override
        protected ArrowBuf doDecompress(BufferAllocator allocator, ArrowBuf buffer) {
            throw new UnsupportedOperationException("this codec only writes");
        }

        @Override
        public CompressionUtil.CodecType getCodecType() {
            return type;
        }
    }
}
