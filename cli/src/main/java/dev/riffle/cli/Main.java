package dev.riffle.cli;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The process: the only place that knows the standard streams and {@code System.exit}. */
public final class Main {

    private Main() {}

    /** Runs a command and ends the process with its exit code. */
    public static void main(String[] arguments) {
        Interruption interruption = Interruption.guardThisThread();
        boolean person = Boolean.getBoolean("riffle.terminal");
        Terminal terminal = Terminal.of(
                standardInput(),
                new FileOutputStream(FileDescriptor.out),
                new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8),
                Path.of(""),
                person ? Terminal.Audience.PERSON : Terminal.Audience.PROGRAM);
        int code = Riffle.run(terminal, arguments);
        interruption.commandEnded();
        System.exit(code);
    }

    /** Standard input that, unlike {@code System.in}, stops waiting when its reader is interrupted. */
    private static InputStream standardInput() {
        return Channels.newInputStream(new FileInputStream(FileDescriptor.in).getChannel());
    }
}
