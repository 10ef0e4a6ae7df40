package dev.riffle.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.riffle.dataset.stage.CheckpointException;
import dev.riffle.dataset.stage.DatasetException;
import dev.riffle.dataset.stage.Pair;
import dev.riffle.index.RecordIndex;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests replays, which run a pipeline again up to the element of a checkpoint. */
@Timeout(60)
class ReplayTest {

    @TempDir
    Path directory;

    private static Checkpoint after(Dataset<?> dataset, int elements) {
        try (DatasetIterator<?> iterator = dataset.iterator()) {
            for (int i = 0; i < elements; i++) {
                iterator.next();
            }
            return Checkpoint.parse(iterator.checkpoint().toString());
        }
    }

    private static Pair<String, String> joined(String state, Object element) {
        return new Pair<>(state + element, state + element);
    }

    @Test
    void stopsIfAnOpeningAlwaysFails() throws IOException {
        Path file = RecordFilesOnDisk.write(directory, RecordFilesOnDisk.KINDS.get(0), 1)
                .get(0);
        try (RecordIndex index = RecordIndex.open(List.of(file))) {
            Dataset<String> dataset = Dataset.of("x")
                    .concatenate(Dataset.globalShuffle(index, 1).map(record -> "y"))
                    .concatenate(Dataset.of("z", "w"))
                    .scan("", ReplayTest::joined);
            Checkpoint checkpoint = after(dataset, 3);
            Files.write(file, new byte[0]);
            assertThatExceptionOfType(CheckpointException.class)
                    .isThrownBy(() -> dataset.resume(checkpoint))
                    .withMessageContaining("its sources have changed")
                    .withMessageContaining(
                            "expected at least 3 elements as before the checkpoint, found 1; last failure: ")
                    .havingRootCause()
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void namesAGeneratorThatFailsInTheReplayAsTheCause() {
        AtomicBoolean broken = new AtomicBoolean();
        Dataset<Long> generated = Dataset.fromGenerator(() -> {
            if (broken.get()) {
                throw new IOException("no network");
            }
            return List.of(1L, 2L, 3L).iterator();
        });
        Checkpoint checkpoint = after(generated.scan("", ReplayTest::joined), 2);
        broken.set(true);
        assertThatExceptionOfType(DatasetException.class)
                .isThrownBy(() -> generated.scan("", ReplayTest::joined).resume(checkpoint))
                .withMessageContaining("no network");
    }

    @Test
    void interruptionEndsAReplay() {
        Dataset<String> dataset = Dataset.range(6)
                .map(x -> {
                    if (Thread.interrupted()) {
                        throw new InterruptedException();
                    }
                    return x;
                })
                .repeat()
                .scan("", ReplayTest::joined);
        Checkpoint checkpoint = after(dataset, 3);
        Thread.currentThread().interrupt();
        try {
            assertThatExceptionOfType(DatasetException.class)
                    .isThrownBy(() -> dataset.resume(checkpoint))
                    .withRootCauseInstanceOf(InterruptedException.class);
        } finally {
            Thread.interrupted();
        }
    }

    @Test
    void continuesAfterManyFailuresInARow() {
        Supplier<Dataset<String>> pipeline = () -> Dataset.range(3000)
                .map(x -> {
                    if (x > 1 && x < 2990) {
                        throw new IOException("no " + x);
                    }
                    return x;
                })
                .ignoreErrors(failure -> {})
                .scan("", ReplayTest::joined);
        Checkpoint checkpoint = after(pipeline.get(), 6);
        try (DatasetIterator<String> iterator = pipeline.get().resume(checkpoint)) {
            assertThat(iterator.next()).isEqualTo("012990299129922993" + "2994");
        }
        Dataset<String> failing = Trace.failingAt(10, 3).repeat(300).scan("", ReplayTest::joined);
        List<String> expected = Trace.of(failing);
        try (DatasetIterator<String> iterator = failing.iterator()) {
            Trace.of(iterator, 2500);
            assertThat(Trace.of(failing.resume(iterator.checkpoint())))
                    .isEqualTo(expected.subList(2500, expected.size()));
        }
    }

    @Test
    void stopsAtFailuresInACycle() {
        AtomicBoolean broken = new AtomicBoolean();
        Dataset<Long> dataset = Dataset.range(7)
                .map(x -> {
                    if (broken.get()) {
                        throw new IOException("no " + x);
                    }
                    return x;
                })
                .repeat()
                .scan(0L, (sum, x) -> new Pair<>(sum + x, sum + x));
        Checkpoint checkpoint = after(dataset, 30);
        broken.set(true);
        assertThatExceptionOfType(CheckpointException.class)
                .isThrownBy(() -> dataset.resume(checkpoint))
                .withMessageContaining("no ");
    }

    /**
     * Tests the replay of a pass that fills a cache and fails at an element. Only in that pass, the batch drops
     * elements; a replay must drop the same elements.
     */
    @Test
    void replaysAPassThatFilledACache() {
        Supplier<Dataset<String>> pipeline =
                () -> Trace.failingAt(7, 3).cache().batch(2).repeat(3).scan("", ReplayTest::joined);
        Resumes.inOnePass(pipeline, element -> element);
        Dataset<String> dataset = pipeline.get();
        List<String> expected = Trace.of(pipeline.get());
        for (int delivered = 0; delivered < expected.size(); delivered++) {
            Dataset<String> same = pipeline.get();
            try (DatasetIterator<String> iterator = same.iterator()) {
                Trace.of(iterator, delivered);
                assertThat(Trace.of(same.resume(iterator.checkpoint())))
                        .as("after %s", delivered)
                        .isEqualTo(expected.subList(delivered, expected.size()));
            }
        }
        assertThat(Trace.of(dataset)).isEqualTo(expected);
    }
}
