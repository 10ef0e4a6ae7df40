package dev.riffle.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The process: the only place that knows {@code System.in}, {@code System.err} and {@code System.exit}. */
public final class Main {

    private Main() {}

    /** Runs a command and ends the process with its exit code. */
    public static void main(String[] arguments) {
        boolean person = Boolean.getBoolean("riffle.terminal");
        Terminal terminal = Terminal.of(
                System.in,
                new FileOutputStream(FileDescriptor.out),
                new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8),
                Path.of(""),
                person ? Terminal.Audience.PERSON : Terminal.Audience.PROGRAM);
        System.exit(Riffle.run(terminal, arguments));
    }
}
