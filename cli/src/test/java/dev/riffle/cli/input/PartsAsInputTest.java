package dev.riffle.cli.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.cli.CommandRun;
import dev.riffle.cli.Samples;
import dev.riffle.example.Example;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests directories of OneFlow part files as inputs of all commands. */
class PartsAsInputTest {

    @TempDir
    Path directory;

    @BeforeEach
    void makeParts() throws IOException {
        Path parts = Files.createDirectory(directory.resolve("train"));
        for (int i = 0; i < 11; i++) {
            Samples.ofRecords(parts.resolve("part-" + i), Samples.number(2 * i), Samples.number(2 * i + 1));
        }
        Files.writeString(parts.resolve("_SUCCESS"), "");
    }

    private CommandRun run(String... arguments) {
        return CommandRun.of(directory, arguments);
    }

    @Test
    void everyReadingCommandAcceptsAPartsDirectory() {
        for (List<String> command : List.of(
                List.of("info"),
                List.of("cat"),
                List.of("head"),
                List.of("verify"),
                List.of("verify", "--examples"),
                List.of("export"),
                List.of("export", "--as", "csv"),
                List.of("parse"),
                List.of("convert", "-o", "out"))) {
            String[] arguments = java.util.stream.Stream.concat(command.stream(), java.util.stream.Stream.of("train"))
                    .toArray(String[]::new);
            CommandRun run = run(arguments);
            assertThat(run.code()).as("%s: %s", command, run.err()).isZero();
            assertThat(run.out()).isNotEmpty();
        }
    }

    @Test
    void readsThePartsInOrderAsOneDataSet() throws IOException {
        assertThat(run("count", "train").text()).isEqualTo("22\n");
        assertThat(run("count", "train", "train/part-3").text()).isEqualTo("22 train\n2 train/part-3\n24 total\n");
        List<String> lines = run("export", "train", "--as", "csv").lines();
        assertThat(lines.subList(1, lines.size()))
                .containsExactlyElementsOf(java.util.stream.IntStream.range(0, 22)
                        .mapToObj(Integer::toString)
                        .toList());
    }

    @Test
    void reportsDamageWithItsPart() throws IOException {
        Path part = directory.resolve("train/part-1");
        byte[] bytes = Files.readAllBytes(part);
        bytes[7] = (byte) 0x80;
        Files.write(part, bytes);
        CommandRun run = run("count", "train");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err())
                .startsWith("train: record 2 at offset " + bytes.length + " (part-1 at offset 0): negative length");
    }

    @Test
    void reportsARejectedRecordWithItsPart() throws IOException {
        Files.delete(directory.resolve("train/part-1"));
        Samples.ofRecords(
                directory.resolve("train/part-1"),
                Example.builder()
                        .put("x", dev.riffle.example.Feature.ofDoubles(1))
                        .build());
        long offset = Files.size(directory.resolve("train/part-0"));
        assertThat(run("convert", "train", "-o", "out").err())
                .startsWith("train: record 2 at offset " + offset + " (part-1 at offset 0): feature \"x\": ");
    }

    @Test
    void reportsAMissingPartWithItsDirectory() throws IOException {
        Files.delete(directory.resolve("train/part-4"));
        Samples.ofRecords(directory.resolve("other"), Samples.number(1));
        CommandRun run = run("count", "train", "other");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("train: parts are missing: part-4, but found part-10;");
        assertThat(run.text()).isEqualTo("1 other\n1 total\n");
    }
}
