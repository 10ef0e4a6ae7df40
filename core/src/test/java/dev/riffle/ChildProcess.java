package dev.riffle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A JVM that a test starts and kills once it has reached a state. Only JUnit limits the time.
 */
public final class ChildProcess {

    /** A state of the process that a test can observe from outside. */
    @FunctionalInterface
    public interface State {

        /** Returns whether the process has reached the state. */
        boolean isReached() throws IOException;
    }

    private final Process process;
    private final Path output;

    private ChildProcess(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    /**
     * Starts the main method of a class, on the class path of this JVM.
     *
     * @param directory the working directory of the process
     * @param output receives what the process prints
     * @param mainAndArguments the options of the JVM (optional), the name of the class, and its arguments
     */
    public static ChildProcess java(Path directory, Path output, String... mainAndArguments) throws IOException {
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path")));
        words.addAll(Arrays.asList(mainAndArguments));
        return new ChildProcess(
                new ProcessBuilder(words)
                        .directory(directory.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start(),
                output);
    }

    /** Waits until the process has reached the state. Fails if the process ends earlier. */
    public void await(State state) throws IOException, InterruptedException {
        assertThat(awaitOrEnd(state))
                .as(() -> "the process ended before the state: " + output())
                .isTrue();
    }

    /** Waits until the process has reached the state or has ended. Returns whether the process reached the state. */
    public boolean awaitOrEnd(State state) throws IOException, InterruptedException {
        boolean waited = false;
        try {
            while (!state.isReached()) {
                if (process.waitFor(1, TimeUnit.MILLISECONDS)) {
                    waited = true;
                    return state.isReached();
                }
            }
            waited = true;
            return true;
        } finally {
            if (!waited) {
                process.destroyForcibly();
            }
        }
    }

    /** Waits until the process has printed this number of lines. */
    public void awaitLines(int lines) throws IOException, InterruptedException {
        await(() -> lines() >= lines);
    }

    /** Returns the number of complete lines that the process has printed. */
    public long lines() {
        return output().chars().filter(c -> c == '\n').count();
    }

    /** Kills the process without a chance to clean up, and waits for its end. Returns its exit code. */
    public int kill() throws InterruptedException {
        return process.destroyForcibly().waitFor();
    }

    /** Asks the process to end, as Ctrl-C does, and waits for its end. Returns its exit code. */
    public int terminate() throws InterruptedException {
        process.destroy();
        return process.waitFor();
    }

    /** Waits for the end of the process. Returns its exit code. */
    public int awaitEnd() throws InterruptedException {
        return process.waitFor();
    }

    /** Returns everything that the process has printed. */
    public String output() {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the total size of the temporary files in a folder: the progress of a writer before its commit. */
    public static long temporaryBytes(Path folder) throws IOException {
        long bytes = 0;
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                if (isTemporary(file)) {
                    bytes += sizeOrZero(file);
                }
            }
        }
        return bytes;
    }

    /** Deletes the temporary files that killed processes left in a folder. */
    public static void deleteTemporaryFiles(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                if (isTemporary(file)) {
                    Files.delete(file);
                }
            }
        }
    }

    private static boolean isTemporary(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.startsWith(".") && name.endsWith(".tmp");
    }

    /** Returns the size of a file, or zero if another process has removed it. */
    public static long sizeOrZero(Path file) throws IOException {
        try {
            return Files.size(file);
        } catch (NoSuchFileException removed) {
            return 0;
        }
    }
}
