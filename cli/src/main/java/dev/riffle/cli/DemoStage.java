package dev.riffle.cli;

import dev.riffle.cli.terminal.ExitCode;
import dev.riffle.cli.terminal.ShellWords;
import dev.riffle.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/** Prints the steps of the demo and runs its commands. */
final class DemoStage {

    private final Terminal terminal;
    private final Terminal inside;
    private int steps;

    DemoStage(Terminal terminal, Path directory) {
        this.terminal = terminal;
        this.inside = terminal.in(directory);
    }

    /** Thrown when a command has failed and printed its error. The demo ends with the exit code of the command. */
    static final class StoppedException extends IOException {

        private static final long serialVersionUID = 1L;

        private final ExitCode code;

        StoppedException(String command, ExitCode code) {
            super("riffle: the demo stopped because this command failed: " + command);
            this.code = code;
        }

        ExitCode code() {
            return code;
        }
    }

    Path path(String name) throws IOException {
        return inside.path(name);
    }

    void step(String title) throws IOException {
        steps++;
        title(steps + ". " + title);
    }

    void title(String title) throws IOException {
        say("");
        say(title);
        say("-".repeat(title.length()));
    }

    void say(String line) throws IOException {
        terminal.printLine(line);
    }

    /** Prints a command and runs it. */
    void run(String command) throws IOException {
        say("$ " + command);
        String[] words = ShellWords.split(command).toArray(String[]::new);
        String[] arguments = Arrays.copyOfRange(words, 1, words.length);
        int code = Riffle.run(inside, arguments);
        if (code != 0) {
            throw new StoppedException(command, code == 1 ? ExitCode.FINDINGS : ExitCode.WRONG_USE);
        }
        say("");
    }

    /** Stops the demo if the records read differ from the records written. */
    void check(boolean equal, String what) throws IOException {
        if (!equal) {
            throw new IOException("riffle: the data that was read differs from the data that was written: " + what);
        }
    }
}
