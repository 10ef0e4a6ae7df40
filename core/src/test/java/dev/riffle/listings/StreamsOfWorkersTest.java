package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.dataset.Dataset;
import dev.riffle.dataset.stage.DatasetBiFunction;
import java.nio.file.Path;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StreamsOfWorkersTest {

    @Test
    void run(@TempDir Path directory) {
        Printed out = new Printed(directory);
        // listing
        DatasetBiFunction<Long, RandomGenerator, String> roll =
                (number, random) -> number + " rolls " + random.nextInt(1, 7);
        Dataset<Long> numbers = Dataset.range(6);
        out.println(numbers.mapWithSeed(7, roll).toList());

        for (int worker = 0; worker < 2; worker++) {
            Dataset<Long> part = numbers.shard(2, worker);
            out.println("worker " + worker + ": " + part.mapWithSeed(7, roll).toList());
        }
        // end
        assertThat(out).hasToString("""
                [0 rolls 6, 1 rolls 2, 2 rolls 4, 3 rolls 6, 4 rolls 3, 5 rolls 1]
                worker 0: [0 rolls 6, 2 rolls 4, 4 rolls 3]
                worker 1: [1 rolls 2, 3 rolls 6, 5 rolls 1]
                """);
    }
}
