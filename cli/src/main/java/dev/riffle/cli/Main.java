package dev.riffle.cli;

import dev.riffle.cli.terminal.ChannelOutput;
import dev.riffle.cli.terminal.ClosedInput;
import dev.riffle.cli.terminal.Interruption;
import dev.riffle.cli.terminal.Screen;
import dev.riffle.cli.terminal.StandardInput;
import dev.riffle.cli.terminal.Terminal;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Starts the command line. Only this class uses the standard streams and {@code System.exit}. */
public final class Main {

    private Main() {}

    /** Runs a command and exits with its exit code. */
    public static void main(String[] arguments) {
        Terminal.Audience audience =
                Boolean.getBoolean("riffle.terminal") ? Terminal.Audience.PERSON : Terminal.Audience.PROGRAM;
        Interruption interruption = Interruption.guardThisThread(new FileOutputStream(FileDescriptor.err), audience);
        InputStream in = Boolean.getBoolean("riffle.closed.input") ? new ClosedInput() : standardInput();
        Terminal terminal = Terminal.of(
                in,
                standardOutput(),
                new PrintStream(interruption.errors(), true, StandardCharsets.UTF_8),
                Path.of(""),
                audience);
        String size = System.getProperty("riffle.screen");
        if (size != null) {
            terminal = terminal.withScreen(Screen.terminal(size, System.getenv()));
        }
        int code = Riffle.run(terminal, arguments);
        interruption.commandEnded();
        System.exit(code);
    }

    static InputStream standardInput() {
        return new StandardInput(new FileInputStream(FileDescriptor.in).getChannel());
    }

    static OutputStream standardOutput() {
        return new ChannelOutput(new FileOutputStream(FileDescriptor.out).getChannel());
    }
}
