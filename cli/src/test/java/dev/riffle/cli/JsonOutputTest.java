package dev.riffle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.example.FeatureList;
import dev.riffle.example.SequenceExample;
import dev.riffle.internal.JsonValue;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.TensorProto;
import dev.riffle.tensor.Values;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/**
 * Runs each command with {@code --json} on good, damaged and failing files. {@link CommandRun} validates each line of
 * each run with the schema of the command in {@code docs/reference/schema}.
 */
class JsonOutputTest {

    private static final int FRAME_OF_PAYLOAD = 12;

    @TempDir
    Path directory;

    @BeforeEach
    void writeFiles() throws IOException {
        Samples.penguins(directory);
        Samples.examples(
                directory.resolve("numbers"),
                example(Long.MAX_VALUE, Float.NaN, "a"),
                example(Long.MIN_VALUE, Float.POSITIVE_INFINITY, "b"),
                Example.builder().put("unset", Feature.notSet()).build());
        Samples.flip(Samples.texts(directory.resolve("damaged"), "one", "two", "six"), 19 + FRAME_OF_PAYLOAD);
        Files.writeString(directory.resolve("foreign.csv"), "a,b\n1,2\n");
        Samples.ofRecords(directory.resolve("of"), example(1, 0.5f, "x"));
        RecordWriter.write(directory.resolve("mixed"), RecordWriterOptions.defaults(), records -> {
            records.write(SequenceExample.of(
                            Samples.number(1), Map.of("steps", FeatureList.of(Feature.of(1L), Feature.of(2L))))
                    .toByteArray());
            records.write("text");
            records.write(Bytes.ofHex("ff00"));
            records.write(Bytes.ofHex("089601"));
            records.write(Files.readAllBytes(Samples.photograph("coffee.jpg")));
        });
        Files.write(
                directory.resolve("tensor"),
                TensorProto.serialize(DenseTensor.of(Shape.of(2), Values.ofFloats(1, Float.NaN)))
                        .toByteArray());
    }

