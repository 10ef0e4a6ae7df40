package dev.riffle.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.dataset.collate.Splitter;
import dev.riffle.dataset.stage.CheckpointException;
import dev.riffle.dataset.stage.DatasetException;
import dev.riffle.dataset.stage.Pair;
import dev.riffle.dataset.stage.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Replaces every token of a checkpoint with other tokens. A resume must reject each changed checkpoint, or run without
 * exceptions that only a defect of Riffle causes.
 */
@Execution(ExecutionMode.SAME_THREAD)
class DamagedCheckpointTest {

    private static final Pattern TOKEN = Pattern.compile("-?\\d+|\"[^\"]*\"|\\[|\\]|true|false|null");

    private static final List<String> NUMBERS = List.of(
            "-1",
            "-9223372036854775808",
            "7",
            "1000",
            "2147483648",
            "9223372036854775807",
            "\"x\"",
            "[]",
            "{}",
            "[1,2]",
            "\"1@5\"",
            "null",
            "true");

    private static final List<String> WORDS = List.of("true", "false", "null", "0", "{}", "[]");

    private static final List<String> TEXTS = List.of("\"zz\"", "\"9@9\"", "\"-1@-1\"");

    /** The maximum number of elements that the test reads from a resumed run. */
    private static final int LIMIT = 60;

    @TempDir
    Path directory;

    @TestFactory
    Stream<DynamicTest> rejectsOrResumesWithAnyTokenReplaced() throws IOException {
        return pipelines().entrySet().stream()
                .map(entry -> DynamicTest.dynamicTest(entry.getKey(), () -> replaceEverywhere(entry.getValue())));
    }

    private Map<String, Supplier<Dataset<?>>> pipelines() throws IOException {
        Path lines = directory.resolve("lines");
        Files.writeString(lines, "a\nb\nc\nd\ne\nf\ng\n");
        Map<String, Supplier<Dataset<?>>> all = new LinkedHashMap<>();
        all.put("range", () -> Dataset.range(9));
        all.put("slices", () -> Dataset.fromArray(new long[] {1, 2, 3, 4, 5, 6, 7}));
        all.put("list", () -> Dataset.of(1, 2, 3, 4, 5, 6));
        all.put("text lines", () -> TextLineDataset.files(lines));
        all.put("shuffle and repeat", () -> Dataset.range(9).shuffle(4, 1).repeat(2));
        all.put(
                "shuffle, then repeat",
                () -> Dataset.range(9).shuffle(4, 1).prefetch(2).repeat(2));
        all.put("drawn seed", () -> Dataset.range(5).shuffle(3).map(x -> x).repeat(2));
        all.put(
                "endless shuffle of all elements",
                () -> Dataset.range(5).shuffle(-2, 1).repeat());
        all.put("repeat", () -> Dataset.range(3).repeat(3));
        all.put("endless repeat", () -> Dataset.range(3).repeat());
        all.put(
                "zip",
                () -> Dataset.zip(
                                Dataset.range(9),
                                Dataset.range(5).concatenate(Dataset.range(9)).shuffle(2, 1))
                        .shuffle(3, 1));
        all.put(
                "concatenate",
                () -> Dataset.range(3).concatenate(Dataset.range(9)).shuffle(2, 1));
        all.put("flatMap", () -> Dataset.range(4).flatMap(x -> Dataset.range(3)).shuffle(3, 1));
        all.put(
                "interleave",
                () -> Dataset.range(4).interleave(x -> Dataset.range(3), 2).shuffle(3, 1));
        all.put(
                "parallel interleave",
                () -> Dataset.range(4).interleave(x -> Dataset.range(3), 2).parallel(Parallel.calls(2)));
        all.put(
                "parallel map",
                () -> Dataset.range(9).map(x -> x, Parallel.calls(2)).batch(2).shuffle(2, 1));
        all.put(
                "map with seed",
                () -> Dataset.range(9)
                        .shard(2, 1)
                        .mapWithSeed(1, (x, random) -> x + random.nextInt(9), Parallel.calls(2))
                        .shuffle(2, 1));
        all.put(
                "sample",
                () -> Dataset.sampleFromDatasets(List.of(Dataset.range(4), Dataset.range(9)))
                        .seed(Seed.of(1))
                        .shuffle(2, 1));
        all.put(
                "choose",
                () -> Dataset.chooseFromDatasets(
                                List.of(Dataset.range(4), Dataset.range(9)), Dataset.of(0L, 1L, 0L, 1L, 0L))
                        .shuffle(2, 1));
        all.put(
                "scan",
                () -> Dataset.range(9)
                        .scan(0L, (sum, x) -> new Pair<>(sum + x, sum + x))
                        .shuffle(3, 1));
        all.put("unique", () -> Dataset.range(9).unique().shuffle(3, 1));
        all.put("cache", () -> Dataset.range(5).cache().repeat(2).shuffle(2, 1));
        all.put(
                "generator",
                () -> Dataset.fromGenerator(() -> List.of(1, 2, 3, 4, 5).iterator())
                        .shuffle(2, 1));
        all.put(
                "window",
                () -> Dataset.range(9).window(3).shift(2).flatMap(x -> x).shuffle(2, 1));
        all.put(
                "groupByWindow",
                () -> Dataset.range(9)
                        .groupByWindow(x -> x % 2, (key, group) -> group.batch(2), 3)
                        .shuffle(2, 1));
        all.put(
                "many stages in a row",
                () -> Dataset.range(9)
                        .map(x -> x)
                        .batch(2)
                        .unbatch(Splitter.lists())
                        .skip(1)
                        .take(6)
                        .shard(2, 1)
                        .ignoreErrors(failure -> {})
                        .takeWhile(x -> true)
                        .assertCardinality(3));
        all.put("random", () -> Dataset.random(Seed.of(3)).take(9));
        return all;
    }

