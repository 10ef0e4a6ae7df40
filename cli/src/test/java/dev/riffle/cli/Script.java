package dev.riffle.cli;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Runs other programs. */
public final class Script {

    private Script() {}

    /**
     * Waits for the end of a process and returns its exit code. Kills the process if JUnit's time limit interrupts this
     * thread.
     */
    private static int waitFor(Process process) throws InterruptedException {
        try {
            return process.waitFor();
        } finally {
            process.destroyForcibly();
        }
    }

    /**
     * Runs a program to its end and returns its result. A variable with the value null is removed from the environment.
     */
    public static CommandRun run(Path directory, Map<String, String> environment, String... command)
            throws IOException {
        Path out = Files.createTempFile("riffle-out", "");
        Path err = Files.createTempFile("riffle-err", "");
        try {
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(directory.toFile())
                    .redirectInput(new File("/dev/null"))
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            builder.environment().remove("RIFFLE_JAVA_OPTIONS");
            builder.environment().putAll(environment);
            Process process = builder.start();
            return new CommandRun(
                    waitFor(process),
                    Files.readAllBytes(out),
                    new String(Files.readAllBytes(err), StandardCharsets.UTF_8));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        } finally {
            Files.delete(out);
            Files.delete(err);
        }
    }
}
