package dev.riffle.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.RecordFiles;
import dev.riffle.RecordWriterOptions;
import dev.riffle.dataset.collate.Collator;
import dev.riffle.dataset.collate.Splitter;
import dev.riffle.dataset.stage.CheckpointException;
import dev.riffle.dataset.stage.DatasetBiFunction;
import dev.riffle.dataset.stage.DatasetException;
import dev.riffle.dataset.stage.DatasetFunction;
import dev.riffle.dataset.stage.ElementSpec;
import dev.riffle.dataset.stage.Pair;
import dev.riffle.dataset.stage.Seed;
import dev.riffle.dataset.stage.StageStatistics;
import dev.riffle.index.RecordIndex;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the random streams of elements: which elements have equal streams, and which have others. */
class MapWithSeedTest {

    /** Returns the element with the first number of its stream, which identifies the stream. */
    private static String drawn(Object element, RandomGenerator random) {
        return element + ":" + Long.toHexString(random.nextLong());
    }

    private static <T> Dataset<String> seeded(Dataset<T> input) {
        return input.mapWithSeed(42, MapWithSeedTest::drawn);
    }

    private static <T> Dataset<String> seeded(Dataset<T> input, Parallel parallel) {
        return input.mapWithSeed(42, MapWithSeedTest::drawn, parallel);
    }

    private static RecordIndex index(int records) throws IOException {
        byte[][] payloads = new byte[records][];
        for (int i = 0; i < records; i++) {
            payloads[i] = Integer.toString(i).getBytes(StandardCharsets.UTF_8);
        }
        return RecordIndex.openSources(List.of(ByteSource.of(Bytes.copyOf(RecordFiles.tfRecords(payloads)), "memory")));
    }

    /** The numbers equal those of {@code ElementRandomTest}. They must never change. */
    @Test
    void returnsTheReferenceNumbers() {
        Dataset<Long> longs = Dataset.range(2).mapWithSeed(42, (x, random) -> random.nextLong());
        assertThat(longs.toList()).containsExactly(-8674043474122039901L, 5035954162980071599L);
        assertThat(longs.toList()).containsExactly(8232382392463736421L, -7228432831411756731L);
        assertThat(Dataset.range(2)
                        .mapWithSeed(Seed.of(42), (x, random) -> random.nextLong())
                        .toList())
                .containsExactly(-8674043474122039901L, 5035954162980071599L);
    }

    @Test
    void seedsPassesAndNumbersHaveDifferentStreams() {
        List<Long> numbers = new ArrayList<>();
        for (long seed = 0; seed < 3; seed++) {
            Dataset<Long> longs = Dataset.range(50).mapWithSeed(seed, (x, random) -> random.nextLong());
            numbers.addAll(longs.repeat(2).toList());
            numbers.addAll(longs.toList());
            numbers.addAll(Dataset.range(50)
                    .repeat(5)
                    .skip(50)
                    .mapWithSeed(seed + 3, (x, random) -> random.nextLong())
                    .toList());
        }
        assertThat(new HashSet<>(numbers)).hasSize(numbers.size()).hasSize(3 * 350);
    }

    /** The extra pass is the one that {@code repeat(2)} opens and does not read. */
    @Test
    void passesFollowEachOtherLikeThoseOfAShuffle() {
        List<List<String>> passes = new ArrayList<>();
        Dataset<String> single = seeded(Dataset.range(3));
        for (int i = 0; i < 4; i++) {
            passes.add(single.toList());
        }
        Dataset<String> dataset = seeded(Dataset.range(3));
        List<String> both = new ArrayList<>(passes.get(0));
        both.addAll(passes.get(1));
        assertThat(dataset.repeat(2).toList()).isEqualTo(both);
        assertThat(dataset.toList()).isEqualTo(passes.get(3));
    }

    @Test
    void parallelCallsHaveTheStreamsOfSequentialCalls() {
        List<String> expected = seeded(Dataset.range(200)).toList();
        ExecutorService pool = Executors.newFixedThreadPool(3);
        for (int calls : new int[] {1, 2, 3, 50}) {
            Parallel parallel = Parallel.calls(calls).on(pool);
            assertThat(seeded(Dataset.range(200), parallel).toList()).isEqualTo(expected);
            assertThat(seeded(Dataset.range(200).prefetch(7), parallel.anyOrder())
                            .prefetch(3)
                            .toList())
                    .containsExactlyInAnyOrderElementsOf(expected);
        }
        pool.shutdown();
        assertThat(Dataset.range(200)
                        .mapWithSeed(Seed.of(42), MapWithSeedTest::drawn, Parallel.calls(2))
                        .toList())
                .isEqualTo(expected);
    }

