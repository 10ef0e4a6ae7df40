package dev.riffle.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.riffle.dataset.stage.DatasetException;
import dev.riffle.dataset.stage.StageStatistics;
import dev.riffle.index.RecordIndex;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the behaviour of the engine that is common to all stages: threads, failures at opening, interruptions and
 * observation.
 */
@Timeout(60)
class EngineTest {

    @TempDir
    Path directory;

    @Test
    void failureAtOpeningNamesItsStage() throws IOException {
        Path file = RecordFilesOnDisk.write(directory, RecordFilesOnDisk.KINDS.get(0), 3)
                .get(0);
        try (RecordIndex index = RecordIndex.open(List.of(file))) {
            Files.write(file, new byte[0]);
            Dataset<Bytes> failing = Dataset.globalShuffle(index, 1).named("mix");
            assertThatExceptionOfType(DatasetException.class)
                    .isThrownBy(() -> Dataset.zip(Dataset.range(3), failing).iterator())
                    .withMessageStartingWith("mix: ");
            assertThatExceptionOfType(DatasetException.class)
                    .isThrownBy(() -> failing.interleave(Dataset::of, 2).iterator())
                    .withMessageStartingWith("mix: ");
            assertThat(Trace.of(Dataset.of(Bytes.empty()).concatenate(failing).iterator(), 2)
                            .get(1))
                    .startsWith("! mix: ");
        }
    }

    @Test
    void checkpointDoesNotContainAnInterruption() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        Dataset<Long> dataset = Dataset.range(4)
                .map(x -> {
                    if (x == 1) {
                        begun.countDown();
                        release.await();
                    }
                    return x;
                })
                .prefetch(2);
        Checkpoint checkpoint;
        try (DatasetIterator<Long> iterator = dataset.iterator()) {
            assertThat(iterator.next()).isZero();
            begun.await();
            Thread.currentThread().interrupt();
            assertThat(iterator.hasNext()).isTrue();
            assertThat(Thread.interrupted()).isTrue();
            release.countDown();
            checkpoint = iterator.checkpoint();
        }
        assertThat(Trace.of(dataset.resume(checkpoint))).containsExactly("1", "2", "3");
    }

    @Test
    void losesNoElementIfTheExecutorThrows() {
        AtomicInteger calls = new AtomicInteger();
        Executor failing = task -> {
            if (calls.incrementAndGet() % 2 == 0) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            task.run();
        };
        Executor throwing = task -> {
            throw new IllegalStateException("no");
        };
        for (Executor executor : new Executor[] {failing, throwing}) {
            assertThat(Dataset.range(50).prefetch(2, executor).toList())
                    .isEqualTo(Dataset.range(50).toList());
            assertThat(Dataset.range(50)
                            .map(x -> x, Parallel.calls(2).on(executor))
                            .toList())
                    .isEqualTo(Dataset.range(50).toList());
        }
    }

    @Test
    void countsTheTimeOfANamedStageOnOtherThreads() {
        Dataset<Long> dataset = Dataset.range(20)
                .map(
                        x -> {
                            long end = System.nanoTime() + 1_000_000;
                            while (System.nanoTime() < end) {
                                Thread.onSpinWait();
                            }
                            return x;
                        },
                        Parallel.calls(2))
                .named("work");
        try (DatasetIterator<Long> iterator =
                dataset.observed(PipelineObserver.silent()).iterator()) {
            iterator.forEachRemaining(element -> {});
            StageStatistics work = iterator.statistics().stages().get(1);
            assertThat(work.name()).isEqualTo("work");
            assertThat(work.ownTime()).isGreaterThanOrEqualTo(Duration.ofMillis(20));
        }
    }
}
