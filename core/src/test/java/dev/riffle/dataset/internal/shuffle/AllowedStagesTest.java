package dev.riffle.dataset.internal.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordFiles;
import dev.riffle.dataset.Checkpoint;
import dev.riffle.dataset.Dataset;
import dev.riffle.dataset.DatasetIterator;
import dev.riffle.dataset.GlobalShuffleDataset;
import dev.riffle.dataset.Parallel;
import dev.riffle.dataset.ShuffleProgress;
import dev.riffle.dataset.collate.Collator;
import dev.riffle.dataset.stage.ElementSpec;
import dev.riffle.dataset.stage.Seed;
import dev.riffle.index.RecordIndex;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Tensor;
import dev.riffle.tensor.Values;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Tests each stage that may follow a global shuffle, at every position of a change of the number of workers. Each
 * record must occur exactly once in each epoch.
 */
class AllowedStagesTest {

    private static final int RECORDS = 8;
    private static final int EPOCHS = 2;

    /** Returns operations on lists of numbers, by name. Words after the name describe the variant. */
    private static Map<String, UnaryOperator<Dataset<List<Long>>>> stages() {
        Map<String, UnaryOperator<Dataset<List<Long>>>> stages = new LinkedHashMap<>();
        stages.put("map", input -> input.map(each -> each));
        stages.put("map in parallel", input -> input.map(each -> each, Parallel.calls(2)));
        stages.put(
                "map in any order",
                input -> input.map(each -> each, Parallel.calls(2).anyOrder()));
        stages.put("mapWithSeed", input -> input.mapWithSeed(1, (each, random) -> each));
        stages.put("mapWithSeed in parallel", input -> input.mapWithSeed(1, (each, random) -> each, Parallel.calls(2)));
        stages.put("filter", input -> input.filter(each -> true));
        stages.put("shuffle", input -> input.shuffle(3, 7));
        stages.put("batch", input -> flat(input.batch(2)));
        stages.put("batch in parallel", input -> flat(input.batch(2).parallel(Parallel.calls(2))));
        stages.put("paddedBatch", input -> numbers(tensors(input).paddedBatch(2)));
        stages.put(
                "paddedBatch in parallel",
                input -> numbers(tensors(input).paddedBatch(3).parallel(Parallel.calls(2))));
        stages.put("raggedBatch", input -> numbers(tensors(input).raggedBatch(2)));
        stages.put(
                "raggedBatch in parallel",
                input -> numbers(tensors(input).raggedBatch(3).parallel(Parallel.calls(2))));
        stages.put("prefetch", input -> input.prefetch(3));
        stages.put("ignoreErrors", input -> input.ignoreErrors(failure -> {}));
        stages.put(
                "elementSpec", input -> input.elementSpec(new ElementSpec.ListOf(ElementSpec.scalar(DType.INT64), -1)));
        stages.put(
                "bucketBySequenceLength",
                input -> flat(input.bucketBySequenceLength(
                        each -> each.get(0) % 3, new int[] {1, 2}, new int[] {2, 1, 3}, Collator.list())));
        stages.put(
                "bucketBySequenceLength with padding",
                input -> numbers(tensors(input)
                        .bucketBySequenceLength(each -> each.values().size(), new int[] {2, 99}, new int[] {2, 3, 1})
                        .padToBucketBoundary()));
        return stages;
    }

    /** Returns the numbers of batches of lists. */
    private static Dataset<List<Long>> flat(Dataset<List<List<Long>>> batches) {
        return batches.map(batch -> batch.stream().flatMap(List::stream).toList());
    }

    /** Returns vectors of the numbers plus 1, because 0 is the padding. */
    private static Dataset<Tensor> tensors(Dataset<List<Long>> input) {
        return input.map(each -> DenseTensor.vector(
                Values.ofLongs(each.stream().mapToLong(number -> number + 1).toArray())));
    }

    private static Dataset<List<Long>> numbers(Dataset<Tensor> batches) {
        return batches.map(batch -> LongStream.of(batch.values().toLongs())
                .filter(number -> number > 0)
                .mapToObj(number -> number - 1)
                .toList());
    }

