package dev.riffle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordFormat;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.example.Example;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the commands with a container that no command and no class of core names. */
class ContainerCommandsTest {

    private static final int RECORDS = 23;

    @TempDir
    Path directory;

    private CommandRun run(String... arguments) {
        return CommandRun.of(directory, arguments);
    }

    private CommandRun fine(String... arguments) {
        CommandRun run = run(arguments);
        assertThat(run.err()).as(String.join(" ", arguments)).isEmpty();
        assertThat(run.code()).isZero();
        return run;
    }

    @BeforeEach
    void writeAContainer() throws IOException {
        RecordWriter.write(
                directory.resolve("x.blocks"),
                RecordWriterOptions.defaults()
                        .format(RecordFormat.named("blocks").orElseThrow()),
                records -> {
                    for (int i = 0; i < RECORDS; i++) {
                        records.write(Example.builder()
                                .put("id", i)
                                .put("name", "n" + i)
                                .build()
                                .toByteArray());
                    }
                });
    }

    @Test
    void countsVerifiesAndPrints() throws IOException {
        assertThat(fine("count", "x.blocks").text()).isEqualTo("23\n");
        assertThat(CommandRun.with(directory, Files.readAllBytes(directory.resolve("x.blocks")), "count", "-")
                        .text())
                .isEqualTo("23\n");
        assertThat(fine("verify", "x.blocks", "--examples").text()).contains("x.blocks", "23 records");
        assertThat(fine("verify", "x.blocks", "--threads", "3").text()).contains("23 records");
        assertThat(fine("info", "x.blocks").text()).contains("Blocks", "23", "name");
        assertThat(fine("info", "x.blocks", "--json").text()).contains("\"format\":\"blocks\"");
        assertThat(fine("cat", "x.blocks").text()).contains("n0", "n22");
        assertThat(fine("head", "x.blocks", "-n", "2").text()).contains("n1").doesNotContain("n2");
        assertThat(fine("tail", "x.blocks", "-n", "1").text())
                .contains("n22", "record 22")
                .doesNotContain("n21");
        assertThat(fine("get", "x.blocks", "7", "--", "-2").text())
                .contains("n7", "n21")
                .doesNotContain("n22");
        assertThat(fine("get", "x.blocks", "--key", "name", "--lookup", "n9").text())
                .contains("n9");
        assertThat(run("parse", "x.blocks", "--limit", "3").text()).contains("n2");
        assertThat(fine("export", "x.blocks", "-o", "-", "--as", "jsonl").text().lines())
                .hasSize(RECORDS);
    }

    @Test
    void convertsBothWays() throws IOException {
        fine("convert", "x.blocks", "-o", "y.tfrecord");
        fine("convert", "y.tfrecord", "-o", "z.blocks", "--json");
        fine("convert", "y.tfrecord", "-o", "w", "--as", "blocks");
        fine("convert", "x.blocks", "-o", "x.ofrecord");
        fine("convert", "x.ofrecord", "-o", "v.blocks");

        assertThat(fine("count", "y.tfrecord").text()).isEqualTo("23\n");
        byte[] written = Files.readAllBytes(directory.resolve("x.blocks"));
        assertThat(Files.readAllBytes(directory.resolve("z.blocks"))).isEqualTo(written);
        assertThat(Files.readAllBytes(directory.resolve("w"))).isEqualTo(written);
        assertThat(fine("diff", "x.blocks", "y.tfrecord").code()).isZero();
        assertThat(fine("head", "v.blocks", "-n", "1").text()).contains("n0");
        assertThat(run("convert", "x.blocks", "-o", "y.blocks").err())
                .contains("the input is Blocks already, and would become TFRecord");
        assertThat(run("convert", "x.blocks", "-o", "u.tfrecord", "--float32", "exact")
                        .err())
                .contains("Blocks and TFRecord have the same messages");
    }

    @Test
    void rewrites() throws IOException {
        fine("split", "x.blocks", "-o", "s.blocks", "--shards", "3");
        assertThat(fine("count", "s.blocks@3").text()).endsWith("23 total\n");
        fine("merge", "s.blocks@3", "-o", "m.blocks");
        assertThat(Files.readAllBytes(directory.resolve("m.blocks")))
                .isEqualTo(Files.readAllBytes(directory.resolve("x.blocks")));
        fine("merge", "s.blocks@3", "-o", "m.tfrecord.gz");
        fine("shuffle", "m.tfrecord.gz", "-o", "q.blocks", "--seed", "1");
        assertThat(fine("count", "q.blocks").text()).isEqualTo("23\n");
        fine("filter", "id < 4", "x.blocks", "-o", "f.blocks");
        assertThat(fine("count", "f.blocks").text()).isEqualTo("4\n");
        fine("sql", "select id from 'x.blocks' where id > 20", "-o", "r.blocks");
        assertThat(fine("count", "r.blocks").text()).isEqualTo("2\n");
        byte[] signature = Arrays.copyOf(Files.readAllBytes(directory.resolve("x.blocks")), 4);
        for (String name : List.of("q.blocks", "f.blocks", "r.blocks")) {
            assertThat(Files.readAllBytes(directory.resolve(name))).as(name).startsWith(signature);
        }
    }

    @Test
    void reportsAndSkipsDamage() throws IOException {
        Path file = directory.resolve("x.blocks");
        byte[] bytes = Files.readAllBytes(file);
        bytes[200] ^= 1;
        Files.write(file, bytes);

        CommandRun verified = run("verify", "x.blocks");
        assertThat(verified.code()).isEqualTo(1);
        assertThat(verified.text()).contains("record 5 at offset ", "payload checksum does not match");
        CommandRun printed = run("cat", "x.blocks", "--skip-damage");
        assertThat(printed.code()).isEqualTo(1);
        assertThat(printed.text()).contains("n4", "record 10", "n10").doesNotContain("n7");
        CommandRun repaired = run("repair", "x.blocks", "-o", "y.blocks");
        assertThat(repaired.code()).isEqualTo(1);
        assertThat(fine("count", "y.blocks").text()).isEqualTo("18\n");
    }

    @Test
    void rejectsWhatAContainerDoesNotSupport() throws IOException {
        assertThat(run("convert", "x.blocks", "-o", "x.tfrecord", "--input-compression", "gzip")
                        .code())
                .isEqualTo(2);
        assertThat(run("split", "x.blocks", "-o", "s.blocks", "--shards", "2", "--compression", "gzip")
                        .err())
                .contains("--compression must be none for Blocks: gzip");
        assertThat(run("index", "x.blocks").err()).contains("a file of the format Blocks needs no index file");
        assertThat(run("tail", "x.blocks", "--follow").err()).contains("Blocks", "cannot be followed");
        assertThat(run("append", "x.blocks", "--to", "x.blocks").code()).isEqualTo(2);
        Files.write(directory.resolve("x.bagz"), "catcat\6\0\0\0\0\0\0\0".getBytes(StandardCharsets.UTF_8));
        assertThat(run("count", "x.bagz").err())
                .contains("a Bagz file", "add the artifact dev.riffle:riffle-arrayrecord");
    }
}
