package dev.riffle.cli;

import dev.riffle.cli.terminal.Interruption;
import dev.riffle.cli.terminal.Terminal;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Runs the common commands once and prints nothing. The JVM stores the classes that these commands load in an archive
 * for class data sharing (CDS), which makes later starts fast.
 */
public final class CdsTraining {

    private CdsTraining() {}

    /** Runs the commands in a temporary directory, and deletes the directory. */
    public static void main(String[] arguments) throws IOException {
        Interruption interruption =
                Interruption.guardThisThread(OutputStream.nullOutputStream(), Terminal.Audience.PROGRAM);
        Path directory = Files.createTempDirectory("riffle-");
        try (InputStream rows =
                new ByteArrayInputStream("n,x,s\n1,0.5,a\n2,1.5,b\n".getBytes(StandardCharsets.UTF_8))) {
            run(directory, rows, "import", "-", "-o", "r.tfrecord");
            for (String command : List.of("head", "cat", "count", "verify", "info", "parse", "export")) {
                run(directory, rows, command, "r.tfrecord");
            }
            run(directory, rows, "head", "--json", "r*");
            run(directory, rows, "--help");
            // The launcher discards standard output.
            Riffle.run(
                    Terminal.of(
                            Main.standardInput(),
                            Main.standardOutput(),
                            new PrintStream(interruption.errors(), true, StandardCharsets.UTF_8),
                            directory,
                            Terminal.Audience.PROGRAM),
                    "count",
                    "r.tfrecord");
        } finally {
            Files.deleteIfExists(directory.resolve("r.tfrecord"));
            Files.delete(directory);
            interruption.commandEnded();
        }
    }

    /**
     * Runs a command in this process and discards its output.
     *
     * @param directory the directory for relative paths
     * @return its exit code
     */
    public static int run(Path directory, InputStream in, String... command) {
        PrintStream discarded = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        Terminal terminal =
                Terminal.of(in, OutputStream.nullOutputStream(), discarded, directory, Terminal.Audience.PROGRAM);
        return Riffle.run(terminal, command);
    }
}
