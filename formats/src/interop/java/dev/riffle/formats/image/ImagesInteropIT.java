package dev.riffle.formats.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.Rounds;
import dev.riffle.conformance.ConformanceFile;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DenseTensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares intact, truncated and changed images with TensorFlow's own decoders. */
class ImagesInteropIT {

    private static final int JPEG_MAX = 40;
    private static final double JPEG_MEAN = 5;

    @Test
    void intactImagesAgreeInEveryNumberOfChannels() throws IOException {
        for (Bytes file : intactImages()) {
            for (int channels : new int[] {0, 1, 3, 4}) {
                boolean isBmpOfOther = ImageFormat.of(file).equals(Optional.of(ImageFormat.BMP)) && channels != 0;
                if (!isBmpOfOther) {
                    compare(file, channels);
                }
            }
        }
    }

    @Test
    void truncatedImagesAgree() throws IOException {
        for (Bytes file : intactImages()) {
            for (int size = 1; size < file.size(); size += 1 + file.size() / 200) {
                compare(file.slice(0, size), 0);
            }
        }
    }

    @Test
    void changedBytesAgree() throws IOException {
        Random random = new Random(Rounds.seed("ImagesInteropIT"));
        for (Bytes file : intactImages()) {
            if (ImageFormat.of(file).equals(Optional.of(ImageFormat.JPEG))) {
                continue;
            }
            for (int i = 0; i < 60; i++) {
                byte[] bytes = file.toByteArray();
                bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
                compare(Bytes.ofOwned(bytes), 0);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"chelsea.jpg", "coffee.jpg"})
    void photographsAgreeWithinRounding(String name) throws IOException {
        Bytes file = Bytes.ofOwned(Files.readAllBytes(Path.of("..", "samples", name)));
        compare(file, 0);
        compare(ImageEncoder.png(ImageDecoder.defaults().decode(file)), 0);
        compare(ImageEncoder.png(ImageDecoder.defaults().decode(file)), 1);
    }

    private static List<Bytes> intactImages() throws IOException {
        List<Bytes> files = new ArrayList<>();
        ConformanceFile.runSilently("images.jsonl", aCase -> {
            if (!aCase.has("error")) {
                files.add(Bytes.ofOwned(aCase.bytes("file")));
            }
            return List.of();
        });
        return files;
    }

    private static void compare(Bytes file, int channels) {
        Optional<DenseTensor> expected = TensorFlowImages.decode(file, channels);
        Optional<DenseTensor> found;
        try {
            found = Optional.of(ImageDecoder.defaults().channels(channels).decode(file));
        } catch (MalformedImageException e) {
            found = Optional.empty();
        }
        String what = channels + " channels of " + file.hex();
        assertThat(found.isPresent()).as(what).isEqualTo(expected.isPresent());
        if (found.isEmpty() || found.equals(expected)) {
            return;
        }
        assertThat(ImageFormat.of(file)).as(what).contains(ImageFormat.JPEG);
        assertThat(found.get().shape()).as(what).isEqualTo(expected.get().shape());
        long sum = 0;
        for (int i = 0; i < found.get().values().size(); i++) {
            int difference = Math.abs(
                    found.get().values().intAt(i) - expected.get().values().intAt(i));
            assertThat(difference).as(what).isLessThanOrEqualTo(JPEG_MAX);
            sum += difference;
        }
        assertThat((double) sum / found.get().values().size()).as(what).isLessThan(JPEG_MEAN);
    }
}
