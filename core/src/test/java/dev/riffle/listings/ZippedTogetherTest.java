package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.dataset.Dataset;
import dev.riffle.dataset.stage.Pair;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ZippedTogetherTest {

    @Test
    void run(@TempDir Path directory) {
        Printed out = new Printed(directory);
        // listing
        Dataset<String> names = Dataset.of("cat", "dog", "goat");
        Dataset<Long> labels = Dataset.range(2);
        for (Pair<String, Long> pair : Dataset.zip(names, labels)) {
            out.println(pair.first() + " is " + pair.second());
        }
        out.println(names.concatenate(Dataset.of("horse")).enumerate().toList());
        // end
        assertThat(out).hasToString("""
                cat is 0
                dog is 1
                [Pair[first=0, second=cat], Pair[first=1, second=dog], Pair[first=2, second=goat], Pair[first=3, second=horse]]
                """);
    }
}
