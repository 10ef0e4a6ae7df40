package dev.riffle.formats.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.riffle.io.Bytes;
import dev.riffle.tensor.DenseTensor;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that short files that claim huge images are rejected before allocation, and that large images of one colour are
 * accepted.
 */
class ShortFileTest {

    private static final ImageDecoder DECODER = ImageDecoder.defaults().maxBytes(1 << 29);

    @Test
    void rejectsJpegWithTooFewBytes() {
        Bytes file = sized(ImageEncoder.jpeg(TestImages.tensor(new byte[192], 8, 8, 3)), 13_000);
        assertThat(ImageHeader.read(file)).isEqualTo(new ImageHeader(ImageFormat.JPEG, 13_000, 13_000, 3));
        assertThatExceptionOfType(MalformedImageException.class)
                .isThrownBy(() -> DECODER.decode(file))
                .withMessageMatching("JPEG: file of 247559 bytes or more expected for 507000000 bytes of samples, "
                        + "found [0-9]+; files of any size may have 67108864");
    }

    @ParameterizedTest
    @ValueSource(strings = {"VP8L", "VP8 "})
    void rejectsWebpWithTooFewBytes(String type) {
        Bytes file = webp(type, 13_000, 40);
        assertThatExceptionOfType(MalformedImageException.class)
                .isThrownBy(() -> DECODER.decode(file))
                .withMessageStartingWith("WEBP: file of 247559 bytes or more expected");
    }

    @Test
    void rejectsTruncatedWebpWithoutDelay() {
        Bytes lossy = webp("VP8 ", 4000, 40);
        assertThatExceptionOfType(MalformedImageException.class)
                .isThrownBy(() -> DECODER.decode(lossy))
                .withMessage("WEBP: cannot be decoded: data is truncated or damaged");
        Bytes lossless = Bytes.ofHex(
                "5249464622000000574542505650384c16000000" + "2f002008000000000000008003000000574500505d01");
        assertThatExceptionOfType(MalformedImageException.class)
                .isThrownBy(() -> DECODER.decode(lossless))
                .withMessage("WEBP: cannot be decoded: data is truncated or damaged");
    }

    @Test
    void decodesLargeImagesOfOneColour() {
        DenseTensor black = TestImages.tensor(new byte[4000 * 4000], 4000, 4000, 1);
        assertThat(DECODER.decode(ImageEncoder.jpeg(black))).isEqualTo(black);
        assertThat(DECODER.decode(ImageEncoder.png(black))).isEqualTo(black);
        DenseTensor lossless = DECODER.decode(webp("VP8L", 4000, 40));
        assertThat(lossless.shape().toArray()).containsExactly(4000, 4000, 3);
    }

    @Test
    void rejectsGifWithTooFewBytes() {
        Bytes file = Bytes.ofHex(
                "474946383961ffffffff8000000a0b0c0d0e0f" + "2c00000000102710270002" + "ff" + "44".repeat(255) + "003b");
        assertThatExceptionOfType(MalformedImageException.class)
                .isThrownBy(() -> DECODER.decode(file))
                .withMessage("GIF: data is truncated in a frame of 10000 x 10000 pixels");
    }

    @ParameterizedTest
    @CsvSource({"4700, 500, 13", "4000, 17, 16", "4000, 2000, 22"})
    void limitsThePixelsOfAllScans(int side, int scans, int allowed) {
        Bytes jpeg = sized(ImageEncoder.jpeg(TestImages.tensor(new byte[192], 8, 8, 3)), side);
        int scan = indexOf(jpeg, 0xda);
        byte[] one = Bytes.ofHex("ffda0008010100000000").toByteArray();
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.writeBytes(jpeg.slice(0, scan).toByteArray());
        for (int i = 0; i < scans; i++) {
            file.writeBytes(one);
        }
        file.writeBytes(Bytes.ofHex("ffd9").toByteArray());
        assertThatExceptionOfType(MalformedImageException.class)
                .isThrownBy(() -> DECODER.decode(Bytes.ofOwned(file.toByteArray())))
                .withMessageMatching("JPEG: scan " + (allowed + 1) + " of " + side + " x " + side
                        + " pixels at byte [0-9]+, up to " + allowed + " expected in a file of [0-9]+ bytes");
    }

    /** Returns the JPEG with this height and width in its header. */
    private static Bytes sized(Bytes jpeg, int side) {
        byte[] bytes = jpeg.toByteArray();
        ByteBuffer.wrap(bytes).putShort(indexOf(jpeg, 0xc0) + 5, (short) side).putShort(indexOf(jpeg, 0xc0) + 7, (short)
                side);
        return Bytes.ofOwned(bytes);
    }

    private static int indexOf(Bytes jpeg, int marker) {
        int at = 2;
        while ((jpeg.get(at + 1) & 0xff) != marker) {
            at += 2 + ((jpeg.get(at + 2) & 0xff) << 8 | jpeg.get(at + 3) & 0xff);
        }
        return at;
    }

    /** Returns a WebP that consists of a header and zeros. */
    private static Bytes webp(String type, int side, int size) {
        ByteBuffer file = ByteBuffer.allocate(20 + size).order(ByteOrder.LITTLE_ENDIAN);
        file.put(Bytes.ofUtf8("RIFF").asByteBuffer()).putInt(12 + size);
        file.put(Bytes.ofUtf8("WEBP" + type).asByteBuffer()).putInt(size);
        if (type.equals("VP8L")) {
            file.put((byte) 0x2f).putInt(side - 1 | side - 1 << 14);
        } else {
            file.put(Bytes.ofHex("5000009d012a").asByteBuffer()).putShort((short) side);
            file.putShort((short) side);
        }
        return Bytes.ofOwned(file.array());
    }
}
