package dev.riffle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.internal.JsonValue;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the properties that every command has, such as its exit codes and its help. */
public abstract class CommandContract {

    @TempDir
    public Path directory;

    /** Returns the words that name the command, for example {@code message} and {@code read}. */
    public abstract List<String> command();

    /** Returns arguments with which the command succeeds and prints. May create files in {@link #directory}. */
    public abstract List<String> goodArguments() throws IOException;

    /**
     * Returns arguments that name a missing file {@code missing.tfrecord}. The list is empty for commands that read no
     * file.
     */
    public List<String> missingFile() {
        return List.of("missing.tfrecord");
    }

    /** Returns the good arguments and the flag for JSON. The list is empty for commands without that flag. */
    public List<String> jsonArguments() throws IOException {
        List<String> arguments = new ArrayList<>(goodArguments());
        arguments.add("--json");
        return arguments;
    }

    public final CommandRun run(String... arguments) {
        return runWith(new byte[0], arguments);
    }

    public final CommandRun runWith(byte[] input, String... arguments) {
        return CommandRun.with(directory, input, words(List.of(arguments)));
    }

    private String[] words(List<String> arguments) {
        List<String> words = new ArrayList<>(command());
        words.addAll(arguments);
        return words.toArray(String[]::new);
    }

    private CommandRun runList(List<String> arguments) {
        return CommandRun.of(directory, words(arguments));
    }

    @Test
    public void helpNamesTheCommand() {
        for (String flag : List.of("--help", "-h")) {
            CommandRun help = run(flag);
            assertThat(help.code()).isZero();
            String name = "riffle " + String.join(" ", command());
            assertThat(help.text()).startsWith("Examples:\n").contains("\nUsage: " + name + " ");
            assertThat(help.err()).isEmpty();
        }
    }

    @Test
    public void parentHelpListsTheCommand() {
        CommandRun help = CommandRun.of(directory, "--help");
        assertThat(help.lines())
                .anyMatch(line -> line.matches(".{9}" + command().get(0) + " .*"));
    }

    @Test
    public void rejectsAnUnknownFlag() throws IOException {
        List<String> arguments = new ArrayList<>(goodArguments());
        arguments.add("--no-such-flag");
        CommandRun run = runList(arguments);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .contains("--no-such-flag")
                .contains("'riffle " + String.join(" ", command()) + " --help'")
                .doesNotContain("\tat ");
    }

    @Test
    public void succeeds() throws IOException {
        CommandRun run = runList(goodArguments());
        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isZero();
        assertThat(run.out()).isNotEmpty();
    }

    @Test
    public void namesAMissingFile() {
        if (missingFile().isEmpty()) {
            return;
        }
        CommandRun run = runList(missingFile());
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("missing.tfrecord: no such file").doesNotContain("\tat ");
        assertThat(run.err().lines()).hasSize(1);
    }

    @Test
    public void printsAStackTraceWithDebug() {
        if (missingFile().isEmpty()) {
            return;
        }
        List<String> arguments = new ArrayList<>(missingFile());
        arguments.add("--debug");
        assertThat(runList(arguments).err()).contains("\tat dev.riffle");
    }

    @Test
    public void aClosedPipeIsSuccess() throws IOException {
        CommandRun run = CommandRun.intoClosedPipe(directory, words(goodArguments()));
        assertThat(run.code()).isZero();
        assertThat(run.err()).isEmpty();
    }

    @Test
    public void printsValidJsonLines() throws IOException {
        List<String> arguments = jsonArguments();
        if (arguments.isEmpty()) {
            return;
        }
        CommandRun run = runList(arguments);
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.lines()).isNotEmpty();
        run.lines().forEach(line -> assertThat(JsonValue.parse(line)).isInstanceOf(JsonValue.Members.class));
    }
}