    @Test
    void resumesEverywhere() {
        Dataset<Long> range = Dataset.range(7);
        Parallel parallel = Parallel.calls(3);
        Resumes.everywhere(() -> seeded(range));
        Resumes.everywhere(() -> seeded(range, parallel));
        Resumes.everywhere(() -> seeded(range).shuffle(3, 1));
        Resumes.everywhere(() -> seeded(range).shuffle(3, 1).repeat(3));
        Resumes.everywhere(() -> seeded(range.repeat(2), parallel).batch(3).shuffle(2, 5));
        Resumes.everywhere(() -> seeded(seeded(range.shuffle(4, 2))).prefetch(2).batch(2));
        Resumes.everywhere(() -> seeded(range.batch(2)).unbatch(splitter()).shuffle(2, 3));
        Resumes.everywhere(() -> seeded(range.window(3).flatMap(window -> seeded(window))));
        Resumes.everywhere(
                () -> Dataset.range(3).flatMap(x -> seeded(Dataset.range(x))).shuffle(2, 8));
        Resumes.everywhere(() -> range.interleave(x -> seeded(Dataset.range(x)), 2)
                .parallel(parallel)
                .batch(2));
        Resumes.everywhere(() -> seeded(range).cache().shuffle(2, 1));
        Resumes.everywhere(() -> seeded(range.cache()).shuffle(2, 1));
        Resumes.everywhere(() -> seeded(range).scan("", (text, next) -> Pair.of(text + next, text + next)));
        Resumes.everywhere(() -> seeded(range).unique().shuffle(2, 1));
        Resumes.everywhere(() -> seeded(range.shard(2, 1)).shuffle(2, 1));
        Resumes.everywhere(() -> seeded(range.map(MapWithSeedTest::failOnTwo))
                .map(MapWithSeedTest::failOnFour)
                .prefetch(2));
        Resumes.everywhere(() -> seeded(range.map(MapWithSeedTest::failOnTwo), parallel)
                .ignoreErrors(failure -> {})
                .batch(2));
    }

    private static Splitter<String, String> splitter() {
        return element -> List.of(element, element);
    }

    private static long failOnTwo(long x) throws IOException {
        if (x == 2) {
            throw new IOException("no " + x);
        }
        return x;
    }

    private static String failOnFour(String x) throws IOException {
        if (x.startsWith("4")) {
            throw new IOException("no four");
        }
        return x;
    }

    @Test
    void resumesWithOtherNumbersOfCalls() {
        Dataset<Long> source = Trace.failingAt(6, 4);
        Dataset<String> sequential = seeded(source);
        // One more pass each time would have other streams, so each run starts with a new dataset.
        Resumes.between(() -> seeded(source), () -> seeded(source, Parallel.calls(3)), x -> x);
        Resumes.between(() -> seeded(source, Parallel.calls(3)), () -> seeded(source), x -> x);
        assertThat(sequential.cardinality()).isEqualTo(6);
    }

