package dev.riffle.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.RecordWriterOptions;
import dev.riffle.dataset.stage.DatasetException;
import dev.riffle.dataset.stage.DatasetFunction;
import dev.riffle.dataset.stage.PipelineStatistics;
import dev.riffle.dataset.stage.StageStatistics;
import dev.riffle.io.Bytes;
import dev.riffle.shard.ShardNames;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests runs that report to an observer. */
class ObservedTest {

    private static final DatasetFunction<Long, Bytes> ONE_BYTE = x -> Bytes.copyOf(new byte[] {x.byteValue()});

    /** A way to run a dataset. */
    private interface Running {

        void run(Dataset<Long> dataset) throws IOException;
    }

    private final List<Long> reported = new ArrayList<>();
    private final List<Boolean> finished = new ArrayList<>();

    private PipelineObserver every(long elements) {
        return PipelineObserver.everyElements(elements, statistics -> {
            reported.add(statistics.elements());
            finished.add(statistics.progress().finished());
        });
    }

    @Test
    void everyRunReports(@TempDir Path directory) throws IOException {
        Map<String, Running> runs = new LinkedHashMap<>();
        runs.put("forEach", dataset -> dataset.forEach(x -> {}));
        runs.put("reduce", dataset -> dataset.reduce(0L, Long::sum));
        runs.put("toList", Dataset::toList);
        runs.put("stream", dataset -> {
            try (Stream<Long> stream = dataset.stream()) {
                assertThat(stream.count()).isEqualTo(5);
            }
        });
        runs.put("loop", dataset -> {
            for (long x : dataset) {
                assertThat(x).isLessThan(5);
            }
        });
        runs.put("iterator", dataset -> assertThat(Trace.of(dataset)).hasSize(5));
        runs.put("writeRecords", dataset -> dataset.writeRecords(directory.resolve("a"), ONE_BYTE));
        runs.put("write", dataset -> RecordDataset.write(dataset.map(ONE_BYTE), directory.resolve("b")));
        runs.put(
                "writeShards",
                dataset -> dataset.writeShards(
                        ShardNames.of(directory.resolve("c"), 2), RecordWriterOptions.defaults(), ONE_BYTE));
        for (Map.Entry<String, Running> run : runs.entrySet()) {
            run.getValue().run(Dataset.range(5).observed(every(2)));
            assertThat(reported).as(run.getKey()).containsExactly(2L, 4L, 5L);
            assertThat(finished).as(run.getKey()).containsExactly(false, false, true);
            reported.clear();
            finished.clear();
        }
        assertThat(Dataset.range(1).observed(every(2)).single()).isEqualTo(0);
        assertThat(reported).containsExactly(1L);
    }

    @Test
    void reportsAtIntervalsAndAtTheEnd() {
        assertThat(Dataset.range(10).observed(every(3)).toList()).hasSize(10);
        assertThat(reported).containsExactly(3L, 6L, 9L, 10L);
        reported.clear();
        PipelineObserver always =
                PipelineObserver.every(Duration.ZERO, statistics -> reported.add(statistics.elements()));
        assertThat(Dataset.range(3).observed(always).toList()).hasSize(3);
        assertThat(reported).containsExactly(1L, 2L, 3L, 3L);
        reported.clear();
        PipelineObserver atEnd = PipelineObserver.atEnd(statistics -> reported.add(statistics.elements()));
        assertThat(Dataset.range(10).observed(atEnd).toList()).hasSize(10);
        assertThat(Dataset.range(0).observed(atEnd).toList()).isEmpty();
        assertThat(reported).containsExactly(10L, 0L);
    }

    @Test
    void reportsOnceAtTheEndOfARunThatStopsEarly() {
        DatasetIterator<Long> iterator = Dataset.range(10).observed(every(9)).iterator();
        iterator.next();
        iterator.next();
        iterator.close();
        iterator.close();
        assertThatThrownBy(() -> Dataset.range(10).observed(every(9)).forEach(x -> {
                    throw new IllegalStateException("no");
                }))
                .hasMessage("no");
        Dataset<Long> failing = Dataset.range(10).map(x -> {
            if (x == 3) {
                throw new IOException("no");
            }
            return x;
        });
        assertThatThrownBy(() -> failing.observed(every(9)).toList()).isInstanceOf(DatasetException.class);
        assertThat(reported).containsExactly(2L, 1L, 3L);
        assertThat(finished).containsExactly(true, true, true);
    }

    @Test
    void reportsAllStagesOfTheRun() {
        List<PipelineStatistics> reports = new ArrayList<>();
        Dataset<List<Long>> dataset = Dataset.range(6)
                .observed(PipelineObserver.atEnd(reports::add))
                .filter(x -> x != 2)
                .named("others")
                .batch(2);
        assertThat(dataset.toList()).hasSize(3);
        assertThat(reports).hasSize(1);
        assertThat(reports.get(0).elements()).isEqualTo(3);
        assertThat(reports.get(0).stages())
                .extracting(StageStatistics::name)
                .containsExactly("range", "others", "batch");
        assertThat(reports.get(0).stages())
                .extracting(StageStatistics::elements)
                .containsExactly(6L, 5L, 3L);
    }

