package dev.riffle.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.riffle.RecordWriterOptions;
import dev.riffle.dataset.collate.Collator;
import dev.riffle.dataset.stage.DatasetFunction;
import dev.riffle.dataset.stage.Pair;
import dev.riffle.dataset.stage.Reshuffle;
import dev.riffle.dataset.stage.Seed;
import dev.riffle.io.Bytes;
import dev.riffle.parse.ExampleParser;
import dev.riffle.shard.RecordSet;
import dev.riffle.shard.ShardNames;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Tests that operations check missing and extreme arguments when a pipeline is built. */
@SuppressWarnings("NullAway") // Null is the tested value.
class ArgumentTest {

    private static final Dataset<Long> RANGE = Dataset.range(3);
    private static final DatasetFunction<Long, Bytes> BYTES = x -> Bytes.empty();

    @Test
    void namesATextThatIsNotAPath() {
        Map<ThrowingCallable, String> calls = new LinkedHashMap<>();
        calls.put(() -> RecordDataset.filesNamed("a", "b\0"), "names[1] must be a path: \"b\\u0000\"");
        calls.put(() -> RecordDataset.filesNamed(List.of("b\0")), "names[0] must be a path: \"b\\u0000\"");
        calls.put(() -> TextLineDataset.filesNamed("b\0"), "names[0] must be a path: \"b\\u0000\"");
        calls.put(() -> FileListDataset.matching("b\0"), "patterns[0] must be a path or a pattern: \"b\\u0000\"");
        calls.put(() -> RecordSet.find(Path.of(""), "b\0"), "word must be a path, a pattern or a set: \"b\\u0000\"");
        calls.put(() -> new ShardNames(Path.of("a"), 1, "\0"), "suffix must be the end of a file name: \"\\u0000\"");
        calls.forEach((call, message) -> assertThatIllegalArgumentException()
                .isThrownBy(call)
                .withMessage(message + ": Nul character not allowed")
                .isExactlyInstanceOf(IllegalArgumentException.class));
    }

    @Test
    void namesEveryMissingArgument() {
        Map<ThrowingCallable, String> calls = new LinkedHashMap<>();
        calls.put(() -> Dataset.of((Object[]) null), "elements");
        calls.put(() -> Dataset.of(1, null), "elements[1]");
        calls.put(() -> Dataset.fromList(null), "list");
        calls.put(() -> Dataset.fromArray((long[]) null), "array");
        calls.put(() -> Dataset.fromArray((String[]) null), "array");
        calls.put(() -> Dataset.fromGenerator(null), "generator");
        calls.put(() -> Dataset.random(null), "seed");
        calls.put(() -> Dataset.globalShuffle(null, 1), "index");
        calls.put(() -> Dataset.zip(RANGE, null), "second");
        calls.put(() -> Dataset.zip(Arrays.asList(RANGE, null)), "datasets[1]");
        calls.put(() -> Dataset.sampleFromDatasets(List.of(RANGE), (Dataset<double[]>) null), "weights");
        calls.put(() -> Dataset.sampleFromDatasets(List.of(RANGE)).seed(null), "seed");
        calls.put(() -> Dataset.chooseFromDatasets(List.of(RANGE), null), "choices");
        calls.put(() -> RecordDataset.files((Dataset<Path>) null), "files");
        calls.put(() -> RecordDataset.filesNamed("a").options(null), "options");
        calls.put(() -> RecordDataset.filesNamed("a").parallelReads(2, null), "parallel");
        calls.put(() -> TextLineDataset.files((Dataset<Path>) null), "files");
        calls.put(() -> TextLineDataset.filesNamed("a").compression(null), "compression");
        calls.put(() -> Collator.parsed((ExampleParser) null), "parser");
        calls.put(() -> RANGE.map(null), "function");
        calls.put(() -> RANGE.map(x -> x, null), "parallel");
        calls.put(() -> RANGE.mapWithSeed(1, null), "function");
        calls.put(() -> RANGE.mapWithSeed((Seed) null, (x, random) -> x), "seed");
        calls.put(() -> RANGE.mapWithSeed(1, (x, random) -> x, null), "parallel");
        calls.put(() -> RANGE.mapWithSeed((Seed) null, (x, random) -> x, Parallel.calls(1)), "seed");
        calls.put(() -> RANGE.flatMap(null), "function");
        calls.put(() -> RANGE.interleave(null, 2), "function");
        calls.put(() -> RANGE.interleave(x -> RANGE, 2).parallel(null), "parallel");
        calls.put(() -> RANGE.filter(null), "predicate");
        calls.put(() -> RANGE.takeWhile(null), "predicate");
        calls.put(() -> RANGE.shuffle(3, 1, null), "reshuffle");
        calls.put(() -> RANGE.shuffle(3, null, Reshuffle.NEVER), "seed");
        calls.put(() -> RANGE.batch(2, null), "collator");
        calls.put(() -> RANGE.batch(2).parallel(null), "parallel");
        calls.put(() -> RANGE.unbatch(null), "splitter");
        calls.put(() -> RANGE.groupByWindow(null, (key, group) -> group, 2), "keyFunction");
        calls.put(() -> RANGE.groupByWindow(x -> x, null, 2), "reduceFunction");
        calls.put(() -> RANGE.concatenate(null), "other");
        calls.put(() -> RANGE.scan(null, (state, x) -> Pair.of(state, x)), "initialState");
        calls.put(() -> RANGE.scan(0L, null), "function");
        calls.put(() -> RANGE.reduce(0L, null), "function");
        calls.put(() -> RANGE.prefetch(2, null), "executor");
        calls.put(() -> RANGE.ignoreErrors(null), "listener");
        calls.put(() -> RANGE.named(null), "name");
        calls.put(() -> RANGE.elementSpec(null), "spec");
        calls.put(() -> RANGE.forEach(null), "action");
        calls.put(() -> RANGE.observed(null), "observer");
        calls.put(() -> RANGE.resume(null), "checkpoint");
        calls.put(() -> RANGE.writeRecords(null, BYTES), "file");
        calls.put(() -> RANGE.writeRecords(Path.of("x"), RecordWriterOptions.defaults(), null), "serializer");
        calls.put(() -> RANGE.writeShards(null, BYTES), "names");
        calls.put(() -> Parallel.calls(1).on(null), "executor");
        calls.forEach((call, name) ->
                assertThatIllegalArgumentException().isThrownBy(call).withMessage(name + " must not be null"));
    }