    private static void replaceEverywhere(Supplier<Dataset<?>> pipeline) throws IOException {
        List<String> wrong = new ArrayList<>();
        for (int delivered : new int[] {0, 2, 4, 40}) {
            String text = checkpoint(pipeline.get(), delivered);
            for (String damaged : damaged(text)) {
                tryToResume(pipeline.get(), damaged, wrong);
            }
        }
        assertThat(wrong).isEmpty();
    }

    private static String checkpoint(Dataset<?> dataset, int delivered) {
        try (DatasetIterator<?> iterator = dataset.iterator()) {
            for (int i = 0; i < delivered && iterator.hasNext(); i++) {
                iterator.next();
            }
            if (delivered == 2) {
                assertThat(iterator.hasNext()).isTrue();
            }
            return iterator.checkpoint().toString();
        }
    }

    private static List<String> damaged(String text) {
        List<String> all = new ArrayList<>();
        Matcher tokens = TOKEN.matcher(text);
        while (tokens.find()) {
            String before = text.substring(0, tokens.start());
            String after = text.substring(tokens.end());
            String token = tokens.group();
            switch (token) {
                case "]" -> all.add(before + (before.endsWith("[") ? "3]" : ",3]") + after);
                case "[" -> {
                    int comma = text.indexOf(',', tokens.end());
                    if (comma > 0 && comma < text.indexOf(']', tokens.end())) {
                        all.add(text.substring(0, tokens.end()) + text.substring(comma + 1));
                    }
                }
                case "true", "false", "null" -> WORDS.forEach(other -> all.add(before + other + after));
                default -> {
                    for (String other : token.startsWith("\"") ? TEXTS : NUMBERS) {
                        all.add(before + other + after);
                    }
                }
            }
        }
        return all;
    }

    private static void tryToResume(Dataset<?> dataset, String text, List<String> wrong) {
        Checkpoint checkpoint;
        try {
            checkpoint = Checkpoint.parse(text);
        } catch (CheckpointException e) {
            return;
        }
        try (DatasetIterator<?> iterator = dataset.resume(checkpoint)) {
            for (int i = 0; i < LIMIT && iterator.hasNext(); i++) {
                take(iterator, text, wrong);
            }
            iterator.checkpoint();
        } catch (CheckpointException | DatasetException e) {
            // A resume may reject a changed checkpoint.
        } catch (RuntimeException | Error e) {
            wrong.add(e + " of " + text);
        }
    }

    private static void take(DatasetIterator<?> iterator, String text, List<String> wrong) {
        try {
            iterator.next();
        } catch (DatasetException e) {
            if (e.getCause() instanceof ClassCastException
                    || e.getCause() instanceof NullPointerException
                    || e.getCause() instanceof IndexOutOfBoundsException
                    || e.getCause() instanceof NoSuchElementException) {
                wrong.add(e + " caused by " + e.getCause() + " of " + text);
            }
        }
    }
}
