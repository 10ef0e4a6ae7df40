package dev.riffle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.ChildProcess;
import dev.riffle.Rounds;
import dev.riffle.cli.terminal.Interruption;
import dev.riffle.cli.terminal.Terminal;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Sends signals to real commands. The commands must notice the signal themselves: the limit for their end is an hour,
 * so a command that does not notice exceeds the time limit of the test.
 */
class StopSignalTest {

    private static final int MANY = 3000;

    /** The number of files for a command that reads all files before it writes. */
    private static final int SEVERAL = 1000;

    @TempDir
    Path directory;

    private enum Signal {
        INT(130),
        TERM(143);

        private final int exitCode;

        Signal(int exitCode) {
            this.exitCode = exitCode;
        }
    }

    private static final class Running implements AutoCloseable {

        private final Process process;
        private final Path err;

        Running(Process process, Path err) {
            this.process = process;
            this.err = err;
        }

        void stop(Signal signal) throws IOException, InterruptedException {
            new ProcessBuilder("kill", "-" + signal.name(), String.valueOf(process.pid()))
                    .start()
                    .waitFor();
            assertThat(process.waitFor()).as(err()).isEqualTo(signal.exitCode);
        }

        String err() throws IOException {
            return Files.readString(err);
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }

    private enum Output {
        PIPE,
        /** The file {@code out}. */
        FILE
    }

    private Running start(Path where, Output output, String... words) throws IOException {
        List<String> command = new ArrayList<>();
        if (Script.run(directory, Map.of(), "env", "--default-signal=INT", "true")
                        .code()
                == 0) {
            // A build in the background ignores SIGINT, and processes inherit this.
            command.addAll(List.of("env", "--default-signal=INT"));
        }
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Driffle.stop.millis=3600000",
                "-Driffle.terminal=true",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx1g",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(Arrays.asList(words));
        Path err = directory.resolve("err");
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(where.toFile()).redirectError(err.toFile());
        if (output == Output.FILE) {
            builder.redirectOutput(directory.resolve("out").toFile());
        }
        return new Running(builder.start(), err);
    }

    private void writeRecords() throws IOException {
        Samples.penguins(directory);
        byte[] records = Files.readAllBytes(directory.resolve("penguins.tfrecord"));
        try (OutputStream out = Files.newOutputStream(directory.resolve("r"))) {
            for (int i = 0; i < 100; i++) {
                out.write(records);
            }
        }
    }

    /** Returns the words of a command after the name of the signal. */
    private static String[] words(String signalAndCommand) {
        String[] words = signalAndCommand.split(" ");
        return Arrays.copyOfRange(words, 1, words.length);
    }

    /** Returns the words of a command that reads the same file many times. */
    private static String[] many(String signalAndCommand, String file) {
        int count = signalAndCommand.contains("split") ? SEVERAL : MANY;
        return Stream.concat(Stream.of(words(signalAndCommand)), Collections.nCopies(count, file).stream())
                .toArray(String[]::new);
    }

    private static void assertWords(Running running) throws IOException {
        String last = running.err().substring(running.err().lastIndexOf('\r') + 1);
        assertThat(last.replace("\033[K", "")).isEqualTo("riffle: stopped\n");
    }

    /** Stops commands that read for a long time, once they show their progress. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "INT count --threads 1",
                "TERM dedupe --dry-run",
                "TERM verify --threads 2",
                "INT verify --examples"
            })
    void stopsReading(String signalAndCommand) throws Exception {
        skipUnlessFull(signalAndCommand, "verify");
        writeRecords();
        String[] words = many(signalAndCommand, "r");
        try (Running running = start(directory, Output.FILE, words)) {
            await(running, () -> running.err().contains("\r"));
            running.stop(signal(signalAndCommand));
            assertWords(running);
        }
    }

    /** Stops commands that write, once their temporary file has content. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "TERM shuffle -o s --memory 64KiB",
                "TERM dedupe -o d --memory 64KiB",
                "INT merge -o m --compression gzip",
                "INT merge -o m",
                "TERM split -o p --shards 3"
            })
    void stopsWriting(String signalAndCommand) throws Exception {
        skipUnlessFull(signalAndCommand, "-o m", "split");
        writeRecords();
        Path work = Files.createDirectory(directory.resolve("work"));
        try (Running running = start(work, Output.FILE, many(signalAndCommand, "../r"))) {
            await(running, () -> ChildProcess.temporaryBytes(work) > 1000);
            running.stop(signal(signalAndCommand));
            assertWords(running);
            assertThat(ChildProcess.temporaryBytes(work)).isZero();
        }
    }

    @Test
    void stopsFollowing() throws Exception {
        Samples.penguins(directory);
        try (Running running = start(directory, Output.FILE, "tail", "-f", "-n", "1", "penguins.tfrecord")) {
            await(running, () -> Files.size(directory.resolve("out")) > 0);
            running.stop(Signal.INT);
            assertWords(running);
        }
    }

    /** Stops a command that waits for standard input after it has read more bytes than a pipe holds. */
    @ParameterizedTest
    @ValueSource(strings = {"INT count -", "TERM import - -o x", "TERM cat -", "INT message read -"})
    void stopsWaitingForStandardInput(String signalAndCommand) throws Exception {
        skipUnlessFull(signalAndCommand, "cat", "message");
        writeRecords();
        byte[] input = signalAndCommand.contains("import")
                ? "{\"a\":1}\n".repeat(100_000).getBytes(StandardCharsets.UTF_8)
                : Files.readAllBytes(directory.resolve("r"));
        try (Running running = start(directory, Output.FILE, words(signalAndCommand))) {
            OutputStream in = running.process.getOutputStream();
            in.write(input, 0, 500_000);
            in.flush();
            running.stop(signal(signalAndCommand));
            assertWords(running);
        }
    }

    /** Stops a command that waits for the reader of its standard output. */
    @Test
    void stopsWaitingForTheReader() throws Exception {
        writeRecords();
        try (Running running = start(directory, Output.PIPE, "cat", "r")) {
            InputStream out = running.process.getInputStream();
            assertThat(out.read()).isPositive();
            running.stop(Signal.TERM);
            assertWords(running);
        }
    }

    /** Does not notice an interrupt. The process ends nevertheless. */
    public static final class Deaf {

        private Deaf() {}

        public static void main(String[] arguments) throws IOException {
            Interruption.guardThisThread(new FileOutputStream(FileDescriptor.err), Terminal.Audience.PROGRAM);
            Files.createFile(Path.of("started"));
            while (true) {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void stopsACommandThatDoesNotNotice() throws Exception {
        ChildProcess deaf = ChildProcess.java(directory, directory.resolve("err"), Deaf.class.getName());
        deaf.await(() -> Files.exists(directory.resolve("started")));
        assertThat(deaf.terminate()).isEqualTo(143);
        assertThat(deaf.output()).isEqualTo("riffle: stopped\n");
    }

    private static void skipUnlessFull(String signalAndCommand, String... slow) {
        Assumptions.assumeTrue(Rounds.isFull() || Stream.of(slow).noneMatch(signalAndCommand::contains));
    }

    private static Signal signal(String signalAndCommand) {
        return Signal.valueOf(signalAndCommand.substring(0, signalAndCommand.indexOf(' ')));
    }

    private interface State {
        boolean isReached() throws IOException;
    }

    /** Waits for a state. Fails if the process ends before. */
    private static void await(Running running, State state) throws IOException, InterruptedException {
        while (!state.isReached()) {
            boolean ended = running.process.waitFor(1, TimeUnit.MILLISECONDS);
            assertThat(ended).as(running.err()).isFalse();
        }
    }
}
