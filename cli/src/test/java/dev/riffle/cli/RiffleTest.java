package dev.riffle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RiffleTest {

    @TempDir
    Path directory;

    @Test
    void printsHelpAndFailsWithoutArguments() {
        CommandRun run = CommandRun.of(directory);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).startsWith("Usage: riffle ");
        assertThat(CommandRun.of(directory, "message").code()).isEqualTo(2);
    }

    @Test
    void printsHelpAndVersion() {
        CommandRun help = CommandRun.of(directory, "--help");
        assertThat(help.code()).isZero();
        assertThat(help.text()).contains("  demo", "  info", "  completion", "Exit codes: 0 success");
        assertThat(CommandRun.of(directory, "help", "verify").text()).contains("Checks every record");
        assertThat(CommandRun.of(directory, "--version").text()).matches("riffle [0-9]+\\.[0-9]+\\.[0-9]+.*\n");
        assertThat(CommandRun.of(directory, "count", "--version").text()).startsWith("riffle ");
    }

    @Test
    void suggestsACommand() {
        CommandRun run = CommandRun.of(directory, "verfiy");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("verfiy").contains("did you mean: verify");
    }
}
