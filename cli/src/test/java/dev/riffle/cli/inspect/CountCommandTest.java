package dev.riffle.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.cli.CommandContract;
import dev.riffle.cli.CommandRun;
import dev.riffle.cli.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

class CountCommandTest extends CommandContract {

    @Override
    public List<String> command() {
        return List.of("count");
    }

    @Override
    public List<String> goodArguments() throws IOException {
        Samples.penguins(directory);
        return List.of("penguins.tfrecord");
    }

    @Test
    void printsOnlyTheNumberForOneFile() throws IOException {
        Samples.penguins(directory);
        assertThat(run("penguins.tfrecord").text()).isEqualTo("344\n");
    }

    @Test
    void printsNamesAndATotalForSeveralFiles() throws IOException {
        Samples.texts(directory.resolve("a.tfrecord"), "x", "y");
        Samples.texts(directory.resolve("b.tfrecord"), "z");
        assertThat(run("?.tfrecord").text()).isEqualTo("2 a.tfrecord\n1 b.tfrecord\n3 total\n");
        assertThat(run("a.tfrecord", "b.tfrecord", "--json").text())
                .isEqualTo("{\"file\":\"a.tfrecord\",\"records\":2}\n{\"file\":\"b.tfrecord\",\"records\":1}\n");
    }

    @Test
    void readsStandardInput() throws IOException {
        byte[] input = Files.readAllBytes(Samples.penguins(directory));
        assertThat(runWith(input, "-").text()).isEqualTo("344\n");
    }

    @Test
    void rejectsStandardInputTwice() {
        CommandRun run = run("-", "-");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("only once");
    }

    @Test
    void continuesAfterAFailedFile() throws IOException {
        Samples.texts(directory.resolve("b.tfrecord"), "z");
        CommandRun run = run("missing.tfrecord", "b.tfrecord");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.text()).isEqualTo("1 b.tfrecord\n1 total\n");
        assertThat(run.err()).contains("missing.tfrecord: no such file");
    }

    @Test
    void reportsDamage() throws IOException {
        Samples.flip(Samples.texts(directory.resolve("a.tfrecord"), "x", "y"), 13);
        CommandRun run = run("a.tfrecord");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("a.tfrecord: record 0 at offset").contains("checksum does not match");
    }

    @Test
    void reportsTheApparentKindOfAnotherFile() throws IOException {
        Samples.penguinsCsv(directory);
        CommandRun run = run("penguins.csv");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err())
                .contains("penguins.csv: not a TFRecord or OFRecord file")
                .contains("CSV");
    }

    @Test
    void reportsAPatternWithoutMatch() {
        CommandRun run = run("*.tfrecord");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).isEqualTo("*.tfrecord: no file matches this pattern\n");
    }

    @Test
    void readsTheGivenFormatAndCompression() throws IOException {
        Samples.texts(directory.resolve("a"), "x", "y");
        assertThat(run("--format", "tfrecord", "--input-compression", "none", "a")
                        .text())
                .isEqualTo("2\n");
        assertThat(run("--input-compression", "gzip", "a").code()).isEqualTo(1);
        assertThat(run("--input-compression", "lzma", "a").err())
                .startsWith("--input-compression must be none, gzip, zlib or snappy: lzma");
        assertThat(run("--format", "parquet", "a").err())
                .startsWith("--format must be tfrecord, ofrecord or blocks: parquet");
    }

    @Test
    void usesAnIndexOnRequest() throws IOException {
        Samples.texts(directory.resolve("a.tfrecord"), "x", "y");
        Samples.texts(directory.resolve("b.tfrecord"), "z");
        assertThat(CommandRun.of(directory, "index", "a.tfrecord").code()).isZero();
        assertThat(run("--trust-index", "a.tfrecord").text()).isEqualTo("2\n");
        assertThat(run("--trust-index", "--json", "a.tfrecord", "b.tfrecord").lines())
                .containsExactly(
                        "{\"file\":\"a.tfrecord\",\"records\":2,\"by\":\"index\"}",
                        "{\"file\":\"b.tfrecord\",\"records\":1,\"by\":\"scan\"}");
        assertThat(run("--trust-index", "--format", "tfrecord", "--json", "a.tfrecord")
                        .text())
                .contains("scan");
        assertThat(runWith(Files.readAllBytes(directory.resolve("a.tfrecord")), "--trust-index", "-")
                        .text())
                .isEqualTo("2\n");
        assertThat(run("--trust-index", "missing.tfrecord").code()).isEqualTo(2);
    }

    @Test
    void ignoresAStaleOrDamagedIndex() throws IOException {
        Samples.texts(directory.resolve("a.tfrecord"), "x", "y");
        assertThat(CommandRun.of(directory, "index", "a.tfrecord").code()).isZero();
        byte[] index = Files.readAllBytes(directory.resolve(".a.tfrecord.index"));
        Files.delete(directory.resolve("a.tfrecord"));
        Samples.texts(directory.resolve("a.tfrecord"), "x", "y", "z");
        assertThat(run("--trust-index", "a.tfrecord", "--json").text())
                .isEqualTo("{\"file\":\"a.tfrecord\",\"records\":3,\"by\":\"scan\"}\n");
        assertThat(run("--trust-index", "a.tfrecord").err())
                .startsWith("note: a.tfrecord: the index is stale, and was not used: ");
        Files.delete(directory.resolve("a.tfrecord"));
        Samples.texts(directory.resolve("a.tfrecord"), "x", "y");
        assertThat(CommandRun.of(directory, "index", "a.tfrecord").code()).isZero();
        assertThat(index).hasSizeGreaterThan(60);
        for (int at = 0; at < 60; at++) {
            byte[] damaged = index.clone();
            damaged[at] ^= 1;
            Files.write(directory.resolve(".a.tfrecord.index"), damaged);
            assertThat(run("--trust-index", "a.tfrecord").text()).isEqualTo("2\n");
        }
    }

    @Test
    void damageHasARemedy() throws IOException {
        Samples.flip(Samples.texts(directory.resolve("damaged"), "one", "two"), 19 + 12);
        for (String command : List.of("count", "cat", "index", "tail")) {
            CommandRun run = CommandRun.of(directory, (command + " damaged").split(" "));
            assertThat(run.code()).as(command).isEqualTo(1);
            assertThat(run.err())
                    .as(command)
                    .contains("damaged: record 1 at offset 31: payload checksum does not match: ")
                    .endsWith("; 'riffle repair' recovers the intact records\n");
        }
    }
}
