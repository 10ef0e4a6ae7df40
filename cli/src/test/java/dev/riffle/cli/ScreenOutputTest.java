package dev.riffle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.cli.terminal.Screen;
import dev.riffle.example.Example;
import dev.riffle.example.ExampleBuilder;
import dev.riffle.example.Feature;
import dev.riffle.example.FeatureList;
import dev.riffle.example.SequenceExample;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the output on a terminal: short values, colours, and tables that fit. */
class ScreenOutputTest {

    private static final String ESCAPE = "\033[";

    @TempDir
    Path directory;

    private static Screen screen(int columns, Map<String, String> environment) {
        return Screen.terminal("24 " + columns, environment);
    }

    private CommandRun onScreen(String line) {
        return CommandRun.onScreen(directory, screen(80, Map.of("NO_COLOR", "1")), line.split(" "));
    }

    private CommandRun piped(String line) {
        return CommandRun.of(directory, line.split(" "));
    }

    private void writeLongRecord() throws IOException {
        float[] floats = new float[1000];
        byte[] image = new byte[100_000];
        image[0] = (byte) 0xff;
        Samples.examples(
                directory.resolve("long"),
                Example.builder()
                        .put("floats", floats)
                        .put("image", Bytes.ofOwned(image))
                        .put("text", "a short text")
                        .build());
    }

    @ParameterizedTest
    @ValueSource(strings = {"head long", "cat long", "tail long", "get long 0"})
    void shortensLongValuesAndLists(String line) throws IOException {
        writeLongRecord();
        assertThat(onScreen(line).text())
                .satisfies(text -> assertThat(text.lines()).allMatch(printed -> printed.length() <= 160))
                .contains("        value: 0.0\n")
                .contains("        # value: 990 more\n")
                .contains("value: \"\\377\\000\\000")
                .containsPattern("\\\\000\" \\.\\.\\. 99,9[0-9]{2} more bytes\n")
                .contains("value: \"a short text\"\n")
                .endsWith("# shortened; --full prints all values\n");
        assertThat(onScreen(line + " --full").text())
                .isEqualTo(piped(line).text())
                .hasSizeGreaterThan(400_000);
        assertThat(onScreen(line + " --json").text())
                .isEqualTo(piped(line + " --json").text());
    }

    @Test
    void shortensAMessage() throws IOException {
        writeLongRecord();
        Files.write(directory.resolve("long.pb"), piped("cat long --raw").out());
        assertThat(onScreen("message read long.pb").text())
                .contains("        # value: 990 more\n")
                .endsWith("# shortened; --full prints all values\n")
                .hasSizeLessThan(3000);
        assertThat(onScreen("message read long.pb --full").text())
                .isEqualTo(piped("message read long.pb").text())
                .hasSizeGreaterThan(400_000);
        assertThat(onScreen("message read long.pb --json").text())
                .isEqualTo(piped("message read long.pb --json").text());
    }

    @Test
    void countsTheBytesLeftOut() throws IOException {
        writeLongRecord();
        String text = onScreen("head long").text();
        Matcher found = Pattern.compile("value: \"((?:\\\\[0-7]{3})+)\" \\.\\.\\. ([0-9,]+) more bytes")
                .matcher(text);
        assertThat(found.find()).isTrue();
        int shown = found.group(1).length() / 4;
        assertThat(shown + Integer.parseInt(found.group(2).replace(",", ""))).isEqualTo(100_000);
    }

    @Test
    void printsShortRecordsLikeAPipe() throws IOException {
        Samples.penguins(directory);
        assertThat(onScreen("cat penguins.tfrecord").text())
                .isEqualTo(piped("cat penguins.tfrecord").text());
    }

    @Test
    void keepsAllFeaturesOfARecord() throws IOException {
        ExampleBuilder builder = Example.builder();
        for (int i = 0; i < 50; i++) {
            builder.put("feature" + i, (long) i);
        }
        Samples.examples(directory.resolve("wide"), builder.build());
        assertThat(onScreen("head wide").text()).isEqualTo(piped("head wide").text());
    }

