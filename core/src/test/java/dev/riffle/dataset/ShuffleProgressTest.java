package dev.riffle.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.RecordFiles;
import dev.riffle.Rounds;
import dev.riffle.dataset.collate.Collator;
import dev.riffle.dataset.stage.CheckpointException;
import dev.riffle.dataset.stage.DatasetException;
import dev.riffle.dataset.stage.Pair;
import dev.riffle.dataset.stage.Seed;
import dev.riffle.index.RecordIndex;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Tensor;
import dev.riffle.tensor.Values;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Tests that no element is lost or repeated if the number of workers changes in the middle of an epoch. */
class ShuffleProgressTest {

    private static final Seed SEED = new Seed(5, 6);

    private static RecordIndex index(int records) throws IOException {
        byte[][] payloads = new byte[records][];
        for (int i = 0; i < records; i++) {
            payloads[i] = Integer.toString(i).getBytes(java.nio.charset.StandardCharsets.UTF_8);
        }
        return RecordIndex.openSources(List.of(ByteSource.of(Bytes.copyOf(RecordFiles.tfRecords(payloads)), "memory")));
    }

    /** Returns pipelines of stages that may follow a global shuffle. Each pipeline delivers lists of numbers. */
    private static List<Function<Dataset<Bytes>, Dataset<List<Long>>>> pipelines() {
        Function<Dataset<Bytes>, Dataset<Long>> parse = records -> records.map(record -> Long.parseLong(record.utf8()));
        return List.of(
                records -> parse.apply(records).map(List::of),
                records -> parse.apply(records).batch(4),
                records -> parse.apply(records)
                        .mapWithSeed(1, (n, random) -> List.of(n), Parallel.calls(2))
                        .shuffle(3, 1),
                records -> parse.apply(records).shuffle(20, 3).batch(3).prefetch(2),
                records -> records.prefetch(5)
                        .map(record -> Long.parseLong(record.utf8()), Parallel.calls(2))
                        .batch(2),
                records -> parse.apply(records.shuffle(7, 1))
                        .prefetch(3)
                        .shuffle(5, 2)
                        .filter(n -> true)
                        .batch(5),
                records -> parse.apply(records).paddedBatch(3).map(ShuffleProgressTest::values),
                records -> parse.apply(records)
                        .map(n -> DenseTensor.vector(Values.ofLongs(n)))
                        .raggedBatch(2)
                        .map(ShuffleProgressTest::values),
                records -> parse.apply(records)
                        .batch(2)
                        .shuffle(4, 9)
                        .named("mine")
                        .prefetch(1),
                records -> parse.apply(records.shuffle(5, 3))
                        .bucketBySequenceLength(n -> n % 3, new int[] {1, 2}, new int[] {3, 2, 4}, Collator.list())
                        .prefetch(2)
                        .shuffle(2, 4));
    }

    private static List<Long> values(Tensor tensor) {
        return LongStream.of(tensor.values().toLongs()).boxed().toList();
    }

    @Test
    void changesFromThreeWorkersToFiveToTwo() throws IOException {
        long seed = Rounds.seed("shuffle progress");
        for (int round = 0; round < 120; round++) {
            Random random = new Random(seed + round);
            int records = random.nextInt(200);
            int epochs = 1 + random.nextInt(3);
            Function<Dataset<Bytes>, Dataset<List<Long>>> pipeline =
                    pipelines().get(round % pipelines().size());
            String name = "seed " + seed + " round " + round + ": " + records + " records, " + epochs + " epochs";
            try (RecordIndex index = index(records)) {
                Map<Long, Integer> seen = new HashMap<>();
                ShuffleProgress progress = null;
                List<Integer> groups = new ArrayList<>(List.of(3, 5, 2));
                for (int more = random.nextInt(3); more > 0; more--) {
                    groups.add(1 + random.nextInt(6));
                }
                for (int group = 0; group < groups.size(); group++) {
                    boolean last = group == groups.size() - 1;
                    progress = run(index, epochs, pipeline, groups.get(group), progress, last, seen, random, name);
                }
                assertThat(seen.keySet()).as(name).hasSize(records);
                assertThat(seen.values()).as(name).allMatch(times -> times == epochs);
                assertThat(records == 0 || progress.epoch() == epochs).as(name).isTrue();
            }
        }
    }

