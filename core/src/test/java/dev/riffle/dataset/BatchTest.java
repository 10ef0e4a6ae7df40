package dev.riffle.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.RecordWriter;
import dev.riffle.dataset.collate.Collator;
import dev.riffle.dataset.collate.Splitter;
import dev.riffle.dataset.stage.CheckpointException;
import dev.riffle.dataset.stage.DatasetException;
import dev.riffle.example.Example;
import dev.riffle.io.Bytes;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.FeatureSpec;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.Tensor;
import dev.riffle.tensor.Values;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests batches: sizes, failures, the last batch, and parallel batches. */
class BatchTest {

    private static Dataset<Long> failingAt(long number) {
        return Dataset.range(10).map(element -> {
            if (element == number) {
                throw new IllegalStateException("bad " + number);
            }
            return element;
        });
    }

    @Test
    void lastBatchContainsTheRemainder() {
        assertThat(Dataset.range(5).batch(2).toList()).containsExactly(List.of(0L, 1L), List.of(2L, 3L), List.of(4L));
        assertThat(Dataset.range(5).batch(2).dropRemainder().toList())
                .containsExactly(List.of(0L, 1L), List.of(2L, 3L));
        assertThat(Dataset.range(0).batch(2).toList()).isEmpty();
        assertThat(Dataset.range(2).batch(Integer.MAX_VALUE).toList()).containsExactly(List.of(0L, 1L));
    }

