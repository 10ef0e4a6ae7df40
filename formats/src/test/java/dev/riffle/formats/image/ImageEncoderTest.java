package dev.riffle.formats.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.Values;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ImageEncoderTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void pngKeepsAllSamples(int channels) {
        byte[] samples = new byte[7 * 5 * channels];
        new Random(channels).nextBytes(samples);
        DenseTensor pixels = TestImages.tensor(samples, 7, 5, channels);
        assertThat(ImageDecoder.defaults().decode(ImageEncoder.png(pixels))).isEqualTo(pixels);
        assertThat(ImageEncoder.png(pixels)).isEqualTo(ImageEncoder.png(pixels));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 50, 95, 100})
    void jpegKeepsTheImageNearly(int quality) {
        DenseTensor pixels = TestImages.tensor(new byte[16 * 16 * 3], 16, 16, 3);
        DenseTensor found = ImageDecoder.defaults().decode(ImageEncoder.jpeg(pixels, quality));
        assertThat(found.shape()).isEqualTo(pixels.shape());
        assertThat(IntStream.range(0, 768).map(found.values()::intAt).max().orElseThrow())
                .isLessThanOrEqualTo(3);
        assertThat(ImageEncoder.jpeg(pixels, quality)).isEqualTo(ImageEncoder.jpeg(pixels, quality));
    }

    @Test
    void higherQualityMakesLargerFiles() {
        DenseTensor pixels = TestImages.gradient(3);
        assertThat(ImageEncoder.jpeg(pixels, 10).size())
                .isLessThan(ImageEncoder.jpeg(pixels).size());
        assertThat(ImageEncoder.jpeg(pixels)).isEqualTo(ImageEncoder.jpeg(pixels, 95));
    }

    @Test
    void rejectsOtherTensors() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ImageEncoder.png(DenseTensor.of(Shape.of(1, 1, 1), Values.ofInts(1))))
                .withMessage("pixels must be uint8 [height, width, channels]: int32 [1, 1, 1]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ImageEncoder.png(TestImages.tensor(new byte[5], 1, 1, 5)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ImageEncoder.png(TestImages.tensor(new byte[0], 0, 1, 3)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ImageEncoder.jpeg(TestImages.gradient(4)))
                .withMessage("a JPEG has 1 or 3 channels: 4");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ImageEncoder.jpeg(TestImages.gradient(3), 101))
                .withMessage("quality must be from 0 to 100: 101");
    }
}
