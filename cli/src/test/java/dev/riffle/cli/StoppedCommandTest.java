package dev.riffle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.ChildProcess;
import dev.riffle.RecordReader;
import dev.riffle.Rounds;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.example.Example;
import dev.riffle.shard.SetManifest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests commands that replace several files and receive a signal during the work. */
class StoppedCommandTest {

    private static final int ROWS = 100_000;

    @TempDir
    Path directory;

    private Path parts;

    /** Runs a step when the command reports damage in its input while the command writes its outputs. */
    private static final class Meanwhile extends OutputStream {
        private interface Step {
            void run() throws IOException;
        }

        private final ByteArrayOutputStream reported = new ByteArrayOutputStream();
        private final Step step;
        private boolean done;

        Meanwhile(Step step) {
            this.step = step;
        }

        @Override
        public void write(int b) throws IOException {
            reported.write(b);
            if (!done && text().contains("skipped")) {
                done = true;
                step.run();
            }
        }

        String text() {
            return reported.toString(StandardCharsets.UTF_8);
        }
    }

    enum Signal {
        TERM,
        KILL
    }

    @BeforeEach
    void writeOldParts() throws IOException {
        parts = directory.resolve("parts");
        Samples.examples(directory.resolve("old"), Samples.number(-1), Samples.number(-2), Samples.number(-3));
        assertThat(CommandRun.of(directory, "convert", "old", "-o", "parts", "--parts", "3")
                        .code())
                .isZero();
        Samples.examples(
                directory.resolve("new"),
                LongStream.range(0, 9).mapToObj(Samples::number).toArray(Example[]::new));
        Samples.flip(directory.resolve("new"), 20);
    }

    private Map<String, String> content(Path folder) throws IOException {
        Map<String, String> content = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                content.put(String.valueOf(file.getFileName()), HexFormat.of().formatHex(Files.readAllBytes(file)));
            }
        }
        return content;
    }

    private int convert(Meanwhile err) {
        Terminal terminal = Terminal.of(
                InputStream.nullInputStream(),
                new ByteArrayOutputStream(),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                directory,
                Terminal.Audience.PROGRAM);
        return Riffle.run(
                terminal, "convert", "new", "-o", "parts", "--parts", "3", "--overwrite", "--skip-damage", "--json");
    }

    @Test
    void keepsAllOldPartsIfOneCannotBeReplaced() throws IOException {
        Map<String, String> before = content(parts);
        before.remove("part-00002");
        Meanwhile err = new Meanwhile(() -> {
            Files.delete(parts.resolve("part-00002"));
            Files.createDirectories(parts.resolve("part-00002/mine"));
        });
        assertThat(convert(err)).isEqualTo(1);
        assertThat(err.text()).endsWith("parts/part-00002: no longer a regular file; choose another name\n");
        assertThat(content(parts)).isEqualTo(before);
        assertThat(parts.resolve("part-00002/mine")).isDirectory();
    }

    @Test
    void keepsAllOldPartsWhenInterrupted() throws IOException {
        Map<String, String> before = content(parts);
        Meanwhile err = new Meanwhile(() -> Thread.currentThread().interrupt());
        try {
            assertThat(convert(err)).isNotZero();
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(err.text()).endsWith("riffle: stopped\n");
        assertThat(content(parts)).isEqualTo(before);
    }

    @Test
    void findsABlockingDirectoryBeforeReadingTheInput() throws IOException {
        Files.createDirectory(directory.resolve("p-00001-of-00002"));
        Files.writeString(directory.resolve("bad.csv"), "a,b\n1\n");
        CommandRun run = CommandRun.of(directory, "import", "bad.csv", "-o", "p", "--shards", "2", "--overwrite");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).endsWith("p-00001-of-00002: is a directory; name a file in it\n");
    }

    /**
     * Checks the files after a signal. After SIGTERM, no hidden files remain. After SIGKILL, hidden files and some
     * renamed files may remain, but no partial file.
     */
    @ParameterizedTest
    @EnumSource
    void leavesCompleteFilesWhenTheProcessStops(Signal signal) throws Exception {
        long seed = Rounds.seed("stopped command");
        Random random = new Random(seed);
        StringBuilder csv = new StringBuilder("n\n");
        for (int i = 0; i < ROWS; i++) {
            csv.append(i).append('\n');
        }
        Files.writeString(directory.resolve("new.csv"), csv);
        Files.writeString(directory.resolve("old.csv"), "n\n-1\n-1\n-1\n");
        Path folder = Files.createDirectory(directory.resolve("shards"));
        assertThat(CommandRun.of(directory, "import", "new.csv", "-o", "shards/p", "--shards", "3")
                        .code())
                .isZero();
        long bytes = 0;
        for (int shard = 0; shard < 3; shard++) {
            bytes += Files.size(folder.resolve("p-0000" + shard + "-of-00003"));
        }
        int rounds = Rounds.isFull() ? 3 : 1;
        for (int round = 0; round < rounds; round++) {
            assertThat(CommandRun.of(directory, "import", "old.csv", "-o", "shards/p", "--shards", "3", "--overwrite")
                            .code())
                    .isZero();
            // The test stops the command when its temporary files have this size, up to 90 % of the full size.
            long moment = (long) (random.nextDouble() * bytes * 0.9);
            ChildProcess process = importNew();
            process.awaitOrEnd(() -> ChildProcess.temporaryBytes(folder) > moment);
            if (signal == Signal.TERM) {
                process.terminate();
            } else {
                process.kill();
            }
            String where = String.format(
                    "seed %d round %d at %d of %d bytes: %s", seed, round, moment, bytes, process.output());
            long replaced = 0;
            for (int shard = 0; shard < 3; shard++) {
                long records = records(folder.resolve("p-0000" + shard + "-of-00003"));
                assertThat(records).as(where).isIn(1L, ROWS / 3 + (shard < ROWS % 3 ? 1L : 0L));
                replaced += records == 1 ? 0 : 1;
            }
            Path manifest = folder.resolve(".p@3.manifest.json");
            if (Files.exists(manifest)) {
                assertThat(SetManifest.read(manifest).check(folder)).as(where).isEmpty();
            }
            for (Path file : hidden(folder)) {
                assertThat(signal).as(where + file).isEqualTo(Signal.KILL);
                assertThat(file.toString()).endsWith(".tmp");
                Files.delete(file);
            }
            if (signal == Signal.TERM) {
                assertThat(replaced).as(where).isIn(0L, 3L);
            }
        }
    }

    private static List<Path> hidden(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> String.valueOf(file.getFileName()).startsWith("."))
                    .filter(file -> !file.toString().endsWith(".manifest.json"))
                    .toList();
        }
    }

    private ChildProcess importNew() throws IOException {
        return ChildProcess.java(
                directory,
                directory.resolve("messages"),
                "-Driffle.stop.millis=3600000",
                Main.class.getName(),
                "import",
                "new.csv",
                "-o",
                "shards/p",
                "--shards",
                "3",
                "--overwrite");
    }

    private static long records(Path file) throws IOException {
        long records = 0;
        try (RecordReader reader = RecordReader.open(file)) {
            while (reader.next()) {
                records++;
            }
        }
        return records;
    }
}