    @Test
    void sizesMustBePositive() {
        assertThatThrownBy(() -> Dataset.range(5).batch(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("batchSize must be positive: 0");
        assertThatThrownBy(() -> Dataset.range(5).paddedBatch(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Dataset.range(5).raggedBatch(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Dataset.range(4)
                        .batch(2, Collator.tensors())
                        .rebatch(0, Splitter.tensors(), Collator.tensors()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void specAndCardinalityAreKnown() {
        BatchDataset<Long, Tensor> batches = Dataset.range(5).batch(2, Collator.tensors());
        assertThat(batches.elementSpec()).hasToString("int64 [?]");
        assertThat(batches.cardinality()).isEqualTo(3);
        assertThat(batches.dropRemainder().elementSpec()).hasToString("int64 [2]");
        assertThat(batches.dropRemainder().cardinality()).isEqualTo(2);
        assertThat(Dataset.range(5).batch(2).elementSpec()).hasToString("list of int64 []");
    }

    @Test
    void failureDropsTheElementsCollectedBefore() {
        for (long bad = 0; bad < 10; bad++) {
            Supplier<Dataset<List<Long>>> pipeline = pipelineFailingAt(bad);
            try (DatasetIterator<List<Long>> iterator = pipeline.get().iterator()) {
                for (long i = 0; i < bad / 3; i++) {
                    assertThat(iterator.next()).containsExactly(3 * i, 3 * i + 1, 3 * i + 2);
                }
                assertThatThrownBy(iterator::next)
                        .isInstanceOf(DatasetException.class)
                        .hasMessage("map: bad " + bad);
                if (bad < 9) {
                    assertThat(iterator.next().get(0)).isEqualTo(bad + 1);
                }
            }
            Resumes.everywhere(pipeline);
        }
    }

    private static Supplier<Dataset<List<Long>>> pipelineFailingAt(long bad) {
        return () -> failingAt(bad).batch(3);
    }

    @Test
    void dropsABatchThatCannotBeCollated() {
        Dataset<Tensor> vectors = Dataset.of(1, 1, 1, 2, 1, 1).map(BatchTest::vector);
        try (DatasetIterator<DenseTensor> iterator =
                vectors.batch(2, Collator.tensors()).iterator()) {
            iterator.next();
            assertThatThrownBy(iterator::next)
                    .isInstanceOf(DatasetException.class)
                    .hasMessageContaining(
                            "batch: cannot batch tensors of different shapes: the first has [1], element 1 has [2]");
            assertThat(iterator.next().shape()).isEqualTo(Shape.of(2, 1));
            assertThat(iterator.hasNext()).isFalse();
        }
        Resumes.everywhere(() -> vectors.batch(2, Collator.tensors()));
        Resumes.everywhere(() -> vectors.batch(2, Collator.tensors()).parallel(Parallel.calls(2)));
    }

    private static Tensor vector(int size) {
        return DenseTensor.vector(Values.ofLongs(new long[size]));
    }

    @Test
    void resumesEverywhere() {
        Resumes.everywhere(() -> Dataset.range(11).batch(3));
        Resumes.everywhere(() -> Dataset.range(11).batch(3).dropRemainder());
        Resumes.everywhere(() -> Dataset.range(20).shuffle(7, 42).batch(4, Collator.tensors()));
        Resumes.everywhere(() -> Dataset.range(20).batch(2).shuffle(3, 1).batch(2));
    }

    @Test
    void parallelBatchesEqualSequentialBatches() {
        ExecutorService one = Executors.newSingleThreadExecutor();
        try {
            for (int calls = 1; calls <= 4; calls++) {
                Parallel own = Parallel.calls(calls);
                for (Parallel parallel : List.of(own, own.on(one), own.on(Runnable::run))) {
                    assertThat(failingAt(99).batch(3).parallel(parallel).toList())
                            .isEqualTo(failingAt(99).batch(3).toList());
                    Resumes.inOnePass(() -> failingAt(4).batch(3).parallel(parallel), batch -> batch);
                }
            }
        } finally {
            one.shutdownNow();
        }
    }

    @Test
    void resumesWithOtherParallelism() {
        Supplier<Dataset<List<Long>>> sequential = () -> failingAt(4).batch(2);
        Supplier<Dataset<List<Long>>> parallel = () -> failingAt(4).batch(2).parallel(Parallel.calls(3));
        Resumes.between(sequential, parallel, batch -> batch);
        Resumes.between(parallel, sequential, batch -> batch);
    }

    @Test
    void closesInTheMiddle() {
        try (DatasetIterator<List<Long>> iterator =
                Dataset.range(1000).batch(3).parallel(Parallel.calls(3)).iterator()) {
            assertThat(iterator.next()).containsExactly(0L, 1L, 2L);
        }
    }

    @Test
    void namesTheRecordThatTheParserRejects(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("data.tfrecord");
        RecordWriter.write(file, dev.riffle.RecordWriterOptions.defaults(), writer -> {
            for (long i = 0; i < 6; i++) {
                writer.write(
                        i == 4
                                ? Bytes.ofUtf8("broken")
                                : Example.builder().put("x", i).build().toBytes());
            }
        });
        ExampleParser parser =
                ExampleParser.compile(FeatureSpecs.of(java.util.Map.of("x", FeatureSpec.fixedLen(DType.INT64))));
        BatchDataset<Bytes, ?> batches = RecordDataset.files(file).batch(2, Collator.parsed(parser));
        for (Dataset<?> each : List.of(batches, batches.parallel(Parallel.calls(2)))) {
            try (DatasetIterator<?> iterator = each.iterator()) {
                iterator.next();
                iterator.next();
                assertThatThrownBy(iterator::next).isInstanceOfSatisfying(DatasetException.class, e -> {
                    assertThat(e.stage()).isEqualTo("batch");
                    assertThat(e.origin()).isPresent();
                    assertThat(e.getMessage())
                            .contains("data.tfrecord")
                            .contains(String.valueOf(e.origin().get().offset()));
                });
                assertThat(iterator.hasNext()).isFalse();
            }
        }
    }

    @Test
    void signatureDescribesTheCollator() {
        String checkpoint =
                Dataset.range(4).paddedBatch(2).iterator().checkpoint().toString();
        assertThatThrownBy(() -> Dataset.range(4)
                        .paddedBatch(2, Collator.padded().value(-1))
                        .resume(Checkpoint.parse(checkpoint)))
                .isInstanceOf(CheckpointException.class)
                .hasMessageContaining("padded to [] with -1");
    }
}
