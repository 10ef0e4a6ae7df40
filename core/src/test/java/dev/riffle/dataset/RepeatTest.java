package dev.riffle.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.riffle.dataset.internal.engine.Pipeline;
import dev.riffle.dataset.internal.engine.SeedGenerator;
import dev.riffle.dataset.stage.DatasetException;
import dev.riffle.dataset.stage.Reshuffle;
import dev.riffle.dataset.stage.Seed;
import dev.riffle.io.Bytes;
import dev.riffle.shard.ShardNames;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.atomic.AtomicLong;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RepeatTest {

    @Test
    void repeats() {
        assertThat(Dataset.range(2).repeat(3).toList()).containsExactly(0L, 1L, 0L, 1L, 0L, 1L);
        assertThat(Dataset.range(2).repeat(0).toList()).isEmpty();
        assertThat(Dataset.range(2).repeat().take(5).toList()).containsExactly(0L, 1L, 0L, 1L, 0L);
        assertThat(Dataset.range(2).repeat(-7).take(3).toList()).containsExactly(0L, 1L, 0L);
    }

    @Test
    void repeatOnceReturnsTheSameDataset() {
        Dataset<Long> range = Dataset.range(3);
        assertThat(range.repeat(1)).isSameAs(range);
    }

    @Test
    void endlessRepeatOfAnEmptyDatasetEnds() {
        try (DatasetIterator<Long> iterator = Dataset.range(0).repeat().iterator()) {
            assertThat(iterator.hasNext()).isFalse();
            Assertions.assertThatExceptionOfType(NoSuchElementException.class).isThrownBy(iterator::next);
        }
    }

    @Test
    void endsAtAnEmptyPass() {
        AtomicLong left = new AtomicLong(5);
        Dataset<Long> fewer = Dataset.range(3).filter(x -> left.getAndDecrement() > 0);
        List<Long> elements = new ArrayList<>();
        fewer.repeat().forEach(elements::add);
        assertThat(elements).containsExactly(0L, 1L, 2L, 0L, 1L);
    }

    @Test
    void endsAfterAPassWithOnlyFailures() {
        Dataset<Long> failing = Dataset.range(2).map(x -> {
            throw new IllegalStateException("never");
        });
        try (DatasetIterator<Long> iterator = failing.repeat().iterator()) {
            for (int i = 0; i < 2; i++) {
                Assertions.assertThatExceptionOfType(DatasetException.class).isThrownBy(iterator::next);
            }
            assertThat(iterator.hasNext()).isFalse();
        }
    }

    @Test
    void endlessRepeatOpensItsInputImmediately() {
        Dataset<Long> shuffled = Dataset.range(1, 4).shuffle(2, new Seed(1, 1), Reshuffle.EACH_ITERATION);
        Dataset<Long> mapped = shuffled.map(x -> x).repeat();
        mapped.iterator().close();
        List<Long> second = shuffled.toList();
        Dataset<Long> alone = Dataset.range(1, 4).shuffle(2, new Seed(1, 1), Reshuffle.EACH_ITERATION);
        alone.toList();
        assertThat(second).isEqualTo(alone.toList());
    }

    @Test
    void returnsTheCardinality() {
        assertThat(Dataset.range(4).repeat(3).cardinality()).isEqualTo(12);
        assertThat(Dataset.range(4).repeat().cardinality()).isEqualTo(Dataset.INFINITE_CARDINALITY);
        assertThat(Dataset.range(0).repeat().cardinality()).isZero();
        assertThat(Dataset.range(4).filter(x -> true).repeat(2).cardinality()).isEqualTo(Dataset.UNKNOWN_CARDINALITY);
        assertThat(Dataset.range(4).shuffle(2).repeat(3).cardinality()).isEqualTo(12);
    }

    @Test
    void resumesEverywhere() {
        Resumes.everywhere(() -> Dataset.range(3).repeat(3));
        Resumes.everywhere(() -> Dataset.range(3).repeat());
        Resumes.everywhere(() -> Dataset.range(0).repeat());
        Resumes.everywhere(() -> Dataset.range(3).repeat(0));
        Resumes.everywhere(() ->
                Dataset.range(3).shuffle(3, 4).filter(x -> x != 1).repeat(2).repeat(2));
        Resumes.everywhere(() -> Dataset.range(4).map(RepeatTest::failOnTwo).repeat(2));
    }

    private static long failOnTwo(long element) {
        if (element == 2) {
            throw new IllegalStateException("no two");
        }
        return element;
    }

    /** Tests that an endless repeat opens its first pass immediately, as TensorFlow's ForeverRepeat does. */
    @Test
    void opensItsFirstPassImmediately() {
        Resumes.everywhere(() -> Dataset.zip(
                Dataset.range(1, 4)
                        .shuffle(2, new Seed(1, 1), Reshuffle.EACH_ITERATION)
                        .cache()
                        .repeat(),
                Dataset.range(1, 3)));
        Dataset<Long> input = Dataset.range(4).shuffle(4, 3).map(x -> x);
        SeedGenerator drawn = new Pipeline(input.node()).seedGenerators().get(0);
        input.repeat().iterator().close();
        long unread = drawn.position();
        assertThat(input.repeat().take(2).toList()).hasSize(2);
        assertThat(unread).isPositive();
        assertThat(drawn.position()).as("one pass each").isEqualTo(2 * unread);
    }

    @Test
    void reportsEachFailureOfTheLastPassOnce() {
        Dataset<Long> failing = Dataset.range(2).map(x -> {
            throw new IllegalStateException("no " + x);
        });
        assertThat(Trace.of(failing.repeat())).containsExactly("! map: no 0", "! map: no 1");
        Trace.resumes(failing.repeat(), failing.repeat());
        assertThat(failing.repeat().ignoreErrors(e -> {}).stream()).isEmpty();
    }

    @Test
    void anOperationThatWouldNeverEndNamesTheStageAndTheRemedy(@TempDir Path directory) {
        Dataset<Bytes> endless = Dataset.range(3)
                .repeat()
                .named("epochs")
                .map(x -> Bytes.ofUtf8("x"))
                .observed(PipelineObserver.silent());
        ShardNames shards = ShardNames.of(directory.resolve("set"), 2);
        Map<String, ThrowingCallable> calls = Map.of(
                "toList", endless::toList,
                "reduce", () -> endless.reduce(0, (n, x) -> n + 1),
                "writeRecords", () -> endless.writeRecords(directory.resolve("a"), x -> x),
                "write", () -> RecordDataset.write(endless, directory.resolve("a")),
                "writeShards", () -> endless.writeShards(shards, x -> x));
        calls.forEach((operation, call) -> assertThatIllegalStateException()
                .isThrownBy(call)
                .withMessage(operation + " would never end, because repeat(-1) \"epochs\" is infinite; limit the"
                        + " dataset with take(n)"));
        assertThat(directory).isEmptyDirectory();
        assertThat(endless.take(4).toList()).hasSize(4);
        assertThat(Dataset.zip(endless, Dataset.range(2)).toList()).hasSize(2);
        assertThat(endless.stream().limit(5)).hasSize(5);
        Dataset<Long> shuffled = Dataset.range(4).shuffle(2, 1).repeat();
        for (Dataset<?> other : List.of(
                shuffled,
                shuffled.enumerate(),
                shuffled.filter(x -> x > 0),
                shuffled.flatMap(Dataset::of).batch(2),
                shuffled.interleave(Dataset::of, 2),
                shuffled.unique(),
                shuffled.groupByWindow(x -> x % 2, (key, window) -> window, 2),
                shuffled.ignoreErrors(e -> {}),
                shuffled.filter(x -> x > 0).enumerate(),
                Dataset.range(2).concatenate(shuffled),
                shuffled.concatenate(Dataset.range(2)).skip(1),
                Dataset.sampleFromDatasets(List.of(Dataset.range(2), shuffled)),
                Dataset.chooseFromDatasets(
                                List.of(shuffled, Dataset.range(2)),
                                Dataset.of(0, 1).repeat())
                        .skipEmptyDatasets(),
                Dataset.sampleFromDatasets(List.of(shuffled, shuffled)),
                Dataset.chooseFromDatasets(List.of(shuffled), Dataset.of(0).repeat()))) {
            assertThatIllegalStateException()
                    .isThrownBy(other::toList)
                    .withMessageContaining("because shuffle(2, seed");
        }
    }

    @Test
    void aRepeatedDatasetThatEndsIsEndless() {
        for (Dataset<?> dataset : List.of(
                Dataset.range(Long.MAX_VALUE - 2, Long.MAX_VALUE).repeat(),
                Dataset.range(3).repeat().takeWhile(x -> x < 2).repeat())) {
            assertThatIllegalStateException()
                    .isThrownBy(dataset::toList)
                    .withMessageContaining("because repeat(-1) is infinite");
        }
    }

    @Test
    void datasetsOfUnknownCardinalityThatEndAreListed() {
        Dataset<Long> endless = Dataset.range(3).repeat().filter(x -> x < 2);
        Dataset<Long> unknown = Dataset.range(3).filter(x -> x < 2);
        for (Dataset<?> dataset : List.of(
                endless.take(3),
                endless.takeWhile(x -> x == 0),
                Dataset.zip(endless, unknown),
                Dataset.chooseFromDatasets(List.of(endless), Dataset.of(0, 0).filter(x -> true)),
                Dataset.sampleFromDatasets(
                        List.of(unknown.take(1), endless),
                        Dataset.of(new double[] {1, 0}).repeat()))) {
            assertThat(dataset.toList()).isNotEmpty();
        }
    }

    @Test
    void datasetsOfInfiniteCardinalityThatEndAreListed() {
        Dataset<Long> endless = Dataset.range(3).repeat();
        Dataset<Long> last = Dataset.range(Long.MAX_VALUE - 2, Long.MAX_VALUE);
        List<Dataset<Long>> ending = List.of(
                last,
                Dataset.range(3).concatenate(last),
                Dataset.chooseFromDatasets(List.of(endless), Dataset.of(0, 0)).named("chosen"),
                Dataset.sampleFromDatasets(List.of(endless), Dataset.of(new double[] {1}, new double[] {1})),
                Dataset.sampleFromDatasets(List.of(endless, Dataset.range(1)))
                        .seed(1)
                        .stopOnEmptyDataset());
        for (Dataset<Long> dataset : ending) {
            assertThat(dataset.cardinality()).isEqualTo(Dataset.INFINITE_CARDINALITY);
            assertThat(dataset.toList()).isNotEmpty();
        }
    }
}
