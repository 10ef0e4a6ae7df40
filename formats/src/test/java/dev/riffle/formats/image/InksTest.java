package dev.riffle.formats.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.riffle.io.Bytes;
import dev.riffle.tensor.DenseTensor;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the decoding of JPEGs in CMYK and YCCK. {@code ImagesInteropIT} compares the pixels with TensorFlow. */
class InksTest {

    private static final ImageDecoder DECODER = ImageDecoder.defaults();

    @ParameterizedTest
    @CsvSource({
        // Without a marker, the samples are the amounts of ink.
        "-1,   0,   0,   0,   0, 255, 255, 255",
        "-1, 255,   0,   0,   0,   0, 255, 255",
        "-1, 100, 150, 200,  50, 124,  84,  44",
        // In CMYK with Adobe's marker, the samples are inverted: 255 means no ink.
        " 0, 255, 255, 255, 255, 255, 255, 255",
        " 0,   0, 255, 255, 255,   0, 255, 255",
        " 0, 100, 150, 200, 128,  50,  75, 100",
        // In YCCK, the samples are luma and chroma of the inverted inks, and black as in CMYK.
        " 2, 255, 128, 128, 255,   0,   0,   0",
        " 2,   0, 128, 128, 255, 255, 255, 255",
        " 2,  76,  85, 255, 255,   1, 255, 255",
        " 2, 100, 128, 128, 128,  77,  77,  77",
    })
    void convertsInksToColours(
            int transform, int first, int second, int third, int black, int red, int green, int blue) {
        Bytes file = constant(transform, first, second, third, black);
        assertThat(ImageHeader.read(file)).isEqualTo(new ImageHeader(ImageFormat.JPEG, 16, 8, 3));
        DenseTensor pixels = DECODER.decode(file);
        assertThat(pixels.shape().toArray()).containsExactly(16, 8, 3);
        int[] expected = {red, green, blue};
        for (int i = 0; i < pixels.values().size(); i++) {
            assertThat(pixels.values().intAt(i)).isCloseTo(expected[i % 3], Assertions.within(1));
        }
    }

    @Test
    void rejectsOneChannel() {
        Bytes file = constant(0, 1, 2, 3, 4);
        assertThat(DECODER.channels(3).decode(file)).isEqualTo(DECODER.decode(file));
        assertThatExceptionOfType(MalformedImageException.class)
                .isThrownBy(() -> DECODER.channels(1).decode(file))
                .withMessage("JPEG: 1 channel requested, a JPEG in CMYK supports 3");
    }

    private static Bytes constant(int transform, int... inks) {
        byte[] samples = new byte[16 * 8 * 4];
        for (int i = 0; i < samples.length; i++) {
            samples[i] = (byte) inks[i % 4];
        }
        return transform < 0 ? InkImages.jpeg(16, 8, samples) : InkImages.adobeJpeg(16, 8, samples, transform);
    }
}
