package dev.riffle.cli.print;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.cli.CommandContract;
import dev.riffle.cli.CommandRun;
import dev.riffle.cli.Samples;
import dev.riffle.cli.input.ReadFlags;
import dev.riffle.cli.input.ReadSettings;
import dev.riffle.cli.terminal.ExitCode;
import dev.riffle.cli.terminal.Failures;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.io.Compression;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TailCommandTest extends CommandContract {

    private static final ReadSettings ANY = ReadSettings.typed(ReadFlags.FORMAT, null, null);

    @Override
    public List<String> command() {
        return List.of("tail");
    }

    @Override
    public List<String> goodArguments() throws IOException {
        Samples.penguins(directory);
        return List.of("penguins.tfrecord");
    }

    private static String[] texts(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> "record " + i).toArray(String[]::new);
    }

    /** Runs the next step at each poll, until no steps remain. */
    private static final class Steps implements PollPolicy {

        private interface Step {
            void run() throws IOException;
        }

        private final List<Step> steps;
        private int next;
        private int grown;

        Steps(Step... steps) {
            this.steps = List.of(steps);
        }

        @Override
        public void grown() {
            grown++;
        }

        @Override
        public boolean lasts() throws IOException {
            if (next == steps.size()) {
                return false;
            }
            steps.get(next++).run();
            return true;
        }
    }

    private record Followed(ExitCode code, String out, String err) {}

    private Followed follow(String name, int limit, PollPolicy polling) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Terminal terminal = Terminal.of(
                new ByteArrayInputStream(new byte[0]),
                out,
                new PrintStream(err, true, StandardCharsets.UTF_8),
                directory,
                Terminal.Audience.PROGRAM);
        ExitCode code;
        try {
            code = new FollowRequest(name, ANY, RecordPrinter.Form.TEXT, limit, polling).run(terminal);
        } catch (IOException e) {
            terminal.report(e);
            code = Failures.exitCode(e);
        }
        terminal.out().flush();
        return new Followed(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private byte[] frames(String... texts) throws IOException {
        return Files.readAllBytes(
                Samples.texts(Files.createTempDirectory(directory, "t").resolve("x"), texts));
    }

    private static void append(Path file, byte[] bytes) throws IOException {
        Files.write(file, bytes, StandardOpenOption.APPEND);
    }

    private static String printed(int from, int to) {
        StringBuilder text = new StringBuilder();
        for (int i = from; i < to; i++) {
            int size = ("record " + i).length();
            text.append("# a: record ").append(i).append(", ").append(size).append(" bytes\nrecord ");
            text.append(i).append('\n');
        }
        return text.toString();
    }

    @Test
    void printsTheLastRecords() throws IOException {
        Samples.texts(directory.resolve("a"), texts(0, 30));
        assertThat(run("a").text()).isEqualTo(printed(20, 30));
        assertThat(run("a", "-n", "2").text()).isEqualTo(printed(28, 30));
        assertThat(run("a", "-n", "0").text()).isEmpty();
        assertThat(run("a", "-n", "100").text()).isEqualTo(printed(0, 30));
        assertThat(run("a", "-n", "1", "--raw").text()).isEqualTo("record 29");
        assertThat(run("a", "-n", "1", "--json").text()).isEqualTo("{\"text\":\"record 29\"}\n");
    }

    @Test
    void readsCompressedFilesAndStreams() throws IOException {
        Path file = directory.resolve("a");
        RecordWriter.write(file, RecordWriterOptions.defaults().compression(Compression.GZIP), records -> {
            for (String text : texts(0, 30)) {
                records.write(text);
            }
        });
        assertThat(run("a", "-n", "3").text()).isEqualTo(printed(27, 30));
        assertThat(runWith(Files.readAllBytes(file), "-", "-n", "3").text())
                .isEqualTo(printed(27, 30).replace("# a", "# standard input"));
        assertThat(run("a", "-f").err())
                .isEqualTo("a: is compressed (GZIP), and -f can follow only uncompressed files; omit -f\n");
    }

    /** Reads a file from its end. A payload that is itself a record file resembles records of the outer file. */
    @Test
    void ignoresRecordsInsidePayloads() throws IOException {
        byte[] inner = frames("inner 1", "inner 2");
        RecordWriter.write(directory.resolve("a"), RecordWriterOptions.defaults(), records -> {
            records.write("first");
            records.write(inner);
        });
        assertThat(run("a", "-n", "1").text()).startsWith("# a: record 1, " + inner.length + " bytes\n");
    }

    @Test
    void printsTheRecordsBeforeDamageAndReportsIt() throws IOException {
        byte[] whole = frames(texts(0, 5));
        Files.write(directory.resolve("a"), Arrays.copyOf(whole, whole.length - 3));
        CommandRun run = run("a", "-n", "2");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.text()).isEqualTo(printed(2, 4));
        assertThat(run.err()).startsWith("a: record 4 at offset 96: ");
        assertThat(runWith(Arrays.copyOf(whole, whole.length - 3), "-", "-n", "2")
                        .text())
                .isEqualTo(printed(2, 4).replace("# a", "# standard input"));
    }

    @Test
    void rejectsInvalidValues() throws IOException {
        Samples.texts(directory.resolve("a"), "x");
        Samples.texts(directory.resolve("b"), "x");
        assertThat(run("?").err()).isEqualTo("?: are 2 files, and tail reads only one; name that file\n");
        assertThat(run("a", "-n", "-1").err()).startsWith("--limit must be from 0");
        assertThat(run("a", "--timeout", "1").err()).startsWith("--timeout requires -f");
        assertThat(run("a", "-f", "--timeout", "-1").err()).startsWith("--timeout must be from 0");
        assertThat(run("-", "-f").err()).isEqualTo("-: -f cannot follow standard input; use a file\n");
        assertThat(run("no", "-f").err()).isEqualTo("no: no such file; check the path\n");
        Files.createDirectory(directory.resolve("d"));
        assertThat(run("d", "-f").err()).contains("not a regular file; -f can follow only regular files");
    }

    @Test
    void followsUntilTheTimeout() throws IOException {
        Samples.texts(directory.resolve("a"), texts(0, 3));
        CommandRun run = run("a", "-f", "-n", "1", "--timeout", "0");
        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isZero();
        assertThat(run.text()).isEqualTo(printed(2, 3));
        byte[] whole = frames(texts(0, 3));
        Files.write(directory.resolve("a"), Arrays.copyOf(whole, whole.length - 1));
        run = run("a", "-f", "--timeout", "0");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.text()).isEqualTo(printed(0, 2));
        assertThat(run.err())
                .isEqualTo(
                        "a: incomplete record at offset 48: 23 bytes present, and the rest did not arrive in time\n");
    }

    /** Follows a file to which a second thread appends one byte during each wait of the follower. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3})
    void printsEveryRecordOfAGrowingFile(int limit) throws Exception {
        Path file = directory.resolve("a");
        byte[] whole = frames(texts(0, 6));
        int there = whole.length / 2;
        Files.write(file, Arrays.copyOf(whole, there));
        Semaphore mayWrite = new Semaphore(0);
        Semaphore written = new Semaphore(0);
        AtomicBoolean done = new AtomicBoolean();
        Thread writer = new Thread(() -> {
            try {
                for (int i = there; i < whole.length; i++) {
                    mayWrite.acquire();
                    append(file, new byte[] {whole[i]});
                    written.release();
                }
                mayWrite.acquire();
                done.set(true);
                written.release();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        writer.start();
        int[] grown = {0};
        PollPolicy polling = new PollPolicy() {
            @Override
            public void grown() {
                grown[0]++;
            }

            @Override
            public boolean lasts() {
                mayWrite.release();
                try {
                    assertThat(written.tryAcquire(60, TimeUnit.SECONDS)).isTrue();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                return !done.get();
            }
        };
        Followed followed = follow("a", limit, polling);
        writer.join();
        assertThat(followed.err()).isEmpty();
        assertThat(followed.code()).isEqualTo(ExitCode.FINE);
        assertThat(followed.out()).isEqualTo(printed(3 - limit, 6));
        assertThat(grown[0]).isEqualTo(whole.length - there + 1);
    }

    @Test
    void followsAnEmptyFile() throws IOException {
        Path file = Files.createFile(directory.resolve("a"));
        byte[] whole = frames(texts(0, 2));
        Followed followed = follow("a", 10, new Steps(() -> append(file, whole)));
        assertThat(followed).isEqualTo(new Followed(ExitCode.FINE, printed(0, 2), ""));
    }

    @Test
    void distinguishesDamageFromATornTail() throws IOException {
        Path file = Samples.texts(directory.resolve("a"), texts(0, 2));
        byte[] more = frames(texts(2, 4));
        more[14] ^= 1;
        Followed followed = follow(
                "a",
                10,
                new Steps(
                        () -> append(file, Arrays.copyOf(more, 20)),
                        () -> append(file, Arrays.copyOfRange(more, 20, more.length)),
                        () -> append(file, new byte[1])));
        assertThat(followed.code()).isEqualTo(ExitCode.FINDINGS);
        assertThat(followed.out()).isEqualTo(printed(0, 2));
        assertThat(followed.err()).startsWith("a: record 2 at offset 60: payload checksum does not match");
    }

    @Test
    void reportsInitialDamage() throws IOException {
        Samples.flip(Samples.texts(directory.resolve("a"), texts(0, 4)), 2 * 24 + 3);
        Followed followed = follow("a", 10, new Steps(() -> {}));
        assertThat(followed.code()).isEqualTo(ExitCode.FINDINGS);
        assertThat(followed.out()).isEqualTo(printed(0, 2));
        assertThat(followed.err()).startsWith("a: record 2 at offset 48: ");
    }

    @Test
    void noticesAReplacedFile() throws IOException {
        Path file = Samples.texts(directory.resolve("a"), texts(0, 4));
        for (int count : new int[] {1, 4, 9}) {
            Path other = Samples.texts(directory.resolve("b"), texts(100, 100 + count));
            Followed followed =
                    follow("a", 1, new Steps(() -> Files.move(other, file, StandardCopyOption.REPLACE_EXISTING)));
            assertThat(followed.code()).isEqualTo(ExitCode.FINDINGS);
            assertThat(followed.err())
                    .isEqualTo("a: replaced by another file; run 'riffle tail -f' again to follow the new file\n");
            assertThat(followed.out()).hasLineCount(2);
        }
    }

    @Test
    void noticesATruncatedOrDeletedFile() throws IOException {
        Path file = Samples.texts(directory.resolve("a"), texts(0, 4));
        Followed followed = follow("a", 1, new Steps(() -> Files.write(file, frames(texts(0, 1)))));
        assertThat(followed.code()).isEqualTo(ExitCode.FINDINGS);
        assertThat(followed.err()).startsWith("a: truncated below the position that was read; ");
        followed = follow("a", 1, new Steps(() -> Files.delete(file)));
        assertThat(followed.code()).isEqualTo(ExitCode.FINDINGS);
        assertThat(followed.err()).isEqualTo("a: deleted or renamed while it was followed\n");
    }

    @Test
    void stopsWhileWaiting() throws IOException {
        Samples.texts(directory.resolve("a"), texts(0, 1));
        Thread.currentThread().interrupt();
        try {
            Followed followed = follow("a", 0, new TimedPolling(Optional.empty()));
            assertThat(followed.err()).isEqualTo("riffle: stopped\n");
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void waitsForTheRestOfTheFirstHeader() throws IOException {
        Path file = directory.resolve("a");
        byte[] whole = frames(texts(0, 2));
        for (int torn = 0; torn < 30; torn++) {
            byte[] rest = Arrays.copyOfRange(whole, torn, whole.length);
            Files.write(file, Arrays.copyOf(whole, torn));
            Followed followed = follow("a", 10, new Steps(() -> append(file, rest)));
            assertThat(followed.err()).as(torn + " bytes").isEmpty();
            assertThat(followed.out()).isEqualTo(printed(0, 2));
            assertThat(followed.code()).isEqualTo(ExitCode.FINE);
        }
        Files.write(file, Arrays.copyOf(whole, 5));
        Followed given = follow("a", 10, new Steps(() -> {}));
        assertThat(given.err()).contains("incomplete record at offset 0: 5 bytes present");
        assertThat(given.code()).isEqualTo(ExitCode.FINDINGS);
    }
}
