package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.dataset.Dataset;
import dev.riffle.dataset.stage.GlobalSeed;
import dev.riffle.dataset.stage.Reshuffle;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SeedOfProgramTest {

    @Test
    void run(@TempDir Path directory) {
        Printed out = new Printed(directory);
        // listing
        GlobalSeed program = GlobalSeed.of(7); // tf.random.set_seed(7)
        Dataset<Long> numbers = Dataset.range(6);
        Dataset<Long> unseeded = numbers.shuffle(6, program.next(), Reshuffle.EACH_ITERATION); // shuffle(6)
        Dataset<Long> seeded =
                numbers.shuffle(6, program.operation(42), Reshuffle.EACH_ITERATION); // shuffle(6, seed=42)
        out.println(unseeded.toList() + " " + seeded.toList());
        // end
        assertThat(out).hasToString("""
                [2, 5, 0, 1, 3, 4] [0, 2, 3, 5, 4, 1]
                """);
    }
}
