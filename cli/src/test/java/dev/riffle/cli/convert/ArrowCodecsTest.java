package dev.riffle.cli.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.compression.CompressionUtil;
import org.junit.jupiter.api.Test;

/** Decompresses buffers of Arrow data. */
class ArrowCodecsTest {

    /** {@code zstd --no-check} wrote this frame to a pipe, so it does not state its size. Polars writes such frames. */
    private static final byte[] FRAME = HexFormat.of()
            .parseHex("28b52ffd00684d0100a2c2070ce06dc3305385ecee8e916001359edfe2f9259edfe1f9159edfe0f9059e1f01005ad12a"
                    + "5506");

    private static final int CONTENT_BYTES = 600;

    private static String decompress(byte[] frame, long stated) {
        try (BufferAllocator allocator = new RootAllocator(1 << 20)) {
            ArrowBuf buffer = allocator.buffer(Long.BYTES + frame.length);
            buffer.writeLong(stated);
            buffer.writeBytes(frame);
            byte[] content;
            try (ArrowBuf decompressed = new ArrowCodecs()
                    .createCodec(CompressionUtil.CodecType.ZSTD)
                    .decompress(allocator, buffer)) {
                content = new byte[(int) decompressed.readableBytes()];
                decompressed.getBytes(0, content);
            } catch (UncheckedIOException e) {
                buffer.close();
                throw e;
            }
            return new String(content, StandardCharsets.UTF_8);
        }
    }

    @Test
    void aFrameOfZstdNeedNotStateItsSize() {
        StringBuilder expected = new StringBuilder();
        for (int i = 0; i < 100; i++) {
            expected.append("row ").append(i % 7).append(';');
        }
        assertThat(decompress(FRAME, CONTENT_BYTES)).isEqualTo(expected.toString());
    }

    @Test
    void theContentHasTheStatedSize() {
        for (long stated : new long[] {CONTENT_BYTES - 1, CONTENT_BYTES + 1, 1 << 20}) {
            assertRefused(FRAME, stated, "the zstd data ");
        }
        for (long stated : new long[] {-2, 1 << 30, Long.MAX_VALUE}) {
            assertRefused(FRAME, stated, "50 bytes of zstd cannot have " + stated + " bytes of content");
        }
        byte[] cut = Arrays.copyOf(FRAME, FRAME.length - 1);
        assertRefused(cut, CONTENT_BYTES, "the zstd data are damaged: ");
    }

    private static void assertRefused(byte[] frame, long stated, String message) {
        assertThatThrownBy(() -> decompress(frame, stated))
                .isInstanceOf(UncheckedIOException.class)
                .cause()
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(message);
    }
}
