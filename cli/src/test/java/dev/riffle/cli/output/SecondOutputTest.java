package dev.riffle.cli.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.riffle.cli.CommandRun;
import dev.riffle.cli.Riffle;
import dev.riffle.cli.Samples;
import dev.riffle.cli.image.TestImages;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.internal.file.Leftovers;
import dev.riffle.io.Bytes;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests commands with a second output, such as a report or label names. An old second output never remains beside a new
 * first output.
 */
class SecondOutputTest {

    @TempDir
    Path directory;

    /** Runs a command in a separate process. The command blocks when it writes its first message. */
    static final class Stopping {
        private Stopping() {}

        public static void main(String[] arguments) {
            OutputStream stopping = new OutputStream() {
                @Override
                public void write(int b) throws IOException {
                    System.out.println("stopped");
                    if (System.in.read() < 0) {
                        throw new IOException("the test has ended");
                    }
                }
            };
            Terminal terminal = Terminal.of(
                    InputStream.nullInputStream(),
                    OutputStream.nullOutputStream(),
                    new PrintStream(stopping, true, StandardCharsets.UTF_8),
                    Path.of(arguments[0]),
                    Terminal.Audience.PROGRAM);
            Riffle.run(terminal, List.of(arguments).subList(1, arguments.length).toArray(String[]::new));
            System.out.println("ended");
        }
    }

    private CommandRun run(String... words) {
        return CommandRun.of(directory, words);
    }

    private List<String> hidden() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith("."))
                    .toList();
        }
    }

    /** Writes an output and its report, and then an input for which the output and the report would differ. */
    private void prepare() throws IOException {
        Path in = Samples.texts(directory.resolve("in"), "one", "two");
        assertThat(run("repair", "in", "-o", "out", "--report", "report").code())
                .isZero();
        assertThat(Files.readString(directory.resolve("report"))).contains("\"records\":2");
        Files.delete(in);
        Samples.texts(in, "damaged");
        Samples.flip(in, 12);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aKilledRepairLeavesNoStaleReport(boolean hasOlderReport) throws Exception {
        assumeTrue(Leftovers.isLocal(directory), "needs a temporary directory on a local file system, such as ext4");
        prepare();
        if (!hasOlderReport) {
            Files.delete(directory.resolve("report"));
        }
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Stopping.class.getName(),
                        directory.toString(),
                        "repair",
                        "in",
                        "-o",
                        "out",
                        "--report",
                        "report",
                        "--overwrite")
                .redirectErrorStream(true)
                .start();
        try (BufferedReader said = process.inputReader(StandardCharsets.UTF_8)) {
            assertThat(said.readLine()).isEqualTo("stopped");
        } finally {
            process.destroyForcibly().waitFor();
        }
        assertThat(directory.resolve("out")).isEmptyFile();
        assertThat(directory.resolve("report"))
                .hasContent("{\"file\":\"in\",\"error\":\"the repair has not finished; run it again\"}");

        assertThat(run("repair", "in", "-o", "out", "--report", "report", "--overwrite")
                        .code())
                .isOne();
        assertThat(Files.readString(directory.resolve("report"))).contains("\"records\":0");
        assertThat(hidden()).isEmpty();
    }

    @Test
    void aTextHasTheNameAtEveryMoment() throws IOException {
        Path report = Files.writeString(directory.resolve("report"), "old");
        TextOutput target = new TextOutput("report", OutputFiles.Existing.REPLACE);
        Terminal terminal = Terminal.of(
                InputStream.nullInputStream(),
                OutputStream.nullOutputStream(),
                new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8),
                directory,
                Terminal.Audience.PROGRAM);
        try (SecondOutput second = new SecondOutput(terminal, Optional.of(target))) {
            second.withdraw("not finished");
            assertThat(report).hasContent("not finished");
        }
        assertThat(report).hasContent("old");

        try (SecondOutput second = new SecondOutput(terminal, Optional.of(target))) {
            second.withdraw("not finished");
            second.firstAppeared();
            assertThat(report).hasContent("not finished");
            second.write("new");
        }
        assertThat(report).hasContent("new");

        Files.delete(report);
        try (SecondOutput second = new SecondOutput(terminal, Optional.of(target))) {
            second.withdraw("not finished");
            assertThat(report).hasContent("not finished");
        }
        assertThat(report).doesNotExist();

        try (SecondOutput second = new SecondOutput(terminal, Optional.of(target))) {
            second.withdraw("not finished");
            second.firstAppeared();
        }
        assertThat(report).hasContent("not finished");
        assertThat(hidden()).isEmpty();
    }

    @Test
    void anUnfinishedRepairIsNoReportOfTheOldOutput() throws IOException {
        prepare();
        Files.delete(directory.resolve("in"));
        Files.writeString(directory.resolve("in"), "no record file");
        String before = Files.readString(directory.resolve("report"));
        assertThat(run("repair", "in", "-o", "out", "--report", "report", "--overwrite")
                        .code())
                .isOne();
        assertThat(directory.resolve("report")).hasContent(before);
        assertThat(hidden()).isEmpty();
    }

    @Test
    void restoresTheLabelNamesIfImagesFail() throws IOException {
        Path pets = TestImages.pets(directory);
        assertThat(run("images", "pets", "-o", "out", "--labels-out", "labels").code())
                .isZero();
        byte[] out = Files.readAllBytes(directory.resolve("out"));
        Path bad = TestImages.put(pets.resolve("newt/notes.txt"), Bytes.ofUtf8("no image"));
        CommandRun failed = run("images", "pets", "-o", "out", "--labels-out", "labels", "--overwrite");
        assertThat(failed.code()).isOne();
        assertThat(directory.resolve("labels")).hasContent("cat\ndog\n");
        assertThat(directory.resolve("out")).hasBinaryContent(out);
        assertThat(hidden()).isEmpty();

        TestImages.put(bad, TestImages.dot(1, 2, 3));
        Files.move(directory.resolve("labels"), directory.resolve("elsewhere"));
        Files.createSymbolicLink(directory.resolve("labels"), directory.resolve("elsewhere"));
        assertThat(run("images", "pets", "-o", "out", "--labels-out", "labels", "--overwrite")
                        .code())
                .isZero();
        assertThat(directory.resolve("labels")).isSymbolicLink();
        assertThat(directory.resolve("elsewhere")).hasContent("cat\ndog\nnewt\n");
        assertThat(hidden()).isEmpty();
    }
}
