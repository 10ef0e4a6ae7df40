package dev.riffle.cli.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.Rounds;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.Values;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PixelGridTest {

    private static PixelGrid scaled(DenseTensor pixels, int width, int height) {
        return PixelGrid.of(pixels, width, height, PixelGrid.Ground.CHECKERBOARD);
    }

    @Test
    void keepsPixelsOfTheSameSize() {
        DenseTensor pixels = Drawings.pixels(2, 2, 3, 1, 2, 3, 4, 5, 6, 7, 8, 9, 250, 254, 255);
        PixelGrid grid = Drawings.grid(pixels);
        assertThat(grid.colour(0, 0)).isEqualTo(0x010203);
        assertThat(grid.colour(1, 0)).isEqualTo(0x040506);
        assertThat(grid.colour(1, 1)).isEqualTo(0xfafeff);
        assertThat(grid.toTensor()).isEqualTo(pixels);
    }

    @Test
    void averagesAreasOfFractionalSize() {
        PixelGrid half = scaled(Drawings.pixels(2, 2, 1, 0, 100, 200, 100), 1, 1);
        assertThat(half.colour(0, 0)).isEqualTo(0x646464);
        // Each of the two output pixels averages one input pixel and half of the middle input pixel.
        PixelGrid two = scaled(Drawings.pixels(1, 3, 1, 30, 60, 90), 2, 1);
        assertThat(two.colour(0, 0)).isEqualTo(0x282828);
        assertThat(two.colour(1, 0)).isEqualTo(0x505050);
    }

    @Test
    void enlargesByRepeating() {
        PixelGrid grid = scaled(Drawings.pixels(1, 2, 1, 10, 20), 4, 2);
        assertThat(grid.colour(1, 1)).isEqualTo(0x0a0a0a);
        assertThat(grid.colour(2, 0)).isEqualTo(0x141414);
    }

    @Test
    void showsACheckerboardUnderTransparentPixels() {
        PixelGrid grid = scaled(Drawings.pixels(1, 1, 4, 255, 0, 0, 0), 8, 8);
        assertThat(grid.colour(3, 3)).isEqualTo(0xcccccc);
        assertThat(grid.colour(4, 3)).isEqualTo(0x999999);
        assertThat(grid.colour(4, 4)).isEqualTo(0xcccccc);
    }

    @Test
    void transparentPixelsDoNotColourTheirNeighbours() {
        // The first pixel is opaque blue, and the second pixel is transparent red.
        PixelGrid grid = scaled(Drawings.pixels(1, 2, 4, 0, 0, 255, 255, 255, 0, 0, 0), 1, 1);
        assertThat(grid.colour(0, 0)).isEqualTo(0x6666e6);
        PixelGrid white = PixelGrid.of(Drawings.pixels(1, 1, 2, 0, 51), 1, 1, PixelGrid.Ground.WHITE);
        assertThat(white.colour(0, 0)).isEqualTo(0xcccccc);
    }

    @Test
    void keepsTheTotalAverageAtAnySize() {
        long seed = Rounds.seed("pixel grid");
        Random random = new Random(seed);
        byte[] samples = new byte[37 * 23];
        random.nextBytes(samples);
        double mean = 0;
        for (byte sample : samples) {
            mean += (sample & 0xff) / (double) samples.length;
        }
        DenseTensor pixels = DenseTensor.of(Shape.of(23, 37, 1), Values.ofUint8(samples));
        for (int size = 1; size < 60; size += 7) {
            PixelGrid grid = scaled(pixels, size, 60 - size);
            double sum = 0;
            for (int y = 0; y < grid.height(); y++) {
                for (int x = 0; x < grid.width(); x++) {
                    sum += grid.colour(x, y) & 0xff;
                }
            }
            assertThat(Math.abs(sum / (grid.width() * grid.height()) - mean))
                    .as("seed %d, size %d", seed, size)
                    .isLessThan(0.6);
        }
    }
}
