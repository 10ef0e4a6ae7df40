package dev.riffle.cli.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordReader;
import dev.riffle.cli.CommandContract;
import dev.riffle.cli.CommandRun;
import dev.riffle.cli.Samples;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ShuffleCommandTest extends CommandContract {

    @Override
    public List<String> command() {
        return List.of("shuffle");
    }

    @Override
    public List<String> goodArguments() throws IOException {
        Samples.penguins(directory);
        return List.of("penguins.tfrecord", "-o", "out", "--seed", "1", "--overwrite");
    }

    @Override
    public List<String> missingFile() {
        return List.of("missing.tfrecord", "-o", "out");
    }

    private List<Bytes> records(String name) throws IOException {
        try (RecordReader reader = RecordReader.open(directory.resolve(name))) {
            return reader.stream().toList();
        }
    }

    private void assertNoTemporaryFiles() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files.map(file -> String.valueOf(file.getFileName()))).noneMatch(name -> name.endsWith(".tmp"));
        }
    }

    @Test
    void writesAllRecordsInTheOrderOfTheSeed() throws IOException {
        Samples.penguins(directory);
        CommandRun run = run("penguins.tfrecord", "-o", "a", "--seed", "5", "--memory", "64KiB");
        assertThat(run.text()).startsWith("a: 344 records\n344 records, --seed 5; read ");
        assertThat(run("penguins.tfrecord", "-o", "b", "--seed", "5", "--memory", "10MB")
                        .code())
                .isZero();
        assertThat(run("penguins.tfrecord", "-o", "c", "--seed", "6").code()).isZero();
        List<Bytes> input = records("penguins.tfrecord");
        assertThat(records("a")).containsExactlyInAnyOrderElementsOf(input).isNotEqualTo(input);
        assertThat(records("b")).isEqualTo(records("a"));
        assertThat(records("c")).isNotEqualTo(records("a"));
        assertNoTemporaryFiles();
    }

    @Test
    void reportsTheRandomSeed() throws IOException {
        Samples.penguins(directory);
        CommandRun run = run("penguins.tfrecord", "-o", "a");
        Matcher reported = Pattern.compile("--seed (\\d+)").matcher(run.text());
        assertThat(reported.find()).isTrue();
        assertThat(run("penguins.tfrecord", "-o", "b", "--seed", reported.group(1))
                        .code())
                .isZero();
        assertThat(records("b")).isEqualTo(records("a"));
    }

    @Test
    void writesShardsAndMixesFiles() throws IOException {
        Samples.texts(directory.resolve("x"), texts(0, 60));
        Samples.texts(directory.resolve("y"), texts(60, 100));
        Samples.texts(directory.resolve("both"), texts(0, 100));
        assertThat(run("x", "y", "-o", "s", "--shards", "3", "--seed", "1").code())
                .isZero();
        assertThat(run("both", "-o", "one", "--seed", "1").code()).isZero();
        List<Bytes> found = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            found.addAll(records("s-0000" + i + "-of-00003"));
        }
        assertThat(found).isEqualTo(records("one"));
    }

    private static String[] texts(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> "record " + i).toArray(String[]::new);
    }

    @Test
    void writesTemporaryFilesToTheGivenDirectory() throws IOException {
        Samples.texts(
                directory.resolve("x"),
                IntStream.range(0, 500).mapToObj(i -> i + "-".repeat(1000)).toArray(String[]::new));
        CommandRun run = run("x", "-o", "a", "--memory", "100kB", "--temp", "no");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).isEqualTo("--temp no: no such directory; create it first\n");
        Path temporary = Files.createDirectory(directory.resolve("t"));
        run = run("x", "-o", "a", "--memory", "100kB", "--temp", "t", "--seed", "1");
        assertThat(run.text()).contains("through temporary files");
        assertThat(temporary).isEmptyDirectory();
        assertThat(run("x", "-o", "b", "--seed", "1").text()).doesNotContain("temporary files");
        assertThat(Files.readAllBytes(directory.resolve("a"))).isEqualTo(Files.readAllBytes(directory.resolve("b")));
        run = run("x", "-o", "c", "--memory", "100kB", "--seed", "1", "--json");
        assertThat(run.text())
                .contains("\"records\":500,\"seed\":1,\"bytes_read\":")
                .contains("\"temporary_bytes\":");
        assertNoTemporaryFiles();
    }

    @Test
    void readsStandardInputAndWritesStandardOutput() throws IOException {
        byte[] input = Files.readAllBytes(Samples.texts(directory.resolve("x"), texts(0, 50)));
        CommandRun run = runWith(input, "-", "-o", "-", "--seed", "1");
        assertThat(run.code()).isZero();
        assertThat(run.err()).contains("50 records, --seed 1");
        assertThat(run("x", "-o", "a", "--seed", "1").code()).isZero();
        assertThat(run.out()).isEqualTo(Files.readAllBytes(directory.resolve("a")));
    }

    @Test
    void rejectsInvalidValues() throws IOException {
        Samples.texts(directory.resolve("x"), "a", "b");
        assertThat(run("x", "-o", "x", "--overwrite").err()).startsWith("x: is an input, so it cannot be an output");
        assertThat(run("x", "-o", "a", "--memory", "much").err())
                .startsWith("--memory must be a number of bytes such as 100MB, 1.5GiB or 4096: much");
        assertThat(run("x", "-o", "a", "--memory", "1kB").err()).startsWith("--memory must be at least 65536 bytes");
        assertThat(run("x", "-o", "a", "--memory", "900TB").err())
                .startsWith("--memory must be at most the heap of Java");
        assertThat(run("x", "-o", "a", "--memory", "99999999999TB").code()).isEqualTo(2);
        assertThat(run("x", "-o", "a").code()).isZero();
        assertThat(run("x", "-o", "a").err()).startsWith("a: exists already");
    }

    @Test
    void failsAtDamageOrSkipsIt() throws IOException {
        Samples.flip(Samples.texts(directory.resolve("x"), texts(0, 50)), 13);
        CommandRun run = run("x", "-o", "a");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("riffle repair").contains("--skip-damage");
        assertThat(directory.resolve("a")).doesNotExist();
        run = run("x", "-o", "a", "--skip-damage");
        assertThat(run.code()).isEqualTo(1);
        assertThat(records("a")).hasSize(49);
        assertNoTemporaryFiles();
    }
}