    private static Example example(long integer, float number, String text) {
        return Example.builder()
                .put("integer", integer)
                .put("number", number)
                .put("text", text)
                .put("bytes", Bytes.ofHex("ff80"))
                .build();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "info penguins.tfrecord numbers damaged foreign.csv of mixed|1|6",
                "count penguins.tfrecord damaged foreign.csv of|1|4",
                "count penguins.tfrecord missing.tfrecord|2|2",
                "count --trust-index penguins.tfrecord|0|1",
                "verify --examples penguins.tfrecord damaged foreign.csv mixed|1|",
                "index penguins.tfrecord damaged foreign.csv|1|3",
                "index --key integer --missing keep numbers|0|1",
                "index --check penguins.tfrecord|1|1",
                "index --remove penguins.tfrecord|0|1",
                "index --export offsets penguins.tfrecord|0|1",
                "repair --dry-run penguins.tfrecord damaged foreign.csv|1|3",
                "repair damaged -o repaired|1|1",
                "plan --bytes 250GB|0|1",
                "plan penguins.tfrecord|0|1",
                "import penguins.csv -o imported|0|1",
                "convert penguins.tfrecord -o converted.ofrecord|0|1",
                "split penguins.tfrecord -o set --records 100|0|1",
                "merge penguins.tfrecord penguins.tfrecord -o merged|0|1",
                "append penguins.tfrecord --into numbers|0|1",
                "take -n 3 penguins.tfrecord -o taken|0|1",
                "slice --from 3 penguins.tfrecord -o sliced|0|1",
                "sample -n 3 penguins.tfrecord -o sampled|0|1",
                "filter Island=='Dream' penguins.tfrecord -o filtered|0|1",
                "filter Island=='Dream' penguins.tfrecord --count|0|1",
                "dedupe --key Island penguins.tfrecord -o distinct|0|1",
                "dedupe --dry-run penguins.tfrecord|0|1",
                "shuffle penguins.tfrecord -o shuffled|0|1",
                "recompress penguins.tfrecord -o pressed --compression gzip|0|1",
                "diff penguins.tfrecord numbers|1|",
                "diff numbers of --ignore-encoding|1|",
                "diff --key Species penguins.tfrecord numbers|1|",
                "cat numbers of mixed|0|9",
                "head penguins.tfrecord|0|10",
                "tail mixed|0|5",
                "get numbers 0 2|0|2",
                "message read empty|0|1",
                "parse penguins.tfrecord numbers damaged foreign.csv|1|",
                "tensor tensor foreign.csv|1|2",
                "show mixed --record 4|0|1",
                "images samples -o images.tfrecord|0|1",
                "images --extract images.tfrecord -o extracted|0|1",
            })
    void followsTheSchema(String line, int code, Integer lines) throws IOException {
        Files.createDirectories(directory.resolve("samples/coffee"));
        Files.copy(Samples.photograph("coffee.jpg"), directory.resolve("samples/coffee/coffee.jpg"));
        Files.createFile(directory.resolve("empty"));
        if (line.startsWith("images --extract")) {
            CommandRun.of(directory, "images", "samples", "-o", "images.tfrecord");
        }
        CommandRun run = run(line + " --json");
        assertThat(run.code()).as(run.err()).isEqualTo(code);
        if (lines != null) {
            assertThat(run.lines()).hasSize(lines);
        } else {
            assertThat(run.lines()).isNotEmpty();
        }
    }

    private CommandRun run(String line) {
        return CommandRun.of(directory, line.split(" "));
    }

    @Test
    void eachFileHasAnObjectAlsoIfItFails() {
        for (String command : List.of("info", "count", "index", "verify", "repair --dry-run", "parse")) {
            CommandRun run = run(command + " missing foreign.csv --json");
            assertThat(run.code()).as(command).isEqualTo(2);
            assertThat(run.lines()).as(command).hasSize(2);
            assertThat(run.lines().stream().map(line -> members(line).get("file")))
                    .as(command)
                    .containsExactly(new JsonValue.Text("missing"), new JsonValue.Text("foreign.csv"));
            assertThat(run.lines()).as(command).allMatch(line -> members(line).containsKey("error"));
        }
    }

    private static Map<String, JsonValue> members(String line) {
        return ((JsonValue.Members) JsonValue.parse(line)).members();
    }

    @Test
    void aMissingReasonHasNoMember() {
        assertThat(run("index --check penguins.tfrecord --json").text())
                .isEqualTo("{\"file\":\"penguins.tfrecord\",\"index\":\"missing\"}\n");
    }

    @Test
    void theBytesOfAFileAreThoseBeforeCompression() {
        String plain = files("convert penguins.tfrecord -o plain.ofrecord --json");
        assertThat(plain).contains("\"records\":344,\"bytes\":").doesNotContain("\"bytes\":0");
        assertThat(files("convert penguins.tfrecord -o packed.ofrecord.gz --json"))
                .isEqualTo(plain.replace("plain.ofrecord", "packed.ofrecord.gz"));
        assertThat(files("import penguins.csv -o imported.gz --json"))
                .isEqualTo(files("merge imported.gz -o merged --json").replace("merged", "imported.gz"));
    }

    private String files(String line) {
        return members(run(line).text()).get("files").toJson();
    }

    @Test
    void rangesAreNumbers() {
        assertThat(run("info numbers --json").text())
                .contains("\"name\":\"integer\",\"kinds\":[\"int64\"],\"records\":2,\"min_values\":1,\"max_values\":1,"
                        + "\"min\":-9223372036854775808,\"max\":9223372036854775807}")
                .contains("\"min\":\"Infinity\",\"max\":\"Infinity\",\"nans\":1}")
                .contains("\"contents\":[\"text\"],\"min_bytes\":1,\"max_bytes\":1,\"texts\":[\"a\",\"b\"]}")
                .contains("\"kinds\":[\"unset\"]");
    }

    @Test
    void eachCommandWithJsonHasASchema() throws IOException {
        Set<String> expected = new TreeSet<>(Set.of("common", "record"));
        collect(expected, "", CommandTable.all());
        try (Stream<Path> files = Files.list(JsonSchema.folder())) {
            assertThat(files.map(file -> file.getFileName().toString().replace(".json", "")))
                    .containsExactlyInAnyOrderElementsOf(expected);
        }
        String page = Files.readString(JsonSchema.folder().resolve(Path.of("..", "json.md")));
        assertThat(expected).allSatisfy(name -> assertThat(page).contains("(schema/" + name + ".json)"));
    }

    private static void collect(Set<String> names, String name, CommandLine command) {
        command.getSubcommands().forEach((word, below) -> collect(names, (name + " " + word).trim(), below));
        if (command.getCommandSpec().findOption("--json") != null) {
            names.add(name.replace(' ', '-'));
        }
    }

    @Test
    void allMembersAreSnakeCase() throws IOException {
        try (Stream<Path> files = Files.list(JsonSchema.folder())) {
            for (Path file : files.collect(Collectors.toList())) {
                if (!file.endsWith("record.json")) {
                    checkNames(file, JsonValue.parse(Files.readString(file)));
                }
            }
        }
    }

    private static void checkNames(Path file, JsonValue rules) {
        if (rules instanceof JsonValue.Items items) {
            items.items().forEach(item -> checkNames(file, item));
        } else if (rules instanceof JsonValue.Members object) {
            object.members().forEach((keyword, rule) -> {
                if (keyword.equals("properties") && rule instanceof JsonValue.Members properties) {
                    assertThat(properties.members().keySet())
                            .as("%s", file)
                            .allMatch(name -> name.matches("[a-z][a-z_]*|\\$bytes"));
                }
                checkNames(file, rule);
            });
        }
    }
}
