package dev.riffle.formats.image;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.riffle.io.Bytes;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that an extended WebP must hold exactly one image of the size in its header. */
class WebpStructureTest {

    private static final Bytes LOSSLESS = chunk(TestImages.resource("lossless.webp"));
    private static final Bytes LOSSY = chunk(TestImages.resource("lossy.webp"));
    private static final Bytes OPACITY = Bytes.ofHex("414c5048020000000100");

    @ParameterizedTest
    @CsvSource({"5, 4", "13000, 13000"})
    void rejectsAFileWithoutAnImage(int width, int height) {
        assertRejected(extended(width, height), "WEBP: no chunk VP8 or VP8L before byte 30");
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "13000, 13000"})
    void rejectsAnImageOfAnotherSize(int width, int height) {
        assertRejected(
                extended(width, height, LOSSLESS),
                "WEBP: " + width + " x " + height + " pixels expected in the chunk VP8L at byte 30, found 16 x 12");
    }

    @Test
    void rejectsASecondImage() {
        assertRejected(
                extended(16, 12, LOSSLESS, LOSSY),
                "WEBP: one chunk VP8 or VP8L expected, found a second one at byte " + (30 + LOSSLESS.size()));
    }

    @Test
    void rejectsOpacityUnlessOnceBeforeLossyPixels() {
        assertRejected(
                extended(16, 12, LOSSY, OPACITY),
                "WEBP: one chunk ALPH before the chunk VP8 expected, found another at byte " + (30 + LOSSY.size()));
        assertRejected(
                extended(16, 12, OPACITY, OPACITY, LOSSY),
                "WEBP: one chunk ALPH before the chunk VP8 expected, found another at byte 40");
        assertRejected(
                extended(16, 12, OPACITY, LOSSLESS),
                "WEBP: chunk VP8 expected after the chunk ALPH at byte 30, found VP8L");
        assertRejected(
                extended(16, 12, Bytes.ofHex("414c504800000000"), LOSSY),
                "WEBP: compressed opacity expected in the chunk ALPH at byte 30; request 3 channels to omit the opacity");
    }

    private static void assertRejected(Bytes file, String message) {
        assertThatExceptionOfType(MalformedImageException.class)
                .isThrownBy(() -> ImageDecoder.defaults().decode(file))
                .withMessage(message);
    }

    private static Bytes chunk(Bytes simple) {
        return simple.slice(12, simple.size());
    }

    private static Bytes extended(int width, int height, Bytes... chunks) {
        ByteBuffer file = ByteBuffer.allocate(10_000).order(ByteOrder.LITTLE_ENDIAN);
        file.put(Bytes.ofUtf8("RIFF    WEBPVP8X").asByteBuffer()).putInt(10).putInt(0x10);
        file.putShort((short) (width - 1)).put((byte) 0).putShort((short) (height - 1));
        file.put((byte) 0);
        for (Bytes chunk : chunks) {
            file.put(chunk.asByteBuffer());
        }
        file.putInt(4, file.position() - 8);
        return Bytes.copyOf(file.array()).slice(0, file.position());
    }
}
