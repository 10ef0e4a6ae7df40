package dev.riffle.cli;

import static org.assertj.core.api.Assertions.assertThat;

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
    @ValueSource(strings = {"-v", "-V", "--version", "version", "count -v", "message read --version"})
    void printsTheVersion(String words) {
        CommandRun run = CommandRun.of(directory, words.split(" "));
        assertThat(run.code()).isZero();
        assertThat(run.text()).matches("riffle [0-9]+\\.[0-9]+\\.[0-9]+.*\n");
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
}