    @Test
    void shortensTheStepsOfASequence() throws IOException {
        List<Feature> steps = new ArrayList<>();
        for (long i = 0; i < 100; i++) {
            steps.add(Feature.of(i));
        }
        SequenceExample sequence = SequenceExample.of(
                Samples.number(1), Map.of("steps", FeatureList.of(steps), "t", FeatureList.of(steps)));
        RecordWriter.write(directory.resolve("s"), RecordWriterOptions.defaults(), records -> {
            records.write(sequence.toByteArray());
            records.write(sequence.toByteArray());
        });
        String text = onScreen("head s").text();
        assertThat(text).contains("value: 9\n").doesNotContain("value: 10\n");
        assertThat(text.split("# feature: 90 more\n", -1)).hasSize(5);
        assertThat(onScreen("head s --full").text()).isEqualTo(piped("head s").text());
    }

    @Test
    void countsColumnsAndNotCharacters() throws IOException {
        // Each of these characters has two columns, and the emoji is a surrogate pair.
        Samples.texts(directory.resolve("t"), "好".repeat(400), "😀".repeat(400));
        assertThat(onScreen("head t").text())
                .contains("\n" + "好".repeat(60) + " ... 340 more characters\n")
                .contains("\n" + "😀".repeat(60) + " ... 340 more characters\n");
    }

    @Test
    void shortensOtherText() throws IOException {
        Samples.texts(
                directory.resolve("t"), "z".repeat(160), "x".repeat(1000), "{\"a\": \"" + "y".repeat(1000) + "\"}");
        assertThat(onScreen("head t").text())
                .contains("\n" + "x".repeat(120) + " ... 880 more characters\n")
                .contains("\n" + "z".repeat(160) + "\n")
                .contains("yyy ... ");
    }

    @Test
    void coloursFindingsOnATerminal() throws IOException {
        Samples.flip(Samples.texts(directory.resolve("damaged"), "one", "two"), 19 + 12);
        Samples.texts(directory.resolve("good"), "one");
        String[] verify = {"verify", "damaged", "good"};
        assertThat(CommandRun.onScreen(directory, screen(80, Map.of("TERM", "xterm")), verify)
                        .text())
                .startsWith("\033[31mdamaged: record 1")
                .contains("\033[31m1 finding\033[0m\n")
                .contains("\033[32mnothing wrong\033[0m\n");
        assertThat(CommandRun.onScreen(directory, screen(80, Map.of("NO_COLOR", "1")), verify)
                        .text())
                .isEqualTo(piped("verify damaged good").text())
                .doesNotContain(ESCAPE);
        assertThat(CommandRun.onScreen(directory, screen(80, Map.of("NO_COLOR", "")), verify)
                        .text())
                .contains(ESCAPE);
        assertThat(CommandRun.onScreen(directory, screen(80, Map.of("TERM", "dumb")), verify)
                        .text())
                .doesNotContain(ESCAPE);
    }

    @Test
    void theColorFlagOverridesTheTerminal() throws IOException {
        Samples.texts(directory.resolve("good"), "one");
        assertThat(piped("verify good --color always").text()).contains(ESCAPE);
        assertThat(onScreen("verify good --color always").text()).contains(ESCAPE);
        assertThat(CommandRun.onScreen(directory, screen(80, Map.of()), "verify", "good", "--color", "never")
                        .text())
                .doesNotContain(ESCAPE);
        assertThat(piped("verify good --color always --json").text()).doesNotContain(ESCAPE);
        assertThat(piped("--color always verify good").text()).contains(ESCAPE);
        assertThat(piped("--color always verify good").code()).isZero();
        CommandRun wrong = piped("verify good --color red");
        assertThat(wrong.code()).isEqualTo(2);
        assertThat(wrong.err()).contains("--color must be auto, always or never: red");
    }

    @Test
    void colouredTextEscapesControlCharacters() throws IOException {
        Samples.examples(
                directory.resolve("a"), Example.builder().put("\033[2Jname", 1L).build());
        String text = piped("info a --color always").text()
                + piped("parse a --color always").text();
        assertThat(text).contains("\\u001b[2Jname").doesNotContain("\033[2J");
    }

