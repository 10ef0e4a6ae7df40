package dev.riffle.formats.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.io.Bytes;
import dev.riffle.tensor.DenseTensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that Riffle's JPEG samples equal the samples of TensorFlow's exact transform, and are near the samples of
 * TensorFlow's fast transform.
 */
class JpegInteropIT {

    private static final int FAST_MAX = 20;
    private static final double FAST_MEAN = 1.6;

    @ParameterizedTest
    @ValueSource(strings = {"chelsea.jpg", "coffee.jpg"})
    void photographsAgree(String name) throws IOException {
        Bytes file = Bytes.ofOwned(Files.readAllBytes(Path.of("..", "samples", name)));
        compareWithBoth(file);
        DenseTensor pixels = ImageDecoder.defaults().decode(file);
        for (int quality : new int[] {50, 75, 90, 100}) {
            compareWithBoth(ImageEncoder.jpeg(pixels, quality));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void noiseAgrees(int channels) {
        for (int seed = 0; seed < 60; seed++) {
            Random random = new Random(seed);
            int height = 1 + random.nextInt(40);
            int width = 1 + random.nextInt(40);
            byte[] samples = new byte[height * width * channels];
            random.nextBytes(samples);
            compare(ImageEncoder.jpeg(TestImages.tensor(samples, height, width, channels), 30 + seed));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 2})
    void inksAgree(int transform) {
        for (int seed = 0; seed < 30; seed++) {
            byte[] samples = new byte[17 * 23 * 4];
            new Random(seed).nextBytes(samples);
            compare(transform < 0 ? InkImages.jpeg(17, 23, samples) : InkImages.adobeJpeg(17, 23, samples, transform));
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 1", "2, 2", "4, 1", "4, 2", "1, 2", "1, 4"})
    void everySubsamplingAgrees(int horizontal, int vertical) throws IOException {
        for (int seed = 0; seed < 20; seed++) {
            byte[] samples = new byte[37 * 45 * 3];
            new Random(seed).nextBytes(samples);
            compare(SubsampledJpeg.of(37, 45, samples, horizontal, vertical));
        }
    }

    private static void compare(Bytes file) {
        assertThat(Optional.of(ImageDecoder.defaults().decode(file)).equals(TensorFlowImages.decodeAccurately(file)))
                .as(file.hex())
                .isTrue();
    }

    private static void compareWithBoth(Bytes file) {
        compare(file);
        DenseTensor found = ImageDecoder.defaults().decode(file);
        DenseTensor fast = TensorFlowImages.decode(file, 0).orElseThrow();
        long sum = 0;
        for (int i = 0; i < found.values().size(); i++) {
            int difference = Math.abs(found.values().intAt(i) - fast.values().intAt(i));
            assertThat(difference).isLessThanOrEqualTo(FAST_MAX);
            sum += difference;
        }
        assertThat((double) sum / found.values().size()).isLessThan(FAST_MEAN);
    }
}
