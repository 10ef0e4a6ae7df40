package dev.riffle.formats.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.io.Bytes;
import dev.riffle.tensor.DenseTensor;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.Random;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares gray samples of coloured PNG files with valid and invalid chunks gAMA and sRGB. */
class PngGrayInteropIT {

    private static final int SIDE = 12;
    private static final int[] GAMMAS = {
        45455, 45455, 100000, 220000, 55556, 94999, 105001, 1, 16, -5, 47000, 43000, 700
    };

    @ParameterizedTest
    @ValueSource(ints = {8, 16})
    void grayAgrees(int depth) throws Exception {
        for (int seed = 0; seed < 400; seed++) {
            Bytes file = file(new Random(seed), depth);
            assertThat(decode(file)).as("seed %d: %s", seed, file.hex()).isEqualTo(TensorFlowImages.decode(file, 1));
        }
    }

    private static Optional<DenseTensor> decode(Bytes file) {
        try {
            return Optional.of(ImageDecoder.defaults().channels(1).decode(file));
        } catch (MalformedImageException e) {
            return Optional.empty();
        }
    }

    private static Bytes file(Random random, int depth) throws Exception {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.writeBytes(ImageFormat.PNG.start().toByteArray());
        boolean hasAlpha = random.nextInt(3) == 0;
        ByteBuffer header = ByteBuffer.allocate(13).putInt(SIDE).putInt(SIDE);
        header.put((byte) depth).put((byte) (hasAlpha ? 6 : 2));
        file.writeBytes(TestImages.chunk("IHDR", header.array()));
        for (int i = random.nextInt(4); i > 0; i--) {
            int gamma = GAMMAS[random.nextInt(GAMMAS.length)];
            file.writeBytes(
                    switch (random.nextInt(8)) {
                        case 0 -> TestImages.chunk("sRGB", new byte[] {(byte) random.nextInt(6)});
                        case 1, 2 -> TestImages.chunk("sRGB", new byte[] {0});
                        case 3 -> TestImages.chunk("gAMA", new byte[random.nextInt(6)]);
                        case 4 -> random.nextBoolean() ? new byte[0] : TestImages.chunk("PLTE", new byte[9]);
                        default ->
                            TestImages.chunk(
                                    "gAMA", ByteBuffer.allocate(4).putInt(gamma).array());
                    });
        }
        byte[] row = new byte[SIDE * (hasAlpha ? 4 : 3) * depth / 8];
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (DeflaterOutputStream out = new DeflaterOutputStream(packed)) {
            for (int y = 0; y < SIDE; y++) {
                random.nextBytes(row);
                out.write(0);
                out.write(row);
            }
        }
        file.writeBytes(TestImages.chunk("IDAT", packed.toByteArray()));
        file.writeBytes(TestImages.chunk("IEND", new byte[0]));
        return Bytes.ofOwned(file.toByteArray());
    }
}