    @Test
    void anyOrderKeepsTheStreamsAfterAResume() {
        List<String> expected = seeded(Dataset.range(30)).toList();
        for (int k = 0; k <= 30; k += 3) {
            List<String> delivered = new ArrayList<>();
            Checkpoint checkpoint;
            try (DatasetIterator<String> iterator =
                    seeded(Dataset.range(30), Parallel.calls(3).anyOrder()).iterator()) {
                delivered.addAll(Trace.of(iterator, k));
                checkpoint = iterator.checkpoint();
            }
            try (DatasetIterator<String> iterator =
                    seeded(Dataset.range(30), Parallel.calls(2).anyOrder()).resume(checkpoint)) {
                delivered.addAll(Trace.of(iterator));
            }
            assertThat(delivered).containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    /** Stages with one element for each element may stand before and after the shard. */
    @Test
    void workersOfAShardReturnTheResultsOfOneWorker() {
        List<UnaryOperator<Dataset<Long>>> oneToOne = List.of(
                input -> input,
                input -> input.map(x -> x).prefetch(2).named("ahead"),
                input -> input.elementSpec(ElementSpec.unknown()).map(x -> x, Parallel.calls(2)),
                input -> input.enumerate().map(Pair::second),
                Dataset::cache);
        for (UnaryOperator<Dataset<Long>> before : oneToOne) {
            for (UnaryOperator<Dataset<Long>> after : oneToOne) {
                List<String> expected =
                        seeded(after.apply(before.apply(Dataset.range(20)))).toList();
                for (int workers : new int[] {1, 2, 3, 7}) {
                    List<String> all = new ArrayList<>();
                    for (int worker = 0; worker < workers; worker++) {
                        all.addAll(seeded(after.apply(
                                        before.apply(Dataset.range(20)).shard(workers, worker)))
                                .toList());
                    }
                    assertThat(all).containsExactlyInAnyOrderElementsOf(expected);
                }
            }
        }
    }

    @Test
    void shardsOfShardsReturnTheResultsOfOneWorker() {
        List<String> expected = seeded(Dataset.range(40)).toList();
        List<String> all = new ArrayList<>();
        for (int outer = 0; outer < 3; outer++) {
            for (int inner = 0; inner < 4; inner++) {
                all.addAll(
                        seeded(Dataset.range(40).shard(3, outer).named("outer").shard(4, inner))
                                .toList());
            }
        }
        assertThat(all).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void failuresBeforeTheShardHaveNoNumber() {
        Function<Dataset<Long>, List<String>> survivors =
                input -> Trace.of(seeded(input).ignoreErrors(failure -> {}));
        Dataset<Long> failing = Trace.failingAt(20, 5);
        List<String> all = new ArrayList<>();
        for (int worker = 0; worker < 3; worker++) {
            all.addAll(survivors.apply(failing.shard(3, worker)));
        }
        assertThat(all).hasSize(19).containsExactlyInAnyOrderElementsOf(survivors.apply(failing));
        assertThat(survivors.apply(failing).subList(0, 5))
                .isEqualTo(seeded(Dataset.range(5)).toList());
    }

    /** After stages that are not one-to-one, workers have different streams. */
    @Test
    void workersNeverShareAStream() {
        List<Function<Dataset<Long>, Dataset<?>>> stages = List.of(
                input -> input.filter(x -> x % 5 != 0),
                input -> input.batch(2),
                input -> input.shuffle(4, 1).repeat(2),
                input -> input.repeat(2),
                input -> input.flatMap(x -> Dataset.range(3)),
                input -> input.skip(2),
                input -> Dataset.sampleFromDatasets(List.of(input, input)).seed(Seed.of(1)),
                input -> Dataset.range(5).concatenate(input));
        for (Function<Dataset<Long>, Dataset<?>> stage : stages) {
            List<Long> streams = new ArrayList<>();
            for (int worker = 0; worker < 3; worker++) {
                streams.addAll(stage.apply(Dataset.range(30).shard(3, worker))
                        .mapWithSeed(42, (x, random) -> random.nextLong())
                        .toList());
            }
            assertThat(streams).doesNotHaveDuplicates();
        }
    }

    @Test
    void workersOfDividedFilesNeverShareAStream(@TempDir Path directory) throws IOException {
        List<Path> files = RecordFilesOnDisk.write(
                directory, RecordWriterOptions.defaults().withoutSync(), 4, 4, 4, 4);
        List<Long> streams = new ArrayList<>();
        for (int worker = 0; worker < 2; worker++) {
            Dataset<Path> shard = Dataset.fromList(files).shard(2, worker);
            streams.addAll(RecordDataset.files(shard)
                    .mapWithSeed(42, (x, random) -> random.nextLong())
                    .toList());
            streams.addAll(shard.interleave(RecordDataset::files, 2)
                    .mapWithSeed(43, (x, random) -> random.nextLong())
                    .toList());
        }
        assertThat(streams).hasSize(32).doesNotHaveDuplicates();
    }

    private static List<Function<Dataset<Bytes>, Dataset<String>>> afterGlobalShuffle() {
        return List.of(
                records -> seeded(records.map(Bytes::utf8).named("text")),
                records -> seeded(records.map(Bytes::utf8), Parallel.calls(2)).prefetch(2),
                records -> seeded(records.map(Bytes::utf8).shuffle(5, 3)),
                records -> seeded(
                        records.filter(record -> !record.utf8().endsWith("3")).map(Bytes::utf8)),
                records -> seeded(seeded(records.map(Bytes::utf8))).shuffle(3, 1),
                records -> seeded(records.batch(1).map(batch -> batch.get(0).utf8())));
    }

    private static Dataset<String> seededBuckets(Dataset<Bytes> records) {
        return seeded(records.bucketBySequenceLength(Bytes::size, new int[] {2}, new int[] {1, 1}, Collator.list())
                .map(batch -> batch.get(0).utf8()));
    }

    @Test
    void workersOfAGlobalShuffleReturnTheResultsOfOneWorker() throws IOException {
        try (RecordIndex index = index(40)) {
            GlobalShuffleDataset shuffled = Dataset.globalShuffle(index, 7).epochs(2);
            List<Function<Dataset<Bytes>, Dataset<String>>> pipelines = new ArrayList<>(afterGlobalShuffle());
            pipelines.add(MapWithSeedTest::seededBuckets);
            for (Function<Dataset<Bytes>, Dataset<String>> pipeline : pipelines) {
                List<String> expected = pipeline.apply(shuffled).toList();
                assertThat(expected).doesNotHaveDuplicates();
                for (int workers = 2; workers < 5; workers++) {
                    List<String> all = new ArrayList<>();
                    for (int worker = 0; worker < workers; worker++) {
                        all.addAll(
                                pipeline.apply(shuffled.worker(worker, workers)).toList());
                    }
                    assertThat(all).containsExactlyInAnyOrderElementsOf(expected);
                }
            }
        }
    }

    @Test
    void epochsOfAGlobalShuffleReplacePasses() throws IOException {
        try (RecordIndex index = index(20)) {
            GlobalShuffleDataset shuffled = Dataset.globalShuffle(index, 7);
            Dataset<String> second = seeded(shuffled.fromEpoch(1).map(Bytes::utf8));
            List<String> expected = second.toList();
            assertThat(second.toList()).isEqualTo(expected);
            assertThat(seeded(shuffled.epochs(2).map(Bytes::utf8)).skip(20).toList())
                    .isEqualTo(expected);
            // A repeat of the same epoch before the stage has other streams, because the stage counts on.
            Dataset<Long> repeated = shuffled.repeat(2).mapWithSeed(42, (x, random) -> random.nextLong());
            assertThat(repeated.toList()).hasSize(40).doesNotHaveDuplicates();
            Dataset<Long> fused = shuffled.shuffle(5, 1).repeat(2).mapWithSeed(42, (x, random) -> random.nextLong());
            assertThat(fused.toList()).hasSize(40).doesNotHaveDuplicates();
        }
    }

    @Test
    void resumesAfterAGlobalShuffleEverywhere() throws IOException {
        try (RecordIndex index = index(9)) {
            for (Function<Dataset<Bytes>, Dataset<String>> pipeline : afterGlobalShuffle()) {
                Resumes.everywhere(
                        () -> pipeline.apply(Dataset.globalShuffle(index, 7).worker(1, 2)));
            }
        }
    }

    @Test
    void namesTheRecordWhoseCallFailed(@TempDir Path directory) throws IOException {
        List<Path> files = RecordFilesOnDisk.write(
                directory, RecordWriterOptions.defaults().withoutSync(), 2);
        DatasetBiFunction<Bytes, RandomGenerator, Bytes> bad = (record, random) -> {
            throw new IOException("bad");
        };
        Dataset<Bytes> records = RecordDataset.files(files);
        for (Dataset<Bytes> failing : List.of(
                records.mapWithSeed(1, bad).named("augment"),
                records.mapWithSeed(1, bad, Parallel.calls(2)).named("augment"))) {
            try (DatasetIterator<Bytes> iterator = failing.iterator()) {
                assertThatThrownBy(iterator::next).hasMessage("augment: " + files.get(0) + " at offset 0: bad");
                assertThatThrownBy(iterator::next)
                        .isInstanceOf(DatasetException.class)
                        .hasMessageContaining(files.get(0).getFileName().toString())
                        .extracting(failure -> ((DatasetException) failure)
                                        .origin()
                                        .orElseThrow()
                                        .offset()
                                > 0)
                        .isEqualTo(true);
            }
        }
        assertThat(Trace.of(Dataset.range(1).mapWithSeed(1, (x, random) -> null)))
                .containsExactly("! mapWithSeed: a function must not return null");
        Dataset<Integer> later = records.mapWithSeed(1, (record, random) -> record)
                .map(record -> {
                    throw new IOException("later");
                });
        assertThat(Trace.of(later).get(0)).isEqualTo("! map: " + files.get(0) + " at offset 0: later");
    }

    @Test
    void explainsSeedsAndCalls() {
        Dataset<String> dataset =
                seeded(seeded(Dataset.range(3)), Parallel.calls(2).anyOrder()).named("noise");
        assertThat(dataset.explain()).isEqualTo("""
                1. range(0, 3, 1): 3 elements: int64 []
                2. mapWithSeed(seeds 87654321 and 42): 3 elements
                3. mapWithSeed(seeds 87654321 and 42, 2 calls, any order) "noise": 3 elements
                """);
        assertThat(dataset.seeds()).containsExactly(Seed.of(42), Seed.of(42));
        assertThat(seeded(Dataset.range(3).filter(x -> true)).cardinality()).isEqualTo(Dataset.UNKNOWN_CARDINALITY);
    }

    /** Each function takes 10 ns of the clock, and fails for one element. */
    @Test
    void reportsStatisticsLikeMap() {
        Executor other = task -> {
            Thread thread = new Thread(task);
            thread.start();
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        };
        Parallel parallel = Parallel.calls(1).on(other);
        AtomicLong clock = new AtomicLong();
        DatasetFunction<Long, Long> function = x -> {
            clock.addAndGet(10);
            if (x == 1) {
                throw new IOException("no");
            }
            return x;
        };
        List<StageStatistics> ofMaps = new ArrayList<>();
        List<StageStatistics> ofSeededMaps = new ArrayList<>();
        for (Dataset<Long> dataset :
                List.of(Dataset.range(3).map(function), Dataset.range(3).map(function, parallel))) {
            ofMaps.add(statistics(dataset, clock));
        }
        DatasetBiFunction<Long, RandomGenerator, Long> seeded = (x, random) -> function.apply(x);
        for (Dataset<Long> dataset : List.of(
                Dataset.range(3).mapWithSeed(1, seeded), Dataset.range(3).mapWithSeed(1, seeded, parallel))) {
            ofSeededMaps.add(statistics(dataset, clock));
        }
        assertThat(ofSeededMaps)
                .usingRecursiveComparison()
                .ignoringFields("stage")
                .isEqualTo(ofMaps);
        assertThat(ofSeededMaps.get(0).elements()).isEqualTo(2);
        assertThat(ofSeededMaps.get(0).failures()).isEqualTo(1);
        assertThat(ofSeededMaps.get(0).ownTime()).isEqualTo(Duration.ofNanos(30));
    }

    private static StageStatistics statistics(Dataset<Long> dataset, AtomicLong clock) {
        try (DatasetIterator<Long> iterator = dataset.named("mine")
                .observed(PipelineObserver.silent().by(clock::get))
                .iterator()) {
            assertThat(Trace.of(iterator)).hasSize(3);
            List<StageStatistics> stages = iterator.statistics().stages();
            assertThat(stages).hasSize(2);
            return stages.get(1);
        }
    }

    @Test
    void rejectsACheckpointOfAnotherSeed() {
        Checkpoint checkpoint;
        try (DatasetIterator<String> iterator = seeded(Dataset.range(3)).iterator()) {
            iterator.next();
            checkpoint = iterator.checkpoint();
        }
        assertThatExceptionOfType(CheckpointException.class)
                .isThrownBy(() ->
                        Dataset.range(3).mapWithSeed(43, MapWithSeedTest::drawn).resume(checkpoint))
                .withMessageContaining(
                        "stage 2 was mapWithSeed(seeds 87654321 and 42), here it is mapWithSeed(seeds 87654321 and 43)");
    }

    @Test
    void aCacheAfterTheStageKeepsTheFirstStreams() {
        Dataset<String> cached = seeded(Dataset.range(5)).cache();
        List<String> first = cached.toList();
        assertThat(cached.toList())
                .isEqualTo(first)
                .isEqualTo(seeded(Dataset.range(5)).toList());
    }

    @Test
    void iteratorsMayRunAtTheSameTime() {
        Dataset<String> dataset = seeded(Dataset.range(4));
        List<String> first = seeded(Dataset.range(4)).toList();
        Dataset<String> twice = seeded(Dataset.range(4));
        assertThat(twice.toList()).isEqualTo(first);
        List<String> second = twice.toList();
        try (DatasetIterator<String> a = dataset.iterator();
                DatasetIterator<String> b = dataset.iterator()) {
            List<String> fromA = new ArrayList<>();
            List<String> fromB = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                fromA.add(a.next());
                fromB.add(b.next());
            }
            assertThat(fromA).isEqualTo(first);
            assertThat(fromB).isEqualTo(second);
        }
    }
}
