package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.dataset.Dataset;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RandomAugmentationTest {

    @Test
    void run(@TempDir Path directory) {
        Printed out = new Printed(directory);
        // listing
        int[][] first = {{10, 20, 30}, {40, 50, 60}}; // two gray images, 2 pixels high and 3 wide
        int[][] second = {{71, 72, 73}, {74, 75, 76}};
        Dataset<int[][]> images = Dataset.of(first, second);

        Dataset<int[][]> augmented = images.mapWithSeed(42, (pixels, random) -> {
            boolean flip = random.nextBoolean();
            int brightness = random.nextInt(-9, 10);
            int[][] result = new int[pixels.length][pixels[0].length];
            for (int y = 0; y < result.length; y++) {
                for (int x = 0; x < result[y].length; x++) {
                    int from = flip ? result[y].length - 1 - x : x;
                    result[y][x] = pixels[y][from] + brightness;
                }
            }
            return result;
        });
        augmented.repeat(2).forEach(pixels -> out.println(Arrays.deepToString(pixels)));
        // end
        assertThat(out).hasToString("""
                [[36, 26, 16], [66, 56, 46]]
                [[65, 66, 67], [68, 69, 70]]
                [[5, 15, 25], [35, 45, 55]]
                [[68, 67, 66], [71, 70, 69]]
                """);
    }
}