    private static RecordIndex index() throws IOException {
        byte[][] payloads = new byte[RECORDS][];
        for (int i = 0; i < RECORDS; i++) {
            payloads[i] = Integer.toString(i).getBytes(StandardCharsets.UTF_8);
        }
        return RecordIndex.openSources(List.of(ByteSource.of(Bytes.copyOf(RecordFiles.tfRecords(payloads)), "memory")));
    }

    @Test
    void hasEveryAllowedOperation() {
        assertThat(stages().keySet().stream().map(name -> name.split(" ", 2)[0]).collect(Collectors.toSet()))
                .isEqualTo(ShuffleWorker.ALLOWED);
    }

    @Test
    void everyStageDeliversEachRecordOnce() throws IOException {
        try (RecordIndex index = index()) {
            stages().forEach((name, stage) -> everyPosition(index, name, stage, RECORDS));
        }
    }

    @Test
    void everyStageDeliversEachRecordOnceBeforeAnother() throws IOException {
        Map<String, UnaryOperator<Dataset<List<Long>>>> stages = stages();
        try (RecordIndex index = index()) {
            for (String later : List.of("shuffle", "prefetch", "bucketBySequenceLength")) {
                stages.forEach((name, stage) -> everyPosition(
                        index, name + ", " + later, input -> stages.get(later).apply(stage.apply(input)), RECORDS));
            }
        }
    }

    @Test
    void everyRecordThatPassesOccursOnce() throws IOException {
        try (RecordIndex index = index()) {
            everyPosition(
                    index, "filter of even numbers", input -> input.filter(each -> each.get(0) % 2 == 0), RECORDS / 2);
            UnaryOperator<Dataset<List<Long>>> failing = input -> input.map(each -> {
                if (each.get(0) % 2 == 1) {
                    throw new IOException("odd: " + each);
                }
                return each;
            });
            everyPosition(
                    index,
                    "ignoreErrors of odd numbers",
                    input -> failing.apply(input).ignoreErrors(failure -> {}),
                    RECORDS / 2);
        }
    }

    /**
     * Changes from two workers to three and to one, at every position of the two workers. Expects the number of
     * different records.
     */
    private static void everyPosition(
            RecordIndex index, String name, UnaryOperator<Dataset<List<Long>>> stage, int records) {
        boolean isAtEnd = false;
        for (int position = 0; !isAtEnd; position++) {
            for (boolean looksAhead : new boolean[] {false, true}) {
                String description = name + " at " + position + (looksAhead ? " after hasNext" : "");
                List<Long> seen = new ArrayList<>();
                ShuffleProgress two = run(index, stage, null, 2, position, looksAhead, seen);
                isAtEnd = seen.size() == records * EPOCHS;
                ShuffleProgress three = run(index, stage, two, 3, 1, looksAhead, seen);
                ShuffleProgress one = run(index, stage, three, 1, Integer.MAX_VALUE, looksAhead, seen);
                assertThat(seen).as(description).hasSize(records * EPOCHS);
                assertThat(new TreeSet<>(seen)).as(description).hasSize(records);
                assertThat(one.epoch()).as(description).isEqualTo(EPOCHS);
            }
        }
    }

    /** Runs each worker up to a position, and returns the merged progress. */
    private static ShuffleProgress run(
            RecordIndex index,
            UnaryOperator<Dataset<List<Long>>> stage,
            ShuffleProgress before,
            int workers,
            int position,
            boolean looksAhead,
            List<Long> seen) {
        List<Checkpoint> checkpoints = new ArrayList<>();
        for (int worker = 0; worker < workers; worker++) {
            GlobalShuffleDataset shuffled =
                    Dataset.globalShuffle(index, new Seed(5, 6)).epochs(EPOCHS).worker(worker, workers);
            Dataset<List<Long>> dataset = stage.apply((before == null ? shuffled : shuffled.continuing(before))
                    .map(record -> List.of(Long.parseLong(record.utf8()))));
            try (DatasetIterator<List<Long>> iterator = dataset.iterator()) {
                for (int i = 0; i < position && iterator.hasNext(); i++) {
                    seen.addAll(iterator.next());
                }
                if (looksAhead) {
                    boolean unused = iterator.hasNext();
                }
                checkpoints.add(Checkpoint.parse(iterator.checkpoint().toString()));
            }
        }
        return ShuffleProgress.merge(checkpoints);
    }
}
