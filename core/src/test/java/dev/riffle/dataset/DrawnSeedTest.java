package dev.riffle.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.riffle.dataset.stage.CheckpointException;
import dev.riffle.dataset.stage.Pair;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that each new pipeline draws other seeds, and that a resume uses the seeds of its checkpoint. */
class DrawnSeedTest {

    @TempDir
    Path directory;

    private static <T> void resumesWithOtherDrawnSeeds(Supplier<? extends Dataset<T>> pipeline, int most) {
        for (int delivered = 0; delivered <= most; delivered++) {
            Dataset<T> first = pipeline.get();
            Checkpoint checkpoint;
            List<T> rest = new ArrayList<>();
            try (DatasetIterator<T> iterator = first.iterator()) {
                for (int i = 0; i < delivered; i++) {
                    iterator.next();
                }
                checkpoint = Checkpoint.parse(iterator.checkpoint().toString());
                iterator.forEachRemaining(rest::add);
            }
            Dataset<T> again = pipeline.get();
            List<T> resumed = new ArrayList<>();
            try (DatasetIterator<T> iterator = again.resume(checkpoint)) {
                assertThat(again.seeds()).isEqualTo(first.seeds());
                iterator.forEachRemaining(resumed::add);
            }
            assertThat(resumed).as("resumed at %s", delivered).isEqualTo(rest);
            assertThat(again.toList()).as("the pass after %s", delivered).isEqualTo(first.toList());
        }
    }

    @Test
    void shuffleTakesOverTheSeed() {
        resumesWithOtherDrawnSeeds(() -> Dataset.range(30).shuffle(30), 30);
        resumesWithOtherDrawnSeeds(() -> Dataset.range(9).shuffle(9).repeat(3), 27);
        resumesWithOtherDrawnSeeds(() -> Dataset.range(9).shuffle(9).map(x -> x).repeat(3), 27);
        resumesWithOtherDrawnSeeds(() -> Dataset.range(9).shuffle(9).named("s").batch(2), 5);
        resumesWithOtherDrawnSeeds(
                () -> Dataset.range(9).shuffle(9).scan(0L, (sum, x) -> new Pair<>(sum + x, sum * 31 + x)), 9);
    }

    @Test
    void shuffledFileListTakesOverTheSeed() throws IOException {
        for (int i = 0; i < 12; i++) {
            Files.writeString(directory.resolve("f" + i), "");
        }
        resumesWithOtherDrawnSeeds(() -> FileListDataset.in(directory, "f*"), 12);
    }

    @Test
    void samplingTakesOverTheSeed() {
        List<Dataset<Long>> inputs = List.of(Dataset.range(20), Dataset.range(100, 120));
        resumesWithOtherDrawnSeeds(() -> Dataset.sampleFromDatasets(inputs), 40);
        resumesWithOtherDrawnSeeds(
                () -> Dataset.sampleFromDatasets(inputs)
                        .rerandomizeEachIteration()
                        .repeat(2),
                80);
        resumesWithOtherDrawnSeeds(() -> Dataset.sampleFromDatasets(inputs).stopOnEmptyDataset(), 10);
    }

    @Test
    void requiresAChosenSeedAgain() {
        Checkpoint chosen = Dataset.range(9).shuffle(3, 7).iterator().checkpoint();
        Checkpoint drawn = Dataset.range(9).shuffle(3).iterator().checkpoint();
        assertThatExceptionOfType(CheckpointException.class)
                .isThrownBy(() -> Dataset.range(9).shuffle(3).resume(chosen))
                .withMessageContaining("was shuffle(3, seeds 87654321 and 7, EACH_ITERATION)")
                .withMessageEndingWith("here it is shuffle(3, seed drawn, EACH_ITERATION)");
        assertThatExceptionOfType(CheckpointException.class)
                .isThrownBy(() -> Dataset.range(9).shuffle(3, 7).resume(drawn))
                .withMessageContaining("was shuffle(3, seed drawn, EACH_ITERATION)");
    }

    @Test
    void explainsADrawnSeed() {
        Dataset<Long> shuffled = Dataset.range(9).shuffle(3);
        assertThat(shuffled.explain())
                .contains("seeds 87654321 and " + shuffled.seeds().get(0).seed2());
    }
}
