package dev.riffle.dataset;

import dev.riffle.conformance.ConformanceCase;
import dev.riffle.conformance.ConformanceFile;
import dev.riffle.dataset.stage.DatasetException;
import dev.riffle.dataset.stage.GlobalSeed;
import dev.riffle.dataset.stage.Reshuffle;
import dev.riffle.dataset.stage.Seed;
import dev.riffle.internal.JsonValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares random datasets, mixed datasets, file lists and global seeds with TensorFlow. */
class MixesConformanceTest {

    @TempDir
    private Path directory;

    @Test
    void agreesWithTensorFlow() throws IOException {
        ConformanceFile.run("mixes.jsonl", this::problems);
    }

    private List<String> problems(ConformanceCase aCase) throws IOException {
        return switch (aCase.text("kind")) {
            case "sample_from_datasets" -> compared(aCase, () -> sample(aCase));
            case "choose_from_datasets" -> compared(aCase, () -> choose(aCase));
            case "random" -> compared(aCase, () -> random(aCase));
            case "list_files" -> files(aCase);
            case "global_seed" -> globalSeed(aCase);
            default -> List.of("unknown kind");
        };
    }

    private static Dataset<Long> sample(ConformanceCase aCase) {
        double[] weights = aCase.has("weights")
                ? aCase.items("weights").stream()
                        .mapToDouble(MixesConformanceTest::real)
                        .toArray()
                : new double[0];
        SampleDataset<Long> sample = Dataset.sampleFromDatasets(ranges(aCase.items("ranges")), weights)
                .seed(Seed.of(aCase.number("seed")));
        sample = aCase.flag("stop_on_empty") ? sample.stopOnEmptyDataset() : sample;
        sample = aCase.flag("rerandomize_each_iteration") ? sample.rerandomizeEachIteration() : sample;
        return sample.take(aCase.number("take"));
    }

    private static Dataset<Long> choose(ConformanceCase aCase) {
        List<Long> choices = aCase.items("choices").stream()
                .map(MixesConformanceTest::number)
                .toList();
        ChooseDataset<Long> chosen =
                Dataset.chooseFromDatasets(ranges(aCase.items("ranges")), Dataset.fromList(choices));
        boolean stops = !aCase.has("stop_on_empty") || aCase.flag("stop_on_empty");
        return (stops ? chosen : chosen.skipEmptyDatasets()).take(aCase.number("take"));
    }

    private static Dataset<Long> random(ConformanceCase aCase) {
        RandomDataset random = Dataset.random(Seed.of(aCase.number("seed")));
        return (aCase.flag("rerandomize_each_iteration") ? random.rerandomizeEachIteration() : random)
                .take(aCase.number("take"));
    }

    private List<String> files(ConformanceCase aCase) throws IOException {
        Path names = Files.createDirectory(directory.resolve(aCase.id()));
        for (JsonValue name : aCase.items("names")) {
            Files.createFile(names.resolve(text(name)));
        }
        String[] patterns =
                aCase.items("patterns").stream().map(MixesConformanceTest::text).toArray(String[]::new);
        boolean isSorted = aCase.has("shuffle") && !aCase.flag("shuffle");
        return compared(aCase, () -> {
            FileListDataset list = FileListDataset.in(names, patterns);
            if (isSorted) {
                list = list.sorted();
            } else if (aCase.has("seed")) {
                list = list.seed(Seed.of(aCase.number("seed")));
            }
            return list.map(file -> file.getFileName().toString());
        });
    }

    private static List<String> globalSeed(ConformanceCase aCase) {
        GlobalSeed global = GlobalSeed.of(aCase.number("g"));
        List<Dataset<Long>> datasets = new ArrayList<>();
        for (JsonValue described : aCase.items("sequence")) {
            datasets.add(seeded(global, ((JsonValue.Items) described).items()));
        }
        List<String> problems = new ArrayList<>();
        for (int i = 0; i < datasets.size(); i++) {
            List<JsonValue> expected = ((JsonValue.Items) aCase.items("expect").get(i)).items();
            compareEpochs(datasets.get(i), expected, problems);
        }
        return problems;
    }

    private static Dataset<Long> seeded(GlobalSeed global, List<JsonValue> described) {
        return switch (text(described.get(0))) {
            case "shuffle" ->
                Dataset.range(number(described.get(1)))
                        .shuffle(
                                number(described.get(2)),
                                seed(global, described.get(3)),
                                described.get(4) instanceof JsonValue.Bool reshuffles && !reshuffles.value()
                                        ? Reshuffle.NEVER
                                        : Reshuffle.EACH_ITERATION);
            case "random" -> Dataset.random(seed(global, described.get(2))).take(number(described.get(1)));
            case "sample" ->
                Dataset.sampleFromDatasets(
                                ranges(((JsonValue.Items) described.get(1)).items()),
                                described.get(2) instanceof JsonValue.Items weights
                                        ? weights.items().stream()
                                                .mapToDouble(MixesConformanceTest::real)
                                                .toArray()
                                        : new double[0])
                        .seed(seed(global, described.get(3)))
                        .take(number(described.get(4)));
            default -> throw new IllegalArgumentException("unknown dataset " + described);
        };
    }

    private static Seed seed(GlobalSeed global, JsonValue seed) {
        return seed instanceof JsonValue.Null ? global.next() : global.operation(number(seed));
    }

    private static List<String> compared(ConformanceCase aCase, Supplier<? extends Dataset<?>> build) {
        List<String> problems = new ArrayList<>();
        if (aCase.value("expect") instanceof JsonValue.Items epochs) {
            compareEpochs(build.get(), epochs.items(), problems);
            return problems;
        }
        ConformanceCase error = aCase.object("expect");
        List<String> after = error.has("after") ? values(error.items("after")) : List.of();
        List<String> found = new ArrayList<>();
        try (DatasetIterator<?> iterator = build.get().iterator()) {
            while (iterator.hasNext()) {
                found.add(String.valueOf(iterator.next()));
            }
            problems.add("expected an error, found none");
        } catch (IllegalArgumentException | DatasetException e) {
            if (!found.equals(after)) {
                problems.add("error after " + found + ", expected after " + after);
            }
        }
        return problems;
    }

    private static void compareEpochs(Dataset<?> dataset, List<JsonValue> epochs, List<String> problems) {
        for (JsonValue epoch : epochs) {
            List<String> expected = values(((JsonValue.Items) epoch).items());
            List<String> found = dataset.toList().stream().map(String::valueOf).toList();
            if (!found.equals(expected)) {
                problems.add("expected " + expected + ", found " + found);
            }
        }
    }

    private static List<Dataset<Long>> ranges(List<JsonValue> ranges) {
        List<Dataset<Long>> datasets = new ArrayList<>();
        for (JsonValue range : ranges) {
            long[] bounds = ((JsonValue.Items) range)
                    .items().stream()
                            .flatMapToLong(bound -> LongStream.of(number(bound)))
                            .toArray();
            datasets.add(Dataset.range(bounds[0], bounds[1]));
        }
        return datasets;
    }

    private static List<String> values(List<JsonValue> values) {
        return values.stream()
                .map(value -> value instanceof JsonValue.Text text ? text.text() : value.toJson())
                .toList();
    }

    private static String text(JsonValue value) {
        return ((JsonValue.Text) value).text();
    }

    private static long number(JsonValue value) {
        return ((JsonValue.Number) value).exactLong().orElseThrow();
    }

    private static double real(JsonValue value) {
        return ((JsonValue.Number) value).doubleValue();
    }
}
