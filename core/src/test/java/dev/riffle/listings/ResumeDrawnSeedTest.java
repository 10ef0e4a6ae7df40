package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.dataset.Checkpoint;
import dev.riffle.dataset.Dataset;
import dev.riffle.dataset.DatasetIterator;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResumeDrawnSeedTest {

    @Test
    void run(@TempDir Path directory) {
        Printed out = new Printed(directory);
        // listing
        List<Long> seen = new ArrayList<>();
        Checkpoint checkpoint;
        try (DatasetIterator<Long> iterator = Dataset.range(8).shuffle(8).iterator()) {
            seen.add(iterator.next());
            seen.add(iterator.next());
            checkpoint = iterator.checkpoint();
        }

        Dataset<Long> again = Dataset.range(8).shuffle(8);
        try (DatasetIterator<Long> iterator = again.resume(checkpoint)) {
            iterator.forEachRemaining(seen::add);
        }
        out.println(seen.size() + " elements: " + new TreeSet<>(seen));
        // end
        assertThat(out).hasToString("""
                8 elements: [0, 1, 2, 3, 4, 5, 6, 7]
                """);
    }
}
