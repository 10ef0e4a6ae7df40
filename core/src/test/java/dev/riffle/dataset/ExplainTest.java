package dev.riffle.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.dataset.collate.Collator;
import dev.riffle.dataset.internal.engine.Description;
import dev.riffle.dataset.stage.DatasetFunction;
import dev.riffle.dataset.stage.Pair;
import dev.riffle.dataset.stage.PipelineStatistics;
import dev.riffle.dataset.stage.StageStatistics;
import dev.riffle.example.Dialect;
import dev.riffle.io.Bytes;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.parse.ParsedFeatures;
import dev.riffle.parse.SequenceExampleParser;
import dev.riffle.parse.SequenceFeatureSpecs;
import dev.riffle.typed.RecordCodec;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExplainTest {

    private static final Bytes EMPTY = Bytes.copyOf(new byte[0]);

    private static final DatasetFunction<Long, Bytes> FOUR_BYTES = x -> Bytes.copyOf(new byte[4]);

    @Test
    void printsALineForEachStage() {
        Dataset<Bytes> dataset = Dataset.range(10)
                .filter(x -> x > 2)
                .named("large ones")
                .take(5)
                .map(FOUR_BYTES, Parallel.calls(2).anyOrder())
                .prefetch(3);
        assertThat(dataset.explain().lines().toList()).hasSize(5).satisfies(lines -> {
            assertThat(lines.get(0)).startsWith("1. range(0, 10, 1): 10 elements");
            assertThat(lines.get(1)).startsWith("2. filter \"large ones\": size unknown");
            assertThat(lines.get(2)).startsWith("3. take(5): size unknown");
            assertThat(lines.get(3)).startsWith("4. map(2 calls, any order): size unknown");
            assertThat(lines.get(4)).startsWith("5. prefetch(3): size unknown");
        });
    }

    @Test
    void showsTheParserAndTheCallsOfABatch() throws IOException {
        ExampleParser parser = ExampleParser.compile(FeatureSpecs.parse("a:int64=0"));
        Dataset<Bytes> records = Dataset.of(EMPTY, EMPTY, EMPTY);
        assertThat(records.batch(2, Collator.parsed(parser.threads(4).offHeap()))
                        .dropRemainder()
                        .parallel(Parallel.calls(2).anyOrder())
                        .named("parse")
                        .explain())
                .isEqualTo("""
                        1. of(3 elements): 3 elements
                        2. batch(2, parsed by ExampleParser[4 threads, off heap: a:int64=0], dropRemainder, \
                        2 calls, any order) "parse": 1 element
                        """);
        Collator<Map<String, ? extends Bytes>, Map<String, ParsedFeatures>> maps =
                Collator.maps(Collator.parsed(ExampleParser.compile(parser.specs(), Dialect.ONEFLOW)));
        SequenceExampleParser sequences = SequenceExampleParser.compile(SequenceFeatureSpecs.parse("lists(b:int64*)"));
        assertThat(records.map(record -> Pair.of(Map.of("x", record), record))
                        .bucketBySequenceLength(
                                pair -> 1,
                                new int[] {3},
                                new int[] {2, 2},
                                Collator.pairs(maps, Collator.parsed(sequences.skipping(failure -> {}))))
                        .explain())
                .isEqualTo("""
                        1. of(3 elements): 3 elements
                        2. map: 3 elements
                        3. bucketBySequenceLength([3], [2, 2], \
                        ({parsed by ExampleParser[1 thread, ONEFLOW: a:int64=0]}, \
                        parsed sequences by SequenceExampleParser[1 thread, skipping: lists(b:int64*)])): \
                        size unknown, elements: (unknown, unknown)
                        """);
    }

    /** A typed record. */
    public record Click(long user) {}

    @Test
    void showsTheCodecOfABatch() {
        assertThat(Dataset.of(EMPTY).batch(2, Collator.decoded(RecordCodec.of(Click.class))))
                .hasToString("batch(2, decoded by RecordCodec[" + Click.class.getName() + ": user:int64])");
    }

    @Test
    void shortensALongListOfSpecs() {
        FeatureSpecs specs = FeatureSpecs.parse(
                IntStream.range(0, 40).mapToObj(i -> "feature" + i + ":int64=0").collect(Collectors.joining(", ")));
        assertThat(Dataset.of(EMPTY)
                        .batch(1, Collator.parsed(ExampleParser.compile(specs)))
                        .toString())
                .hasSize(100 + "batch(1, parsed by ...])".length())
                .startsWith("batch(1, parsed by ExampleParser[1 thread: feature0:int64=0, feature1:int64=0")
                .endsWith("...])");
    }

    /** Threads and memory do not determine the elements, so another number of threads can resume a run. */
    @Test
    void explanationsAreNoSignatures() {
        ExampleParser parser = ExampleParser.compile(FeatureSpecs.parse("a:int64=0"));
        Dataset<Bytes> records = Dataset.of(EMPTY, EMPTY, EMPTY);
        BatchDataset<Bytes, ParsedFeatures> batches = records.batch(1, Collator.parsed(parser));
        BatchDataset<Bytes, ParsedFeatures> parallel =
                records.batch(1, Collator.parsed(parser.threads(3).offHeap())).parallel(Parallel.calls(2));
        Checkpoint checkpoint;
        try (DatasetIterator<ParsedFeatures> iterator = batches.iterator()) {
            iterator.next();
            checkpoint = iterator.checkpoint();
        }
        try (DatasetIterator<ParsedFeatures> iterator = parallel.resume(checkpoint)) {
            assertThat(Trace.of(iterator)).hasSize(2);
        }
        Executor executor = Runnable::run;
        assertThat(Dataset.range(3).cache().prefetch(4, executor).explain()).isEqualTo("""
                1. range(0, 3, 1): 3 elements: int64 []
                2. cache: 3 elements: int64 []
                3. prefetch(4, the caller's executor): 3 elements: int64 []
                """);
        assertThat(compared(parallel)).isEqualTo(compared(batches));
    }

    /** Returns the description that a checkpoint compares. */
    private static String compared(Dataset<?> dataset) {
        return dataset.node().description(Description.Purpose.CHECKPOINT);
    }

    @Test
    void showsTheFirstDatasetOfAFunction() {
        Dataset<List<Long>> dataset = Dataset.range(1, 6)
                .interleave(x -> Dataset.range(x).map(y -> y).observed(PipelineObserver.silent()), 2)
                .parallel(Parallel.calls(2))
                .named("ranges")
                .groupByWindow(x -> x % 2, (key, group) -> group.batch(2).flatMap(Dataset::fromList), 3)
                .batch(4);
        String before = """
                1. range(1, 6, 1): 5 elements: int64 []
                2. interleave(2, 1) in parallel (2 calls) "ranges": size unknown
                3. groupByWindow: size unknown
                4. batch(4, list): size unknown, elements: list
                """;
        assertThat(dataset.explain()).isEqualTo(before);
        try (DatasetIterator<List<Long>> iterator =
                dataset.observed(PipelineObserver.silent().by(() -> 0)).iterator()) {
            assertThat(iterator.explain().lines().filter(line -> !line.startsWith(" ")))
                    .containsExactlyElementsOf(before.lines().toList());
            assertThat(Trace.of(iterator)).hasSize(4);
            assertThat(iterator.explain()).isEqualTo("""
                    1. range(1, 6, 1): 5 elements: int64 []
                       delivered 5 elements, 0 bytes, own time 0.000 ms (0.0 %)
                    2. interleave(2, 1) in parallel (2 calls) "ranges": size unknown
                       delivered 15 elements, 0 bytes, own time 0.000 ms (0.0 %)
                       first dataset of its function:
                       1. range(0, 1, 1): 1 element: int64 []
                       2. map: 1 element
                    3. groupByWindow: size unknown
                       delivered 15 elements, 0 bytes, own time 0.000 ms (0.0 %)
                       first dataset of its function:
                       1. group(3 elements): 3 elements
                       2. batch(2, list): 2 elements: list
                       3. flatMap: size unknown
                          first dataset of its function:
                          1. fromList(2 elements): 2 elements
                    4. batch(4, list): size unknown, elements: list
                       delivered 4 elements, 0 bytes, own time 0.000 ms (0.0 %)
                    """);
        }
    }

    /** A dataset can contain the stage that creates it. */
    @Test
    void explainsADatasetThatItsOwnFunctionReturns() {
        List<Dataset<Long>> self = new ArrayList<>();
        Dataset<Long> dataset = Dataset.range(1).flatMap(x -> self.isEmpty() ? Dataset.of(x) : self.remove(0));
        self.add(dataset);
        assertThat(dataset.explain(2).lines().filter(line -> line.contains("flatMap")))
                .containsExactly("2. flatMap: size unknown", "   2. flatMap: size unknown");
    }

    @Test
    void listsTheInputsOfAStage() {
        Dataset<Long> first = Dataset.range(3);
        Dataset<Long> second = Dataset.range(1);
        assertThat(Dataset.zip(first, second).explain()).contains(" of 1, 2: 1 element");
    }

    @Test
    void countsElementsBytesAndFailuresOfEveryStage() {
        Dataset<Bytes> dataset = Dataset.range(6)
                .map(x -> {
                    if (x == 3) {
                        throw new IOException("no " + x);
                    }
                    return x;
                })
                .map(FOUR_BYTES, Parallel.calls(2))
                .named("bytes")
                .prefetch(2);
        try (DatasetIterator<Bytes> iterator =
                dataset.observed(PipelineObserver.silent()).iterator()) {
            assertThat(Trace.of(iterator)).hasSize(6);
            PipelineStatistics statistics = iterator.statistics();
            assertThat(statistics.elements()).isEqualTo(5);
            assertThat(statistics.stages())
                    .extracting(StageStatistics::elements)
                    .containsExactly(6L, 5L, 5L, 5L);
            assertThat(statistics.stages()).extracting(StageStatistics::bytes).containsExactly(0L, 0L, 20L, 20L);
            assertThat(statistics.stages())
                    .extracting(StageStatistics::failures)
                    .containsExactly(0L, 1L, 1L, 1L);
            assertThat(statistics.stages())
                    .extracting(StageStatistics::name)
                    .containsExactly("range", "map", "bytes", "prefetch");
            assertThat(iterator.explain()).contains("delivered 5 elements, 20 bytes", "%), 1 failure\n");
        }
    }

    @Test
    void reportsOnlyTheOwnTimeOfAStage() {
        AtomicLong clock = new AtomicLong(100);
        Dataset<Long> dataset = Dataset.range(2)
                .map(x -> x + clock.addAndGet(10) * 0)
                .filter(x -> clock.addAndGet(3) > 0)
                .take(2);
        PipelineObserver observer = PipelineObserver.silent().by(clock::get);
        try (DatasetIterator<Long> iterator = dataset.observed(observer).iterator()) {
            assertThat(Trace.of(iterator)).containsExactly("0", "1");
            PipelineStatistics statistics = iterator.statistics();
            assertThat(statistics.stages())
                    .extracting(StageStatistics::ownTime)
                    .containsExactly(Duration.ZERO, Duration.ofNanos(20), Duration.ofNanos(6), Duration.ZERO);
            assertThat(statistics.time()).isEqualTo(Duration.ofNanos(26));
        }
    }

    /** Each batch takes 10 ns of the clock. The first batch fails. */
    @Test
    void countsTheTimeOfBatchesOnOtherThreads() {
        Executor other = task -> {
            Thread thread = new Thread(task);
            thread.start();
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        };
        AtomicLong clock = new AtomicLong();
        Collator<Long, Integer> collator = elements -> {
            clock.addAndGet(10);
            if (elements.contains(0L)) {
                throw new IOException("no");
            }
            return elements.size();
        };
        BatchDataset<Long, Integer> batches = Dataset.range(5).batch(2, collator);
        BatchDataset<Long, Integer> parallel =
                batches.parallel(Parallel.calls(1).on(other));
        assertBatchesTake(30, batches, clock);
        assertBatchesTake(30, batches.named("mine"), clock);
        // The consumer's thread waits while the other thread works. Both times count.
        assertBatchesTake(60, parallel, clock);
        assertBatchesTake(60, parallel.named("mine"), clock);
    }

    private static void assertBatchesTake(long nanos, Dataset<Integer> batches, AtomicLong clock) {
        try (DatasetIterator<Integer> iterator =
                batches.observed(PipelineObserver.silent().by(clock::get)).iterator()) {
            assertThat(Trace.of(iterator)).hasSize(3);
            StageStatistics statistics = iterator.statistics().stages().get(1);
            assertThat(statistics.elements()).isEqualTo(2);
            assertThat(statistics.failures()).isEqualTo(1);
            assertThat(statistics.ownTime()).isEqualTo(Duration.ofNanos(nanos));
        }
    }

    @Test
    void rejectsInvalidIntervalsAndRunsWithoutAnObserver() {
        assertThatThrownBy(() -> PipelineObserver.everyElements(0, statistics -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("elements must be positive: 0");
        assertThatThrownBy(() -> PipelineObserver.every(Duration.ofSeconds(-1), statistics -> {}))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Dataset.range(1).explain(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("elements must not be negative: -1");
        try (DatasetIterator<Long> iterator = Dataset.range(1).iterator()) {
            assertThatThrownBy(iterator::statistics).isInstanceOf(IllegalStateException.class);
            assertThat(iterator.explain()).isEqualTo(Dataset.range(1).explain());
        }
        assertThatThrownBy(() -> Dataset.range(1).named(" ")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void explainRunsTheRequestedElements() {
        assertThat(Dataset.range(1000).explain(10)).contains("delivered 10 elements");
        assertThat(Trace.failingAt(5, 0).explain(2))
                .contains("delivered 1 element, ")
                .contains(", 1 failure\n");
    }

    @Test
    void observesStagesThatReadAhead() {
        Dataset<Long> dataset = Dataset.range(4)
                .<Long>interleave(x -> Dataset.range(x).prefetch(2), 2)
                .parallel(Parallel.calls(2));
        try (DatasetIterator<Long> iterator =
                dataset.observed(PipelineObserver.silent()).iterator()) {
            assertThat(Trace.of(iterator)).hasSize(6);
            assertThat(iterator.statistics().stages())
                    .extracting(StageStatistics::elements)
                    .containsExactly(4L, 6L);
            assertThat(iterator.explain()).contains("interleave(2, 1) in parallel (2 calls)");
        }
    }

    @Test
    void namesTheStageInItsFailures() {
        Dataset<Long> named = Trace.failingAt(3, 1).named("parse").named("decode");
        assertThat(Trace.of(named)).containsExactly("0", "! decode: no 1", "2");
        assertThat(named.cardinality()).isEqualTo(3);
    }

    @Test
    void describesFilesWithNamesAndSizes(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("t.tfrecord");
        Dataset.range(1000).writeRecords(file, x -> Bytes.copyOf(new byte[100]));
        assertThat(RecordDataset.files(file).explain())
                .isEqualTo("1. records(1 file, 116,000 bytes, t.tfrecord): size unknown, elements: string []\n");
        assertThat(RecordDataset.files(file, file))
                .hasToString("records(2 files, 232,000 bytes, t.tfrecord and others)");
        assertThat(Dataset.range(2000).batch(1).explain())
                .isEqualTo("1. range(0, 2000, 1): 2,000 elements: int64 []\n"
                        + "2. batch(1, list): 2,000 elements: list of int64 []\n");
        assertThat(Dataset.of("a").batch(1).explain())
                .isEqualTo("1. of(1 element): 1 element\n2. batch(1, list): 1 element: list\n");
        assertThat(Dataset.range(1).repeat().explain()).contains("2. repeat(-1): infinite, elements: int64 []");
    }
}
