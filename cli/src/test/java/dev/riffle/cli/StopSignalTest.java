package dev.riffle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.ChildProcess;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Sends signals to real commands. The commands must notice the signal themselves: the limit for their end is an hour,
 * so a command that does not notice exceeds the time limit of the test.
 */
class StopSignalTest {

    private static final int MANY = 3000;

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

    /** Starts a command. Its standard output is a pipe, or the file {@code out}. */
    private Running start(boolean pipe, String... words) throws IOException {
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
                "-Xmx1g",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(Arrays.asList(words));
        Path err = directory.resolve("err");
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(directory.toFile()).redirectError(err.toFile());
        if (!pipe) {
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

    private String[] many(String command, String... more) {
        return Stream.of(Stream.of(command.split(" ")), Collections.nCopies(MANY, "r").stream(), Stream.of(more))
                .flatMap(words -> words)
                .toArray(String[]::new);
    }

    private static void assertWords(Running running) throws IOException {
        String last = running.err().substring(running.err().lastIndexOf('\r') + 1);
        assertThat(last.replace("\033[K", "")).isEqualTo("riffle: stopped\n");
    }

    /** Stops commands that read for a long time, once they show their progress. */
    @ParameterizedTest
    @ValueSource(strings = {"count --threads 1", "verify", "verify --examples", "dedupe --dry-run"})
    void stopsReading(String command) throws Exception {
        writeRecords();
        for (Signal signal : Signal.values()) {
            try (Running running = start(false, many(command))) {
                await(running, () -> running.err().contains("\r"));
                running.stop(signal);
                assertWords(running);
            }
        }
    }

    /** Stops commands that write, once their temporary file has content. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "merge -o m",
                "recompress -o gz --compression gzip",
                "shuffle -o s --memory 64KiB",
                "dedupe -o d",
                "split -o p --shards 3"
            })
    void stopsWriting(String command) throws Exception {
        writeRecords();
        Path folder = Files.createDirectory(directory.resolve("work"));
        String[] words = many(command);
        for (int i = 0; i < words.length; i++) {
            words[i] = words[i].equals("r") ? "../r" : words[i];
        }
        for (Signal signal : Signal.values()) {
            Path outer = directory;
            directory = folder;
            try (Running running = start(false, words)) {
                await(running, () -> ChildProcess.temporaryBytes(folder) > 1000);
                running.stop(signal);
                assertWords(running);
                assertThat(ChildProcess.temporaryBytes(folder)).isZero();
            } finally {
                directory = outer;
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void stopsFollowing(Signal signal) throws Exception {
        Samples.penguins(directory);
        try (Running running = start(false, "tail", "-f", "-n", "1", "penguins.tfrecord")) {
            await(running, () -> Files.size(directory.resolve("out")) > 0);
            running.stop(signal);
            assertWords(running);
        }
    }

    /** Stops a command that waits for standard input after it has read more bytes than a pipe holds. */
    @ParameterizedTest
    @ValueSource(strings = {"count -", "import - -o x", "cat -", "message read -"})
    void stopsWaitingForStandardInput(String command) throws Exception {
        writeRecords();
        byte[] input = command.startsWith("import")
                ? "{\"a\":1}\n".repeat(100_000).getBytes(StandardCharsets.UTF_8)
                : Files.readAllBytes(directory.resolve("r"));
        for (Signal signal : Signal.values()) {
            try (Running running = start(false, command.split(" "))) {
                OutputStream in = running.process.getOutputStream();
                in.write(input, 0, 500_000);
                in.flush();
                running.stop(signal);
                assertWords(running);
            }
        }
    }

    /** Stops a command that waits for the reader of its standard output. */
    @ParameterizedTest
    @EnumSource
    void stopsWaitingForTheReader(Signal signal) throws Exception {
        writeRecords();
        try (Running running = start(true, "cat", "r")) {
            InputStream out = running.process.getInputStream();
            assertThat(out.read()).isPositive();
            running.stop(signal);
            assertWords(running);
        }
    }

    private interface State {
        boolean isReached() throws IOException;
    }

    /** Waits for a state. Fails if the process ends before. */
    private static void await(Running running, State state) throws IOException {
        while (!state.isReached()) {
            assertThat(running.process.isAlive()).as(running.err()).isTrue();
            Thread.onSpinWait();
        }
    }
}
