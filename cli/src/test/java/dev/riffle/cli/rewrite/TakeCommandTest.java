package dev.riffle.cli.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.cli.CommandContract;
import dev.riffle.cli.CommandRun;
import dev.riffle.cli.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class TakeCommandTest extends CommandContract {

    @Override
    public List<String> command() {
        return List.of("take");
    }

    @Override
    public List<String> goodArguments() throws IOException {
        if (!Files.exists(directory.resolve("penguins.tfrecord"))) {
            Samples.penguins(directory);
        }
        return List.of("penguins.tfrecord", "-n", "10", "-o", "out", "--overwrite");
    }

    @Override
    public List<String> missingFile() {
        return List.of("missing.tfrecord", "-n", "1", "-o", "out");
    }

    @Test
    void takesTheFirstRecords() throws IOException {
        byte[] all = Files.readAllBytes(Samples.penguins(directory));
        assertThat(run("penguins.tfrecord", "-n", "10", "-o", "ten").text()).isEqualTo("ten: 10 records\n");
        byte[] ten = Files.readAllBytes(directory.resolve("ten"));
        assertThat(Arrays.copyOf(all, ten.length)).isEqualTo(ten);
        assertThat(run("penguins.tfrecord", "-n", "1000", "-o", "all").text()).isEqualTo("all: 344 records\n");
        assertThat(directory.resolve("all")).hasBinaryContent(all);
    }

    @Test
    void readsAndWritesStandardStreams() throws IOException {
        byte[] all = Files.readAllBytes(Samples.penguins(directory));
        CommandRun run = runWith(all, "-", "-n", "400", "-o", "-");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).isEqualTo(all);
    }

    @Test
    void keepsTheCompressionOfTheInput() throws IOException {
        Samples.penguins(directory);
        CommandRun.of(directory, "recompress", "penguins.tfrecord", "-o", "p.gz", "--compression", "gzip");
        assertThat(run("p.gz", "-n", "5", "-o", "five.gz").code()).isZero();
        assertThat(CommandRun.of(directory, "info", "five.gz").text()).containsIgnoringCase("gzip");
        assertThat(run("p.gz", "-n", "5", "-o", "five", "--compression", "none").code())
                .isZero();
        assertThat(CommandRun.of(directory, "info", "five").text()).doesNotContainIgnoringCase("gzip");
    }

    @Test
    void writesShards() throws IOException {
        Samples.penguins(directory);
        assertThat(run("penguins.tfrecord", "-n", "5", "-o", "s", "--shards", "2")
                        .text())
                .isEqualTo("s-00000-of-00002: 3 records\ns-00001-of-00002: 2 records\n");
    }

    @Test
    void rejectsAnInputAsOutput() throws IOException {
        Samples.penguins(directory);
        CommandRun run = run("penguins.tfrecord", "-n", "5", "-o", "penguins.tfrecord", "--overwrite");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).startsWith("penguins.tfrecord: is an input, so it cannot be an output");
    }

    @Test
    void keepsAnExistingFile() throws IOException {
        Samples.penguins(directory);
        Files.writeString(directory.resolve("out"), "old");
        CommandRun run = run("penguins.tfrecord", "-n", "5", "-o", "out");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).isEqualTo("out: exists already; choose another name, or use --overwrite\n");
        assertThat(directory.resolve("out")).hasContent("old");
    }

    @Test
    void stopsAtDamageUnlessSkipped() throws IOException {
        Samples.texts(directory.resolve("in"), "one", "two", "three");
        Samples.flip(directory.resolve("in"), 12);
        CommandRun run = run("in", "-n", "5", "-o", "out");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err())
                .contains("in: ")
                .endsWith("; 'riffle repair' recovers the intact records, and --skip-damage skips the damage\n");
        assertThat(directory.resolve("out")).doesNotExist();
        CommandRun passed = run("in", "-n", "5", "-o", "out", "--shards", "2", "--skip-damage");
        assertThat(passed.code()).isEqualTo(1);
        assertThat(passed.err().lines()).hasSize(2);
        assertThat(passed.err()).endsWith("19 bytes skipped\nnote: in has only 2 intact records\n");
        assertThat(passed.text()).isEqualTo("out-00000-of-00002: 1 record\nout-00001-of-00002: 1 record\n");
    }

    @Test
    void reportsAMissingOutput() throws IOException {
        Samples.penguins(directory);
        assertThat(run("penguins.tfrecord", "-n", "5").err()).startsWith("no output; use -o FILE");
        assertThat(run("penguins.tfrecord", "-n", "-5", "-o", "out").err())
                .startsWith("--limit must not be negative: -5");
        assertThat(run("penguins.tfrecord", "-n", "5", "-o", "-", "--shards", "2")
                        .err())
                .startsWith("--shards needs file names: standard output is one stream");
    }
}
