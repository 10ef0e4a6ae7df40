package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.dataset.Dataset;
import dev.riffle.dataset.stage.Reshuffle;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PassesInOtherOrderTest {

    @Test
    void run(@TempDir Path directory) {
        Printed out = new Printed(directory);
        // listing
        Dataset<Long> numbers = Dataset.range(6).shuffle(4, 9);
        out.println(numbers.repeat(3).toList());

        Dataset<Long> fixed = Dataset.range(6).shuffle(4, 9, Reshuffle.NEVER);
        out.println(fixed.repeat(3).toList());
        // end
        assertThat(out).hasToString("""
                [0, 3, 5, 1, 2, 4, 1, 0, 4, 2, 5, 3, 1, 2, 0, 4, 3, 5]
                [1, 2, 5, 0, 3, 4, 1, 2, 5, 0, 3, 4, 1, 2, 5, 0, 3, 4]
                """);
    }
}
