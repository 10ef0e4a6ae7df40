package dev.riffle.cli.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.Rounds;
import dev.riffle.cli.CommandRun;
import dev.riffle.cli.Riffle;
import dev.riffle.cli.Samples;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.example.Example;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that commands print equal output with one thread and with several threads. */
class ThreadsFlagTest {

    private static final int BYTES = 14 << 20;

    @TempDir
    Path directory;

    /**
     * Returns the bytes of a file with Examples and other payloads: text, empty payloads, zeros, and unknown fields.
     * Two MiB have Examples of a few bytes. All other records are longer, because the time depends on the number of
     * records.
     */
    private byte[] content(Random random) throws IOException {
        Path file = directory.resolve("made");
        byte[] small = Samples.number(3).toByteArray();
        byte[] longer = Example.builder().put("s", "x".repeat(1000)).build().toByteArray();
        RecordWriter.write(file, RecordWriterOptions.defaults().withoutSync(), records -> {
            byte[] large = new byte[1 << 20];
            while (records.uncompressedSize() < BYTES) {
                long place = records.uncompressedSize() >> 20;
                int kind = random.nextInt(100);
                if (place == 5 || kind == 0) {
                    records.write("no Example " + records.count() + "x".repeat(500));
                } else if (kind == 1) {
                    records.write(new byte[0]);
                } else if (kind == 2 && random.nextInt(10) == 0) {
                    records.write(large);
                } else {
                    records.write(place % 8 == 0 ? small : longer);
                    records.write(new byte[] {0x7a, 3, 1, 2, 3});
                }
            }
        });
        return Files.readAllBytes(file);
    }

    private static String masked(CommandRun run) {
        return run.code() + "\n" + run.err() + "\n" + run.text();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void printsFindingsInFileOrder(int damage) throws IOException {
        long seed = Rounds.seed("threads flag");
        Random random = new Random(seed);
        byte[] content = content(random);
        for (int i = 0; i < 40 * damage; i++) {
            content[random.nextInt(content.length)] ^= (byte) (1 << random.nextInt(8));
        }
        if (damage == 2) {
            Arrays.fill(content, 3 << 20, 9 << 20, (byte) 0);
        }
        if (damage == 3) {
            content = Arrays.copyOf(content, content.length - 3);
        }
        Path file = Files.write(directory.resolve("a.tfrecord"), content);
        for (List<String> command : List.of(
                List.of("verify"),
                List.of("verify", "--json"),
                List.of("verify", "--examples"),
                List.of("verify", "--examples", "--json"),
                List.of("count"),
                List.of("count", "--json"),
                List.of("count", "--format", "tfrecord", "--input-compression", "none"))) {
            CommandRun alone = run(command, "--threads", "1");
            for (String threads : Rounds.isFull() ? List.of("2", "3", "5") : List.of("3")) {
                CommandRun together = run(command, "--threads", threads);
                assertThat(masked(together).equals(masked(alone)))
                        .as("%s %s", command, threads)
                        .isTrue();
            }
            assertThat(masked(run(command)).equals(masked(alone)))
                    .as("%s", command)
                    .isTrue();
        }
        Files.delete(file);
    }

    private CommandRun run(List<String> command, String... flags) {
        String[] arguments = new String[command.size() + flags.length + 1];
        command.toArray(arguments);
        System.arraycopy(flags, 0, arguments, command.size(), flags.length);
        arguments[arguments.length - 1] = "a.tfrecord";
        return CommandRun.of(directory, arguments);
    }

    @Test
    void reportsProgressOverAllBytes() throws IOException {
        Files.write(directory.resolve("a.tfrecord"), content(new Random(1)));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Terminal terminal = Terminal.of(
                new ByteArrayInputStream(new byte[0]),
                out,
                new PrintStream(err, true, StandardCharsets.UTF_8),
                directory,
                Terminal.Audience.PERSON);
        assertThat(Riffle.run(terminal, "count", "--threads", "3", "a.tfrecord"))
                .isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).matches("[1-9][0-9]*\n");
        // The command erased the progress line.
        assertThat(err.toString(StandardCharsets.UTF_8)).matches("(?s)|.*\r\033\\[K");
    }

    @Test
    void aClosedPipeEndsTheWork() throws IOException {
        Files.write(directory.resolve("a.tfrecord"), content(new Random(2)));
        CommandRun run = CommandRun.intoClosedPipe(directory, "verify", "--examples", "--threads", "3", "a.tfrecord");
        CommandRun alone = CommandRun.intoClosedPipe(directory, "verify", "--examples", "--threads", "1", "a.tfrecord");
        assertThat(run.code()).isEqualTo(alone.code());
        assertThat(run.err()).isEqualTo(alone.err());
    }

    @Test
    void rejectsZeroThreads() {
        CommandRun run = CommandRun.of(directory, "count", "--threads", "0", "a.tfrecord");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).startsWith("--threads must be from 1 to 1024: 0");
    }
}
