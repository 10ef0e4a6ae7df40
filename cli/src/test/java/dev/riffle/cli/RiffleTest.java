package dev.riffle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RiffleTest {

    @TempDir
    Path directory;

    @Test
    void printsHelpAndFailsWithoutArguments() {
        CommandRun run = CommandRun.of(directory);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).isEqualTo(CommandRun.of(directory, "--help").text());
        assertThat(CommandRun.of(directory, "message").code()).isEqualTo(2);
    }

    @Test
    void theOverviewFitsATerminal() {
        CommandRun help = CommandRun.of(directory, "--help");
        assertThat(help.code()).isZero();
        assertThat(help.text()).contains("  demo", "  info", "  completion", "Exit codes: 0 success");
        assertThat(help.lines()).hasSizeLessThanOrEqualTo(40);
        assertThat(help.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-v", "-V", "--version", "version", "count --version", "message read --version"})
    void printsTheVersion(String words) {
        CommandRun run = CommandRun.of(directory, words.split(" "));
        assertThat(run.code()).isZero();
        assertThat(run.text()).matches("riffle [0-9]+\\.[0-9]+\\.[0-9]+.*\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-v", "-V"})
    void theShortFlagForTheVersionIsUnknownInCommands(String flag) {
        for (String command : List.of("count", "head", "message read", "sql")) {
            List<String> words = new ArrayList<>(List.of(command.split(" ")));
            words.add(flag);
            CommandRun run = CommandRun.of(directory, words.toArray(String[]::new));
            assertThat(run.code()).isEqualTo(2);
            assertThat(run.text()).isEmpty();
            assertThat(run.err()).contains("unknown flag: " + flag + "; did you mean: --version");
        }
    }

    @Test
    void helpPrintsTheHelpOfACommand() {
        for (String command : List.of("verify", "message", "message read", "version")) {
            List<String> words = List.of(command.split(" "));
            List<String> help = new ArrayList<>(List.of("help"));
            help.addAll(words);
            List<String> flag = new ArrayList<>(words);
            flag.add("--help");
            CommandRun run = CommandRun.of(directory, help.toArray(String[]::new));
            assertThat(run.code()).isZero();
            assertThat(run.text())
                    .isEqualTo(CommandRun.of(directory, flag.toArray(String[]::new))
                            .text());
        }
        assertThat(CommandRun.of(directory, "help").text())
                .isEqualTo(CommandRun.of(directory, "-h").text());
        CommandRun unknown = CommandRun.of(directory, "help", "cuont");
        assertThat(unknown.code()).isEqualTo(2);
        assertThat(unknown.err()).startsWith("riffle help: unknown command: cuont; did you mean: count\n");
    }

    @Test
    void suggestsACommand() {
        CommandRun run = CommandRun.of(directory, "verfiy");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("verfiy").contains("did you mean: verify");
    }

    @Test
    void suggestsTheFlagForAnotherName() throws IOException {
        Samples.penguins(directory);
        assertThat(CommandRun.of(directory, "export", "penguins.tfrecord", "--to", "csv")
                        .err())
                .contains("did you mean: --as\n");
        assertThat(CommandRun.of(directory, "append", "penguins.tfrecord", "--into", "x", "--to=log")
                        .err())
                .contains("did you mean: --into\n");
        assertThat(CommandRun.of(directory, "sample", "penguins.tfrecord", "--count", "3", "-o", "x")
                        .err())
                .contains("did you mean: --limit\n");
        assertThat(CommandRun.of(directory, "export", "penguins.tfrecord", "--json")
                        .err())
                .contains("did you mean: --as jsonl\n");
    }

    @Test
    void explainsAFileNameThatLooksLikeAFlag() throws IOException {
        Files.move(Samples.penguins(directory), directory.resolve("-x"));
        CommandRun run = CommandRun.of(directory, "count", "-x");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("for the file -x, write ./-x, or write -- before the names of files\n");
        assertThat(CommandRun.of(directory, "count", "./-x").text()).isEqualTo("344\n");
        assertThat(CommandRun.of(directory, "count", "--", "-x").text()).isEqualTo("344\n");
        assertThat(CommandRun.of(directory, "count", "-y").err()).doesNotContain("./-y");
    }

    @Test
    void readsANumberAfterADashAsTheLimit() throws IOException {
        Samples.penguins(directory);
        assertThat(CommandRun.of(directory, "head", "-3", "--json", "penguins.tfrecord")
                        .lines())
                .hasSize(3);
        assertThat(CommandRun.of(directory, "tail", "--json", "penguins.tfrecord", "-12")
                        .lines())
                .hasSize(12);
        assertThat(CommandRun.of(directory, "take", "-5", "penguins.tfrecord", "-o", "five")
                        .text())
                .isEqualTo("five: 5 records\n");
        assertThat(CommandRun.of(directory, "head", "--from", "-5", "penguins.tfrecord")
                        .err())
                .contains("--from must not be negative: -5");
        assertThat(CommandRun.of(directory, "-q", "export", "-5", "penguins.tfrecord")
                        .lines())
                .hasSize(5);
        assertThat(CommandRun.of(directory, "export", "-5", "penguins.tfrecord").lines())
                .hasSize(5);
        assertThat(CommandRun.of(directory, "count", "-5", "penguins.tfrecord").code())
                .isEqualTo(2);
    }

    @Test
    void quietCommandsPrintOnlyDataAndErrors() throws IOException {
        Samples.penguinsCsv(directory);
        CommandRun imported = CommandRun.of(directory, "import", "penguins.csv", "-o", "p", "--shards", "2", "-q");
        assertThat(imported).isEqualTo(new CommandRun(0, imported.out(), ""));
        assertThat(imported.text()).isEmpty();
        CommandRun sampled = CommandRun.of(directory, "sample", "p@2", "-n", "3", "-o", "-", "--quiet");
        assertThat(sampled.err()).isEmpty();
        assertThat(sampled.out()).isNotEmpty();
        CommandRun filtered = CommandRun.of(directory, "-q", "filter", "Specis == 'x'", "p@2", "--count");
        assertThat(filtered.err()).isEmpty();
        assertThat(filtered.text()).isEqualTo("0 of 344 records\n");
        assertThat(CommandRun.of(directory, "merge", "p@2", "-o", "all", "-qj").text())
                .startsWith("{\"records\":344,");
        CommandRun missing = CommandRun.of(directory, "-q", "count", "none");
        assertThat(missing.code()).isEqualTo(2);
        assertThat(missing.err()).contains("none: no such file");
    }
}
