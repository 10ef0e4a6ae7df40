package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.dataset.Checkpoint;
import dev.riffle.dataset.Dataset;
import dev.riffle.dataset.DatasetIterator;
import dev.riffle.dataset.stage.CheckpointException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResumeRejectedTest {

    @Test
    void run(@TempDir Path directory) {
        Printed out = new Printed(directory);
        // listing
        Checkpoint checkpoint;
        try (DatasetIterator<Long> iterator = Dataset.range(10).shuffle(5, 42).iterator()) {
            checkpoint = iterator.checkpoint();
        }
        try {
            Dataset.range(10).shuffle(6, 42).resume(checkpoint);
        } catch (CheckpointException e) {
            out.println(e.getMessage());
        }
        // end
        assertThat(out).hasToString("""
                checkpoint is of another pipeline: its stage 2 was shuffle(5, seeds 87654321 and 42, EACH_ITERATION), here it is shuffle(6, seeds 87654321 and 42, EACH_ITERATION)
                """);
    }
}
