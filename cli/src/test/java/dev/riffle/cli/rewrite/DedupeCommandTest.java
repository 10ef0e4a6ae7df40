package dev.riffle.cli.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.cli.CommandContract;
import dev.riffle.cli.CommandRun;
import dev.riffle.cli.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DedupeCommandTest extends CommandContract {

    @Override
    public List<String> command() {
        return List.of("dedupe");
    }

    @Override
    public List<String> goodArguments() throws IOException {
        if (!Files.exists(directory.resolve("penguins.tfrecord"))) {
            Samples.penguins(directory);
        }
        return List.of("penguins.tfrecord", "-o", "out", "--overwrite");
    }

    @Override
    public List<String> missingFile() {
        return List.of("missing.tfrecord", "-o", "out");
    }

    @Test
    void keepsTheFirstOfEqualRecords() throws IOException {
        Samples.texts(directory.resolve("in"), "a", "b", "a", "c", "b");
        Samples.texts(directory.resolve("kept"), "a", "b", "c");
        Samples.texts(directory.resolve("left"), "a", "b");
        CommandRun run = run("in", "-o", "out", "--dropped", "dropped");
        assertThat(run.text()).isEqualTo("out: 3 records\n2 of 5 records are duplicates\n");
        assertThat(directory.resolve("out")).hasSameBinaryContentAs(directory.resolve("kept"));
        assertThat(directory.resolve("dropped")).hasSameBinaryContentAs(directory.resolve("left"));
    }

    @Test
    void keepsTheSameRecordsOfAStreamWithLittleMemory() throws IOException {
        String[] texts =
                IntStream.range(0, 20_000).mapToObj(i -> "text " + i % 15_000).toArray(String[]::new);
        Samples.texts(directory.resolve("in"), texts);
        Files.createDirectory(directory.resolve("work"));
        run("in", "-o", "out");
        CommandRun run = runWith(
                Files.readAllBytes(directory.resolve("in")),
                "-",
                "-o",
                "small",
                "--memory",
                "64KiB",
                "--temp",
                "work",
                "--json");
        assertThat(run.text()).startsWith("{\"read\":20000,\"duplicates\":5000,");
        assertThat(directory.resolve("small")).hasSameBinaryContentAs(directory.resolve("out"));
        assertThat(directory.resolve("work")).isEmptyDirectory();
        assertThat(run("in", "-o", "x", "--temp", "no").err()).startsWith("--temp no: no such directory");
        assertThat(run("in", "-o", "x", "--memory", "1KiB").err()).startsWith("--memory must be at least 65536 bytes");
    }

    @Test
    void writesNothingInADryRun() throws IOException {
        Samples.texts(directory.resolve("in"), "a", "b", "a");
        CommandRun run = run("in", "--dry-run", "--json");
        assertThat(run.text()).isEqualTo("{\"read\":3,\"duplicates\":1,\"without_key\":0,\"files\":[]}\n");
        for (String[] flag :
                new String[][] {{"-o", "x"}, {"--shards", "3"}, {"--overwrite"}, {"--compression", "gzip"}}) {
            String[] words = flag.length == 1
                    ? new String[] {"in", "--dry-run", flag[0]}
                    : new String[] {"in", "--dry-run", flag[0], flag[1]};
            CommandRun rejected = run(words);
            assertThat(rejected.code()).isEqualTo(2);
            assertThat(rejected.err()).contains("--dry-run writes nothing; omit " + flag[0]);
        }
    }

    @Test
    void rejectsAKeyWithoutAName() throws IOException {
        Samples.texts(directory.resolve("in"), "a");
        for (String key : new String[] {"", ",", "a,,b"}) {
            CommandRun rejected = run("in", "-o", "x", "--key", key);
            assertThat(rejected.code()).as(key).isEqualTo(2);
            assertThat(rejected.err()).contains("--key must be feature names");
        }
    }

    @Test
    void comparesByKey() throws IOException {
        Samples.penguins(directory);
        assertThat(run("penguins.tfrecord", "--key", "Species,Island", "-o", "out")
                        .text())
                .isEqualTo("out: 5 records\n339 of 344 records are duplicates\n");
        assertThat(run("penguins.tfrecord", "--key", "nothing", "-o", "out2").text())
                .isEqualTo("out2: 344 records\n0 of 344 records are duplicates\n344 records without the key\n");
        CommandRun failed = run("penguins.tfrecord", "--key", "nothing", "--missing", "fail", "-o", "out3");
        assertThat(failed.code()).isEqualTo(1);
        assertThat(failed.err()).contains("record 0 at offset 0: missing one or more of the features nothing");
        assertThat(run("penguins.tfrecord", "--missing", "fail", "-o", "out3").err())
                .startsWith("--missing requires --key");
        assertThat(run("penguins.tfrecord", "--key", "x", "--missing", "loose", "-o", "out3")
                        .err())
                .startsWith("--missing must be keep, drop or fail: loose");
    }
}
