package dev.riffle.cli.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.RecordFormat;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.Rounds;
import dev.riffle.cli.CommandRun;
import dev.riffle.cli.Samples;
import dev.riffle.cli.terminal.ExitCode;
import dev.riffle.cli.terminal.Failures;
import dev.riffle.cli.terminal.Style;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.cli.terminal.UsageException;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Compression;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests commands that read several files at the same time. */
class ParallelFilesTest {

    @TempDir
    Path directory;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private Terminal terminal() {
        return Terminal.of(
                new ByteArrayInputStream(new byte[0]),
                out,
                new PrintStream(err, true, StandardCharsets.UTF_8),
                directory,
                Terminal.Audience.PERSON);
    }

    private static List<InputFile> files(int count) {
        List<InputFile> files = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            files.add(
                    new InputFile(Optional.empty(), ByteSource.of(new ByteArrayInputStream(new byte[0]), "file" + i)));
        }
        return files;
    }

    private void write(String name, Random random) throws IOException {
        RecordWriterOptions options = RecordWriterOptions.defaults().withoutSync();
        options = switch (random.nextInt(5)) {
            case 0 -> options.compression(Compression.GZIP);
            case 1 -> options.compression(Compression.ZLIB);
            case 2 -> options.format(RecordFormat.OFRECORD);
            default -> options;
        };
        Path file = directory.resolve(name);
        int records = random.nextInt(2000);
        RecordWriter.write(file, options, writer -> {
            for (int i = 0; i < records; i++) {
                writer.write(Samples.number(i).toByteArray());
            }
        });
        byte[] bytes = Files.readAllBytes(file);
        int damages = random.nextInt(3) == 0 ? random.nextInt(40) : 0;
        for (int i = 0; i < damages && bytes.length > 0; i++) {
            bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        }
        Files.write(file, bytes);
    }

    @Test
    void printsLikeSequentialWork() throws IOException {
        long seed = Rounds.seed("parallel files");
        Random random = new Random(seed);
        List<String> names = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            String name = i % 9 == 4 ? "missing" + i : "file" + i;
            names.add(name);
            if (name.startsWith("file")) {
                write(name, random);
            }
        }
        names.add(20, "-");
        names.add("file0");
        Path input = Samples.texts(directory.resolve("input"), "x", "y");
        Samples.flip(input, 13);
        byte[] standardInput = Files.readAllBytes(input);
        for (List<String> command : List.of(
                List.of("verify"),
                List.of("verify", "--json", "--examples"),
                List.of("count"),
                List.of("count", "--json"))) {
            CommandRun alone = run(command, "1", names, standardInput);
            assertThat(alone.code()).isEqualTo(2);
            for (String threads : List.of("2", "3", "16", "100")) {
                CommandRun together = run(command, threads, names, standardInput);
                assertThat(together.text()).as("%s %s", command, threads).isEqualTo(alone.text());
                assertThat(together.err()).as("%s %s", command, threads).isEqualTo(alone.err());
                assertThat(together.code()).as("%s %s", command, threads).isEqualTo(alone.code());
            }
        }
    }

    private CommandRun run(List<String> command, String threads, List<String> names, byte[] input) {
        List<String> words = new ArrayList<>(command);
        words.addAll(List.of("--threads", threads));
        words.addAll(names);
        return CommandRun.with(directory, input, words.toArray(String[]::new));
    }

    @Test
    void aClosedPipeEndsTheWork() throws IOException {
        List<String> words = new ArrayList<>(List.of("verify", "--threads", "3"));
        for (int i = 0; i < 5; i++) {
            Samples.texts(directory.resolve("file" + i), "x", "y");
            words.add("file" + i);
        }
        CommandRun run = CommandRun.intoClosedPipe(directory, words.toArray(String[]::new));
        assertThat(run.code()).isZero();
        assertThat(run.err()).isEmpty();
    }

    @Test
    void largeOutputWaitsForItsTurn() throws IOException {
        String line = "x".repeat(1 << 20);
        Terminal terminal = terminal();
        CountDownLatch others = new CountDownLatch(3);
        ExitCode code = ParallelFiles.run(terminal, files(4), 4, Style.TEXT, (own, file, threads) -> {
            if (file.name().equals("file0")) {
                await(others);
            }
            // Counts down before the first line, because the output of two files can fill the buffer.
            others.countDown();
            for (int i = 0; i < 9; i++) {
                own.printLine(file.name() + line);
            }
            return ExitCode.FINE;
        });
        terminal.out().flush();
        assertThat(code).isEqualTo(ExitCode.FINE);
        StringBuilder expected = new StringBuilder();
        for (int file = 0; file < 4; file++) {
            expected.append(("file" + file + line + "\n").repeat(9));
        }
        assertThat(out.toString(StandardCharsets.UTF_8).contentEquals(expected)).isTrue();
    }

    private static void await(CountDownLatch latch) throws InterruptedIOException {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException();
        }
    }

    @Test
    void reportsFailuresInFileOrder() throws IOException {
        Terminal terminal = terminal();
        ExitCode code = ParallelFiles.run(terminal, files(6), 3, Style.TEXT, (own, file, threads) -> {
            own.printLine(file.name());
            if (file.name().equals("file1")) {
                throw new IOException("trouble with 1");
            }
            if (file.name().equals("file4")) {
                throw new UsageException("trouble with 4");
            }
            return ExitCode.FINE;
        });
        terminal.out().flush();
        assertThat(code).isEqualTo(ExitCode.WRONG_USE);
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("file0\nfile1\nfile2\nfile3\nfile4\nfile5\n");
        assertThat(err.toString(StandardCharsets.UTF_8)).isEqualToIgnoringNewLines("trouble with 1\ntrouble with 4\n");
    }

    @Test
    void rethrowsErrors() {
        assertThatThrownBy(() -> ParallelFiles.run(terminal(), files(6), 3, Style.TEXT, (own, file, threads) -> {
                    throw new StackOverflowError("made up");
                }))
                .isInstanceOf(StackOverflowError.class);
    }

    @Test
    void anInterruptStopsAllThreads() throws InterruptedException {
        CountDownLatch working = new CountDownLatch(3);
        AtomicInteger interrupted = new AtomicInteger();
        List<Throwable> thrown = new ArrayList<>();
        Thread command = new Thread(() -> {
            try {
                ParallelFiles.run(terminal(), files(100), 3, Style.TEXT, (own, file, threads) -> {
                    working.countDown();
                    try {
                        await(new CountDownLatch(1));
                    } catch (InterruptedIOException e) {
                        interrupted.incrementAndGet();
                        throw e;
                    }
                    return ExitCode.FINE;
                });
            } catch (IOException | RuntimeException e) {
                thrown.add(e);
            }
        });
        command.start();
        working.await();
        command.interrupt();
        command.join();
        assertThat(thrown).hasSize(1);
        assertThat(Failures.isStop(thrown.get(0))).isTrue();
        assertThat(interrupted).hasValue(3);
    }

    @Test
    void theLargestFileGetsMostThreads() throws IOException {
        Files.write(directory.resolve("large"), new byte[9000]);
        Files.write(directory.resolve("small"), new byte[1000]);
        Terminal terminal = terminal();
        List<InputFile> files = List.of(
                InputFile.of(terminal, directory.resolve("large")), InputFile.of(terminal, directory.resolve("small")));
        ParallelFiles.run(terminal, files, 8, Style.TEXT, (own, file, threads) -> {
            own.printLine(file.name() + " " + threads);
            return ExitCode.FINE;
        });
        terminal.out().flush();
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("large 8\nsmall 1\n");
    }
}
