package dev.riffle.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.cli.CommandRun;
import dev.riffle.cli.Samples;
import dev.riffle.example.Example;
import dev.riffle.internal.JsonValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that names, keys and payloads cannot write control sequences or start a new line in the terminal. */
class EscapesTest {

    /** A name that sets the title of a terminal, rings its bell, and prints a line that resembles a result. */
    private static final String NAME = "a\033]0;title\007\177\rb\nforged: 9 records";

    /**
     * A value like {@link #NAME}, with additional 8-bit control characters, directional overrides and line separators.
     */
    private static final String VALUE = NAME + "\u009b31m\u0085\u202etxt\u202c\u2066x\u2069\u2028forged\u2029";

    @TempDir
    Path directory;

    @BeforeEach
    void writeFiles() throws IOException {
        Example[] examples = {
            Example.builder().put("n", 1).put(VALUE, VALUE).build(),
            Example.builder().put("n", 2).put(VALUE, VALUE).build(),
            Example.builder().put("n", 3).put("key", VALUE).build()
        };
        Samples.examples(directory.resolve("good" + NAME), examples);
        Samples.examples(directory.resolve("bad" + NAME), examples);
        Samples.flip(directory.resolve("bad" + NAME), 20);
        Samples.texts(directory.resolve("text" + NAME), VALUE, "{\"a\": \"" + VALUE + "\"}", "plain");
        Files.writeString(directory.resolve("none" + NAME), "neither records nor anything else\033[2J");
        Files.writeString(directory.resolve("csv" + NAME), "n," + "\033[2J\nno number,2\n");
    }

    /** Returns the commands. Each # stands for the name with control characters. */
    static Stream<String> commands() {
        Stream<String> ofInputs = Stream.of("good#", "bad#", "text#", "none#", "missing#")
                .flatMap(input -> Stream.of(
                                "info",
                                "count",
                                "cat",
                                "cat --json",
                                "head",
                                "tail",
                                "get -n 0",
                                "index",
                                "index --check",
                                "index --key n",
                                "verify",
                                "verify --json",
                                "parse --spec n=int64[]",
                                "parse",
                                "tensor",
                                "show",
                                "plan",
                                "diff good#",
                                "repair",
                                "repair --json",
                                "repair -o out# --overwrite",
                                "split --shards 2 -o out#",
                                "merge good# -o out#",
                                "take -n 1 -o out#",
                                "slice --from 0 -o out#",
                                "sample --rate 1 -o out#",
                                "shuffle -o out#",
                                "dedupe -o out#",
                                "dedupe --key key -o out#",
                                "filter n>=0 -o out#",
                                "filter # -o out#",
                                "recompress -o out# --compression gzip",
                                "append --into out#",
                                "convert -o out#",
                                "export --as csv",
                                "import -o out#",
                                "--debug cat",
                                "verify --debug")
                        .map(command -> command + " " + input));
        return Stream.concat(
                ofInputs,
                Stream.of(
                        "#",
                        "cat --# good#",
                        "head -n # good#",
                        "get --lookup # good#",
                        "get --lookup # --json good#",
                        "get --lookup key=# good#",
                        "import csv# -o out#",
                        "images # -o out#",
                        "split good# -o missing#/out --shards 2",
                        "cat good# missing# bad#",
                        "verify good# bad# none#"));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void printsNoRawControlSequences(String command) {
        assertHarmless(command);
        // The second run finds the outputs and indexes of the first run.
        assertHarmless(command);
    }

    private void assertHarmless(String command) {
        String[] words = Arrays.stream(command.split(" "))
                .map(word -> word.replace("#", NAME))
                .toArray(String[]::new);
        CommandRun run = CommandRun.of(directory, words);
        boolean isData = command.startsWith("export ");
        String printed = isData ? run.err() : run.text() + run.err();
        assertThat(printed.codePoints().filter(EscapesTest::isDangerous).mapToObj(Integer::toHexString))
                .as(() -> command + ": " + printed)
                .isEmpty();
        assertThat(printed.lines()).as(command).noneMatch(line -> line.startsWith("forged"));
    }

    private static boolean isDangerous(int codePoint) {
        return codePoint < ' ' && codePoint != '\n' && codePoint != '\t'
                || codePoint >= 0x7f && codePoint < 0xa0
                || codePoint >= 0x2028 && codePoint <= 0x202e
                || codePoint >= 0x2066 && codePoint <= 0x2069;
    }

    /** Prints a text payload with its line breaks. The command escapes all other control characters. */
    @Test
    void keepsTheLinesOfATextPayload() throws IOException {
        Samples.texts(directory.resolve("lines"), "one\n\ttwo \u202eowt\u202c \uD83D\uDC69\u200D\uD83D\uDE80");
        assertThat(CommandRun.of(directory, "cat", "lines").text())
                .isEqualTo("# lines: record 0, 30 bytes\n"
                        + "one\n\ttwo \\u202eowt\\u202c \uD83D\uDC69\u200D\uD83D\uDE80\n");
    }

    @Test
    void printsRawPayloadsUnchanged() {
        CommandRun run = CommandRun.of(directory, "cat", "--raw", "text" + NAME);
        assertThat(run.text()).startsWith(VALUE);
    }

    @Test
    void keepsJsonValues() {
        String printed =
                CommandRun.of(directory, "count", "--json", "good" + NAME).text();
        assertThat(printed).contains("\\u001b").contains("\\u007f");
        assertThat(JsonValue.parse(printed.strip()).toJson()).contains(new JsonValue.Text("good" + NAME).toJson());
        assertThat(printed).startsWith("{\"file\":" + Escapes.line(new JsonValue.Text("good" + NAME).toJson()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "plain", "tab\there", "Grüße, 世界", "\uD83D\uDE80", "\u200d"})
    void keepsHarmlessText(String text) {
        assertThat(Escapes.line(text)).isSameAs(text);
        assertThat(Escapes.lines(text + "\n" + text)).isEqualTo(text + "\n" + text);
    }
}