    @Test
    void cardinalityIsAtMostTheLargestLong() {
        long most = Long.MAX_VALUE;
        assertThat(Dataset.range(10).repeat(most).cardinality()).isEqualTo(most);
        assertThat(Dataset.range(4).repeat(1L << 62).cardinality()).isEqualTo(most);
        assertThat(Dataset.range(4).repeat((1L << 62) + 1).cardinality()).isEqualTo(most);
        assertThat(Dataset.range(4).repeat(1L << 60).cardinality()).isEqualTo(1L << 62);
        assertThat(Dataset.range(most - 1).concatenate(Dataset.range(10)).cardinality())
                .isEqualTo(most);
        assertThat(Dataset.range(Long.MIN_VALUE, most - 1).cardinality()).isEqualTo(most);
        assertThat(Dataset.range(Long.MIN_VALUE, most).take(2).toList())
                .containsExactly(Long.MIN_VALUE, Long.MIN_VALUE + 1);
        Dataset<Long> cached = Dataset.range(4).repeat((1L << 62) + 1).cache();
        assertThat(cached.take(6).toList()).containsExactly(0L, 1L, 2L, 3L, 0L, 1L);
        assertThat(cached.take(6).toList()).containsExactly(0L, 1L, 2L, 3L, 0L, 1L);
    }

    @Test
    void acceptsNumbersOfAnyIntegerType() {
        List<Dataset<String>> sets = List.of(Dataset.of("a", "b"), Dataset.of("c"));
        assertThat(Dataset.chooseFromDatasets(sets, Dataset.of(0, 1, 0)).toList())
                .containsExactly("a", "c", "b");
        assertThat(Trace.of(Dataset.chooseFromDatasets(sets, Dataset.of(0, 0.5, 2))))
                .containsExactly(
                        "a",
                        "! chooseFromDatasets: choice must be an integer: 0.5",
                        "! chooseFromDatasets: choice must be from 0 to 1: 2");
        assertThat(Dataset.of(1, 2, 3, 5)
                        .groupByWindow(x -> x % 2, (key, group) -> group.batch(2), 2)
                        .toList())
                .containsExactly(List.of(1, 3), List.of(2), List.of(5));
        assertThat(Trace.of(Dataset.of(1).groupByWindow(x -> 1.5, (key, group) -> group, 2)))
                .containsExactly("! groupByWindow: key must be an integer: 1.5");
    }

    @Test
    void acceptsANumberAsSeed() {
        Seed seed = Seed.of(42);
        assertThat(Dataset.random(42).take(3).toList())
                .isEqualTo(Dataset.random(seed).take(3).toList());
        assertThat(Dataset.range(9).shuffle(5, 42, Reshuffle.NEVER).toList())
                .isEqualTo(Dataset.range(9).shuffle(5, seed, Reshuffle.NEVER).toList());
        List<Dataset<Long>> sets = List.of(RANGE, Dataset.range(10, 20));
        assertThat(Dataset.sampleFromDatasets(sets).seed(42).toList())
                .isEqualTo(Dataset.sampleFromDatasets(sets).seed(seed).toList());
    }

    @Test
    void printsAsItsLastStage() {
        assertThat(RANGE.take(2)).hasToString("take(2)");
        assertThat(RANGE.prefetch().named("ahead")).hasToString("prefetch(16, chosen) \"ahead\"");
        assertThat(RANGE.prefetch().toList()).isEqualTo(RANGE.toList());
    }
}
