package dev.riffle.formats.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.riffle.io.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that animations, and extensions before a frame, are decoded like in giflib and TensorFlow. */
class GifPixelsTest {

    private static final String SCREEN = "474946383961" + "01000100800000" + "0a0b0c0d0e0f";

    /** A frame of one pixel in the first colour. */
    private static final String FRAME = "2c00000000010001000002024401" + "00";

    private static final ImageDecoder DECODER = ImageDecoder.defaults();

    @ParameterizedTest
    @ValueSource(strings = {"21fe00", "21f900"})
    void continuesExtensionsAfterAnEmptyFirstBlock(String extension) {
        Bytes file = Bytes.ofHex(SCREEN + extension + FRAME + "3b");
        assertThatExceptionOfType(MalformedImageException.class)
                .isThrownBy(() -> DECODER.decode(file))
                .withMessageStartingWith("GIF: extension is truncated ");
        assertThat(DECODER.decode(Bytes.ofHex(SCREEN + extension + "00" + FRAME + "3b")))
                .isEqualTo(TestImages.tensor(new byte[] {10, 11, 12}, 1, 1, 1, 3));
    }

    @Test
    void ignoresAControlBlockAfterAnEmptyOne() {
        String transparent = "040100000000";
        assertThat(DECODER.decode(Bytes.ofHex(SCREEN + "21f9" + transparent + FRAME + "3b")))
                .isEqualTo(TestImages.tensor(new byte[3], 1, 1, 1, 3));
        assertThat(DECODER.decode(Bytes.ofHex(SCREEN + "21f900" + transparent + FRAME + "3b")))
                .isEqualTo(TestImages.tensor(new byte[] {10, 11, 12}, 1, 1, 1, 3));
    }

    @Test
    void limitsTheFirstFrameOfAnAnimationToOneFrame() {
        Bytes file = Bytes.ofHex(SCREEN + FRAME.repeat(200) + "3b");
        ImageDecoder small = DECODER.maxBytes(3);
        assertThat(small.firstFrame().decode(file)).isEqualTo(TestImages.tensor(new byte[] {10, 11, 12}, 1, 1, 3));
        assertThatExceptionOfType(MalformedImageException.class)
                .isThrownBy(() -> small.decode(file))
                .withMessageStartingWith("GIF: 2 frames of 1 x 1 pixels of 3 channels are more than 3 bytes");
    }

    @Test
    void firstFrameHasTheSizeOfTheLargest() {
        String larger = "2c0000000002000100000202040a" + "00";
        Bytes file = Bytes.ofHex(SCREEN + FRAME + larger + "3b");
        assertThat(DECODER.firstFrame().decode(file).shape().toArray()).containsExactly(1, 2, 3);
        assertThatExceptionOfType(MalformedImageException.class)
                .isThrownBy(() -> DECODER.maxBytes(3).firstFrame().decode(file))
                .withMessageStartingWith("GIF: 2 x 1 pixels of 3 channels are more than 3 bytes");
    }

    @Test
    void ignoresTheSizeOfADamagedLargerFrame() {
        String larger = "2c0000000002000100000202040a" + "00";
        String damaged = "2c0000000003000100000202440a" + "00";
        Bytes file = Bytes.ofHex(SCREEN + FRAME + larger + damaged + "3b");
        assertThat(ImageHeader.read(file).width()).isEqualTo(3);
        assertThat(DECODER.firstFrame().decode(file).shape().toArray()).containsExactly(1, 2, 3);
        assertThat(DECODER.decode(file).shape().toArray()).containsExactly(2, 1, 2, 3);
    }
}