    /** Runs each worker of a group up to a random element, or to the end, and returns the merged progress. */
    private static ShuffleProgress run(
            RecordIndex index,
            int epochs,
            Function<Dataset<Bytes>, Dataset<List<Long>>> pipeline,
            int workers,
            ShuffleProgress before,
            boolean toTheEnd,
            Map<Long, Integer> seen,
            Random random,
            String name) {
        List<Checkpoint> checkpoints = new ArrayList<>();
        for (int worker = 0; worker < workers; worker++) {
            GlobalShuffleDataset shuffled =
                    Dataset.globalShuffle(index, SEED).epochs(epochs).worker(worker, workers);
            GlobalShuffleDataset continued = before == null ? shuffled : shuffled.continuing(before);
            Dataset<List<Long>> dataset = pipeline.apply(continued);
            long most = toTheEnd ? Long.MAX_VALUE : random.nextInt((int) (index.size() * epochs / workers / 2 + 2));
            Checkpoint checkpoint;
            try (DatasetIterator<List<Long>> iterator = dataset.iterator()) {
                take(iterator, most / 2, seen);
                checkpoint = Checkpoint.parse(iterator.checkpoint().toString());
            }
            try (DatasetIterator<List<Long>> iterator =
                    pipeline.apply(continued).resume(checkpoint)) {
                take(iterator, toTheEnd ? most : most - most / 2, seen);
                if (random.nextBoolean()) {
                    boolean unused = iterator.hasNext();
                }
                checkpoints.add(random.nextInt(checkpoints.size() + 1), iterator.checkpoint());
            }
        }
        ShuffleProgress progress = ShuffleProgress.merge(checkpoints);
        assertThat(ShuffleProgress.parse(progress.toString())).as(name).isEqualTo(progress);
        return ShuffleProgress.parse(progress.toString());
    }

    private static void take(DatasetIterator<List<Long>> iterator, long most, Map<Long, Integer> seen) {
        for (long i = 0; i < most && iterator.hasNext(); i++) {
            iterator.next().forEach(number -> seen.merge(number, 1, Integer::sum));
        }
    }

    /**
     * Tests that the length of the progress depends only on the buffers and on the number of changes of the worker
     * count.
     */
    @Test
    void sizeDoesNotGrowWithTheRecords() throws IOException {
        int[] lengths = new int[2];
        for (int i = 0; i < 2; i++) {
            try (RecordIndex index = index(i == 0 ? 1000 : 9000)) {
                ShuffleProgress progress = null;
                for (int workers : new int[] {3, 5, 2, 4}) {
                    progress = run(
                            index,
                            2,
                            records -> records.map(record -> List.of(Long.parseLong(record.utf8()))),
                            workers,
                            progress,
                            false,
                            new HashMap<>(),
                            new Random(4),
                            "");
                }
                lengths[i] = progress.toString().length();
            }
        }
        assertThat(lengths[1]).isLessThan(lengths[0] + 100);
    }

    private static Checkpoint checkpoint(Dataset<?> dataset, int elements) {
        try (DatasetIterator<?> iterator = dataset.iterator()) {
            for (int i = 0; i < elements; i++) {
                iterator.next();
            }
            return iterator.checkpoint();
        }
    }

    @Test
    void rejectsStagesThatMultiplyOrCountElements() throws IOException {
        try (RecordIndex index = index(20)) {
            GlobalShuffleDataset shuffled = Dataset.globalShuffle(index, SEED);
            Map<String, Dataset<?>> pipelines = Map.of(
                    "flatMap", shuffled.flatMap(record -> Dataset.range(3)),
                    "repeat(2)", shuffled.repeat(2),
                    "shuffle(5", shuffled.shuffle(5, 1).repeat(2),
                    "window", shuffled.window(3),
                    "take(9)", shuffled.take(9),
                    "skip(1)", shuffled.skip(1),
                    "zip", Dataset.zip(shuffled, Dataset.range(9)),
                    "concatenate", shuffled.concatenate(shuffled),
                    "scan", shuffled.scan(0, (count, record) -> new Pair<>(count + 1, count)));
            pipelines.forEach((name, pipeline) -> assertThatThrownBy(
                            () -> ShuffleProgress.merge(List.of(checkpoint(pipeline, 3))))
                    .as(name)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(name)
                    .hasMessageContaining("delivers each record at most once"));
            assertThatThrownBy(() -> ShuffleProgress.merge(
                            List.of(checkpoint(Dataset.range(9).batch(2), 1))))
                    .isInstanceOf(CheckpointException.class)
                    .hasMessageContaining("does not begin with a global shuffle");
        }
    }

    @Test
    void rejectsAFailureThatWasNotThrown() throws IOException {
        try (RecordIndex index = index(20)) {
            Dataset<Bytes> failing = Dataset.globalShuffle(index, SEED).map(record -> {
                throw new IOException("bad");
            });
            try (DatasetIterator<Bytes> iterator = failing.iterator()) {
                assertThat(iterator.hasNext()).isTrue();
                assertThatThrownBy(() -> ShuffleProgress.merge(List.of(iterator.checkpoint())))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("not thrown yet");
                assertThatThrownBy(iterator::next).isInstanceOf(DatasetException.class);
                assertThat(ShuffleProgress.merge(List.of(iterator.checkpoint())).left())
                        .isEqualTo(19);
            }
        }
    }

