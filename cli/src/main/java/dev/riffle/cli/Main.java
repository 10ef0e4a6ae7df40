package dev.riffle.cli;

import dev.riffle.cli.terminal.Interruption;
import dev.riffle.cli.terminal.Screen;
import dev.riffle.cli.terminal.StandardInput;
import dev.riffle.cli.terminal.Terminal;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Starts the command line. Only this class uses the standard streams and {@code System.exit}. */
public final class Main {

    private Main() {}

    /** Runs a command and exits with its exit code. */
    public static void main(String[] arguments) {
        Interruption interruption = Interruption.guardThisThread();
        boolean person = Boolean.getBoolean("riffle.terminal");
        Terminal terminal = Terminal.of(
                new StandardInput(new FileInputStream(FileDescriptor.in).getChannel()),
                new FileOutputStream(FileDescriptor.out),
                new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8),
                Path.of(""),
                person ? Terminal.Audience.PERSON : Terminal.Audience.PROGRAM);
        String size = System.getProperty("riffle.screen");
        if (size != null) {
            terminal = terminal.withScreen(Screen.terminal(size, System.getenv()));
        }
        int code = Riffle.run(terminal, arguments);
        interruption.commandEnded();
        System.exit(code);
    }
}