    private void writeWideTable() throws IOException {
        Samples.examples(
                directory.resolve("wide"),
                Example.builder()
                        .put("n", Long.MIN_VALUE)
                        .put("x".repeat(60), 3L)
                        .put("word", "a word", "another one", "and a longer text")
                        .build(),
                Example.builder()
                        .put("n", Long.MAX_VALUE)
                        .put("x".repeat(60), 3L)
                        .build());
    }

    @ParameterizedTest
    @ValueSource(ints = {70, 80, 100})
    void tablesFitTheTerminal(int columns) throws IOException {
        writeWideTable();
        for (String command : List.of("info wide", "parse wide")) {
            CommandRun run =
                    CommandRun.onScreen(directory, screen(columns, Map.of("NO_COLOR", "1")), command.split(" "));
            assertThat(run.lines()).as(command).allMatch(line -> line.length() <= columns);
            assertThat(run.text())
                    .contains("-9223372036854775808")
                    .contains("9223372036854775807")
                    .contains("x".repeat(60));
            assertThat(words(run.text()))
                    .containsExactlyInAnyOrderElementsOf(words(piped(command).text()));
        }
    }

    @Test
    void theInferredFeaturesFitTheTerminal() throws IOException {
        writeWideTable();
        Samples.examples(
                directory.resolve("spaces"),
                Example.builder()
                        .put("a name, with spaces", 1L)
                        .put("another name that has \"quotes\"", 2L)
                        .put("short", 2L)
                        .build());
        for (String file : List.of("wide", "spaces")) {
            String err = onScreen("parse " + file).err();
            assertThat(err.lines()).hasSizeGreaterThan(1).allMatch(line -> line.length() <= 80);
            String specs = err.substring(err.indexOf('\'') + 1, err.lastIndexOf('\''));
            CommandRun typed = CommandRun.of(directory, "parse", file, "--features", specs);
            assertThat(typed.err()).isEmpty();
            assertThat(typed.text()).isEqualTo(piped("parse " + file).text());
            assertThat(piped("parse " + file).err().lines()).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 80})
    void theDamageMapFitsTheTerminal(int columns) throws IOException {
        Samples.flip(Samples.texts(directory.resolve("damaged"), "one", "two", "six"), 19 + 12);
        CommandRun run = CommandRun.onScreen(
                directory, screen(columns, Map.of("NO_COLOR", "1", "LANG", "C")), "info", "damaged");
        assertThat(run.lines())
                .allMatch(line -> line.length() <= columns)
                .anyMatch(line -> line.matches("  map         \\[[=~.]+]"))
                .contains("              = intact, ~ partly lost, . lost");
    }

    private static List<String> words(String text) {
        return List.of(text.strip().split("\\s+"));
    }

    @Test
    void pipedTablesHaveNoLimit() throws IOException {
        writeWideTable();
        assertThat(piped("info wide").text())
                .contains("x".repeat(60) + "  int64  2        1       3\n")
                .contains("-9223372036854775808 to 9223372036854775807\n");
    }

    @Test
    void drawsNoImageWithoutColours() throws IOException {
        RecordWriter.write(
                directory.resolve("i"),
                RecordWriterOptions.defaults(),
                records -> records.write(Files.readAllBytes(Samples.photograph("coffee.jpg"))));
        Map<String, String> xterm = Map.of("TERM", "xterm");
        Map<String, String> without = Map.of("TERM", "xterm", "NO_COLOR", "1");
        assertThat(show(xterm)).contains("\u2580");
        assertThat(show(without)).contains("not drawn, because colours are off").doesNotContain("\u2580");
        assertThat(show(without, "--color", "always")).contains("\u2580");
        assertThat(show(without, "--protocol", "blocks")).contains("\u2580");
        assertThat(show(xterm, "--color", "never")).contains("not drawn").doesNotContain("\u2580");
    }

    private String show(Map<String, String> environment, String... flags) {
        List<String> arguments = new ArrayList<>(List.of("show", "i"));
        arguments.addAll(List.of(flags));
        CommandRun run = CommandRun.onScreen(directory, screen(80, environment), arguments.toArray(String[]::new));
        assertThat(run.code()).isZero();
        return new String(run.out(), StandardCharsets.UTF_8);
    }
}