    @Test
    void requiresEachWorkerOfOneGroupOnce() throws IOException {
        try (RecordIndex index = index(20);
                RecordIndex other = index(21)) {
            GlobalShuffleDataset shuffled = Dataset.globalShuffle(index, SEED);
            Checkpoint zero = checkpoint(shuffled.worker(0, 2), 1);
            Checkpoint one = checkpoint(shuffled.worker(1, 2), 4);
            assertThat(ShuffleProgress.merge(List.of(one, zero)).left()).isEqualTo(15);
            assertThatThrownBy(() -> ShuffleProgress.merge(List.of())).hasMessageContaining("empty");
            assertThatThrownBy(() -> ShuffleProgress.merge(List.of(zero))).hasMessageContaining("missing [1]");
            assertThatThrownBy(() -> ShuffleProgress.merge(List.of(zero, zero))).hasMessageContaining("missing [1]");
            assertThatThrownBy(() -> ShuffleProgress.merge(List.of(zero, one, one)))
                    .hasMessageContaining("each once");
            assertThatThrownBy(() -> ShuffleProgress.merge(List.of(zero, checkpoint(shuffled.worker(1, 3), 1))))
                    .hasMessageContaining("of one group");
            assertThatThrownBy(() -> ShuffleProgress.merge(List.of(
                            zero, checkpoint(Dataset.globalShuffle(other, SEED).worker(1, 2), 1))))
                    .hasMessageContaining("another index");
            assertThatThrownBy(() -> ShuffleProgress.merge(List.of(
                            zero,
                            checkpoint(
                                    Dataset.globalShuffle(index, new Seed(0, 0)).worker(1, 2), 1))))
                    .hasMessageContaining("another seed");
            ShuffleProgress progress = ShuffleProgress.merge(List.of(zero, one));
            assertThatThrownBy(() -> ShuffleProgress.merge(List.of(
                            zero, checkpoint(shuffled.continuing(progress).worker(1, 2), 1))))
                    .hasMessageContaining("same progress");
            assertThatThrownBy(() -> Dataset.globalShuffle(other, SEED).continuing(progress))
                    .hasMessageContaining("another index");
            assertThatThrownBy(() -> ShuffleProgress.parse("{}")).isInstanceOf(CheckpointException.class);
            assertThatThrownBy(() -> ShuffleProgress.parse("no")).isInstanceOf(CheckpointException.class);
            assertThatThrownBy(() -> ShuffleProgress.parse(
                            progress.toString().replaceFirst("\"taken\":\\[\\d", "\"taken\":[99")))
                    .hasMessageContaining("damaged");
        }
    }

    @Test
    void dividesLaterEpochsAmongTheNewWorkers() throws IOException {
        try (RecordIndex index = index(20)) {
            GlobalShuffleDataset shuffled =
                    Dataset.globalShuffle(index, SEED).fromEpoch(5).epochs(2);
            List<String> all = Trace.of(shuffled);
            List<Checkpoint> checkpoints = new ArrayList<>();
            List<String> delivered = new ArrayList<>();
            for (int worker = 0; worker < 3; worker++) {
                try (DatasetIterator<Bytes> iterator =
                        shuffled.worker(worker, 3).shuffle(4, 1).iterator()) {
                    delivered.addAll(Trace.of(iterator, 4 * worker));
                    checkpoints.add(iterator.checkpoint());
                }
            }
            ShuffleProgress progress = ShuffleProgress.merge(checkpoints);
            assertThat(progress.epoch()).isEqualTo(5);
            for (int worker = 0; worker < 2; worker++) {
                delivered.addAll(Trace.of(shuffled.continuing(progress).worker(worker, 2)));
            }
            assertThat(delivered).containsExactlyInAnyOrderElementsOf(all);
        }
    }

    @Test
    void mergesAWorkerWithoutRecords() throws IOException {
        try (RecordIndex index = index(2)) {
            GlobalShuffleDataset many = Dataset.globalShuffle(index, SEED).epochs(Integer.MAX_VALUE);
            List<Checkpoint> checkpoints = new ArrayList<>();
            for (int worker = 0; worker < 3; worker++) {
                try (DatasetIterator<Bytes> iterator =
                        many.worker(worker, 3).shuffle(4, 1).iterator()) {
                    assertThat(Trace.of(iterator, 10)).hasSize(worker == 2 ? 0 : 10);
                    checkpoints.add(iterator.checkpoint());
                }
            }
            ShuffleProgress progress = ShuffleProgress.merge(checkpoints);
            assertThat(progress.toString()).hasSizeLessThan(1000);
            assertThat(progress.epoch()).isBetween(7L, 10L);
        }
    }
}
