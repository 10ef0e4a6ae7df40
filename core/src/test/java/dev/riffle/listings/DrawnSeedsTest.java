package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.dataset.Dataset;
import dev.riffle.dataset.stage.Reshuffle;
import dev.riffle.dataset.stage.Seed;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DrawnSeedsTest {

    @Test
    void run(@TempDir Path directory) {
        Printed out = new Printed(directory);
        // listing
        Dataset<Long> shuffled = Dataset.range(100).shuffle(100);
        List<Long> order = shuffled.toList();
        Seed drawn = shuffled.seeds().get(0);

        Dataset<Long> again = Dataset.range(100).shuffle(100, drawn, Reshuffle.EACH_ITERATION);
        out.println(again.toList().equals(order));
        // end
        assertThat(out).hasToString("""
                true
                """);
    }
}