    @Test
    void theLastObserverReceivesTheReports() {
        PipelineObserver other = PipelineObserver.atEnd(statistics -> reported.add(-statistics.elements()));
        assertThat(Dataset.range(3).observed(other).observed(every(9)).toList()).hasSize(3);
        assertThat(Dataset.range(4)
                        .observed(other)
                        .map(x -> x)
                        .observed(every(9))
                        .named("x")
                        .toList())
                .hasSize(4);
        Dataset<Long> first = Dataset.range(6).observed(other);
        assertThat(Dataset.zip(first, Dataset.range(5).observed(every(9))).toList())
                .hasSize(5);
        assertThat(reported).containsExactly(3L, 4L, 5L);
        assertThat(Dataset.zip(first, Dataset.range(5)).toList()).hasSize(5);
        assertThat(reported).containsExactly(3L, 4L, 5L, -5L);
    }

    @Test
    void aDatasetOfAFunctionIsAPartOfTheRun() {
        PipelineObserver inner = PipelineObserver.atEnd(statistics -> reported.add(-statistics.elements()));
        Dataset<Long> dataset = Dataset.range(4).flatMap(x -> Dataset.range(x).observed(inner));
        assertThat(dataset.observed(every(4)).toList()).hasSize(6);
        assertThat(dataset.toList()).hasSize(6);
        assertThat(Dataset.range(5)
                        .groupByWindow(x -> x % 2, (key, group) -> group.observed(inner), 2)
                        .observed(every(9))
                        .toList())
                .hasSize(5);
        assertThat(reported).containsExactly(4L, 6L, 5L);
        // A function that runs a dataset begins another run.
        assertThat(Dataset.range(1)
                        .map(x -> Dataset.range(7).observed(inner).toList())
                        .observed(every(9))
                        .toList())
                .hasSize(1);
        assertThat(reported).containsExactly(4L, 6L, 5L, -7L, 1L);
    }

    @Test
    void anObserverChangesNoCheckpoint() {
        PipelineObserver observer = every(Long.MAX_VALUE);
        UnaryOperator<Dataset<Long>> watch = dataset -> dataset.observed(observer);
        UnaryOperator<Dataset<Long>> same = dataset -> dataset;
        int positions = 0;
        for (int variant = 0; variant < 4; variant++) {
            Dataset<Long> plain = pipeline(variant, same);
            Dataset<Long> observed = pipeline(variant, watch);
            assertThat(observed.explain()).isEqualTo(plain.explain());
            assertThat(observed).hasToString(plain.toString());
            assertThat(observed.seeds()).isEqualTo(plain.seeds());
            assertThat(observed.cardinality()).isEqualTo(plain.cardinality());
            assertThat(observed.elementSpec()).isEqualTo(plain.elementSpec());
            try (DatasetIterator<Long> expected = plain.iterator();
                    DatasetIterator<Long> actual = observed.iterator()) {
                while (expected.hasNext()) {
                    assertThat(actual.hasNext()).isTrue();
                    Checkpoint checkpoint = actual.checkpoint();
                    assertThat(checkpoint).hasToString(expected.checkpoint().toString());
                    try (DatasetIterator<Long> resumed =
                            pipeline(variant, watch).resume(checkpoint)) {
                        assertThat(resumed.next()).isEqualTo(expected.next());
                    }
                    actual.next();
                    positions++;
                }
                assertThat(actual.hasNext()).isFalse();
            }
        }
        assertThat(positions).isEqualTo(10 + 6 + 8 + 12);
    }

    private static Dataset<Long> pipeline(int variant, UnaryOperator<Dataset<Long>> observed) {
        Dataset<Long> input = Dataset.range(5);
        return switch (variant) {
            case 0 -> observed.apply(input.shuffle(3, 1)).repeat(2);
            case 1 ->
                observed.apply(observed.apply(Dataset.range(6)).map(x -> x)).named("name");
            case 2 ->
                Dataset.zip(input.cache(), observed.apply(input))
                        .map(pair -> pair.second())
                        .take(4)
                        .repeat(2);
            default ->
                observed.apply(Dataset.range(6).shuffle(3, 1).named("mix"))
                        .repeat(2)
                        .shuffle(2, 5);
        };
    }

    @Test
    void aResumedRunReportsItsOwnElements() {
        Dataset<Long> dataset =
                Dataset.range(10).map(x -> x).observed(every(4)).batch(2).map(batch -> batch.get(0));
        Checkpoint checkpoint;
        try (DatasetIterator<Long> iterator = dataset.iterator()) {
            iterator.next();
            iterator.next();
            checkpoint = iterator.checkpoint();
        }
        assertThat(reported).containsExactly(2L);
        reported.clear();
        try (DatasetIterator<Long> iterator = dataset.resume(checkpoint)) {
            iterator.forEachRemaining(element -> {});
            assertThat(iterator.statistics().elements()).isEqualTo(3);
            assertThat(iterator.statistics().stages().get(0).elements()).isEqualTo(6);
        }
        assertThat(reported).containsExactly(3L);
    }

    @Test
    void explainDoesNotReport() {
        assertThat(Dataset.range(9).observed(every(1)).explain(3)).contains("delivered 3 elements");
        assertThat(reported).isEmpty();
    }

    @Test
    void aRunWithoutAnObserverHasNoStatistics() {
        try (DatasetIterator<Long> iterator = Dataset.range(1).iterator()) {
            assertThatThrownBy(iterator::statistics)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("the run has no observer; set one with Dataset.observed");
        }
    }
}
