package dev.riffle.cli.print;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.cli.CommandContract;
import dev.riffle.cli.CommandRun;
import dev.riffle.cli.Samples;
import dev.riffle.example.Example;
import dev.riffle.index.IndexFile;
import dev.riffle.index.IndexState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class GetCommandTest extends CommandContract {

    @Override
    public List<String> command() {
        return List.of("get");
    }

    @Override
    public List<String> goodArguments() throws IOException {
        Samples.penguins(directory);
        return List.of("penguins.tfrecord", "7");
    }

    @Override
    public List<String> missingFile() {
        return List.of("missing.tfrecord", "0");
    }

    private void texts() throws IOException {
        Samples.texts(directory.resolve("a.tfrecord"), "x", "yy");
        Samples.texts(directory.resolve("b.tfrecord"), "zzz");
    }

    @Test
    void printsLikeCat() throws IOException {
        Samples.penguins(directory);
        for (String form : List.of("--json", "--raw", "")) {
            String[] flags = form.isEmpty() ? new String[0] : new String[] {form};
            CommandRun cat = CommandRun.of(
                    directory,
                    Stream.concat(
                                    Stream.of("cat", "penguins.tfrecord", "--from", "300", "--limit", "1"),
                                    Stream.of(flags))
                            .toArray(String[]::new));
            CommandRun get = run(Stream.concat(Stream.of("penguins.tfrecord", "300"), Stream.of(flags))
                    .toArray(String[]::new));
            assertThat(get.text().replace(directory + "/", ""))
                    .isEqualTo(cat.text().replace(directory + "/", ""));
        }
    }

    @Test
    void reportsARecordAboveTheLimit() throws IOException {
        texts();
        CommandRun rejected = run("a.tfrecord", "1", "--max-record", "1");
        assertThat(rejected.code()).isEqualTo(1);
        assertThat(rejected.err())
                .contains("a.tfrecord: record 1 at offset 17: record larger than the memory limit: expected at most 1"
                        + " bytes, found 2 bytes; raise the limit (--max-record,");
        assertThat(run("a.tfrecord", "1", "--max-record", "2").code()).isZero();
        assertThat(run("a.tfrecord", "1", "--max-record", "x").code()).isEqualTo(2);
    }

    @Test
    void writesNothingAndUsesAFreshIndex() throws IOException {
        texts();
        String without = run("a.tfrecord", "1", "0", "1").text();
        assertThat(without)
                .isEqualTo("# a.tfrecord: record 1, 2 bytes\nyy\n# a.tfrecord: record 0, 1 byte\nx\n"
                        + "# a.tfrecord: record 1, 2 bytes\nyy\n");
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).hasSize(2);
        }
        assertThat(CommandRun.of(directory, "index", "a.tfrecord").code()).isZero();
        assertThat(run("a.tfrecord", "1", "0", "1").text()).isEqualTo(without);
    }

    /** Gets a record after damage without an error. A scan to this record would report the damage. */
    @Test
    void aFreshIndexAvoidsTheScan() throws IOException {
        Path file = Samples.texts(
                directory.resolve("a.tfrecord"),
                java.util.stream.IntStream.range(0, 3000)
                        .mapToObj(i -> "text " + i + " ".repeat(200))
                        .toArray(String[]::new));
        assertThat(CommandRun.of(directory, "index", "a.tfrecord").code()).isZero();
        FileTime time = Files.getLastModifiedTime(file);
        byte[] content = Files.readAllBytes(file);
        boolean unproven = false;
        for (int at = content.length / 2; !unproven; at += 100) {
            byte[] changed = content.clone();
            changed[at] ^= 1;
            Files.write(file, changed);
            Files.setLastModifiedTime(file, time);
            unproven = IndexFile.of(file).check().kind() == IndexState.Kind.UNPROVEN;
        }
        assertThat(run("a.tfrecord", "2999", "--raw").text().strip()).isEqualTo("text 2999");
        CommandRun count = CommandRun.of(directory, "count", "--trust-index", "a.tfrecord");
        assertThat(count.text().replace(",", "")).contains("3000");
        assertThat(CommandRun.of(directory, "count", "a.tfrecord").code()).isEqualTo(1);
        assertThat(CommandRun.of(directory, "index", "--remove", "a.tfrecord").code())
                .isZero();
        assertThat(run("a.tfrecord", "2999", "--raw").code()).isEqualTo(1);
    }

    @Test
    void reportsAStaleIndexAndReadsTheFile() throws IOException {
        texts();
        assertThat(CommandRun.of(directory, "index", "a.tfrecord").code()).isZero();
        Files.write(
                directory.resolve("a.tfrecord"),
                Files.readAllBytes(directory.resolve("b.tfrecord")),
                StandardOpenOption.APPEND);
        CommandRun run = run("a.tfrecord", "2", "--raw");
        assertThat(run.code()).isZero();
        assertThat(run.text()).isEqualTo("zzz");
        assertThat(run.err()).contains(".a.tfrecord.index: stale, not used");
    }

    @Test
    void numbersRecordsAcrossFiles() throws IOException {
        texts();
        assertThat(run("?.tfrecord", "2", "1").text())
                .isEqualTo("# b.tfrecord: record 0, 3 bytes\nzzz\n# a.tfrecord: record 1, 2 bytes\nyy\n");
    }

    @Test
    void reportsTheRangeOfNumbers() throws IOException {
        texts();
        CommandRun run = run("a.tfrecord", "0", "2");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).isEqualTo("a.tfrecord: no record 2; the input has records 0 to 1\n");
        Files.write(directory.resolve("empty.tfrecord"), new byte[0]);
        assertThat(run("empty.tfrecord", "0").err())
                .isEqualTo("empty.tfrecord: no record 0; the input has no records\n");
    }

    @Test
    void rejectsInvalidNumbers() throws IOException {
        texts();
        for (String[] arguments : new String[][] {
            {"a.tfrecord"},
            {"a.tfrecord", "b.tfrecord", "0"},
            {"a.tfrecord", "99999999999999999999"},
            {"a.tfrecord", "--", "-9"},
            {"a.tfrecord", "0", "--lookup", "x"},
            {"a.tfrecord", "0", "--key", "x"},
            {"a.tfrecord", "--lookup", "x"},
            {"-", "0"}
        }) {
            CommandRun run = run(arguments);
            assertThat(run.code()).as(String.join(" ", arguments)).isEqualTo(2);
            assertThat(run.out()).isEmpty();
            assertThat(run.err()).isNotEmpty().doesNotContain("unexpected");
        }
        assertThat(run("missing.tfrecord", "--lookup", "x").err()).contains("missing.tfrecord: no such file");
    }

    @Test
    void findsByKey() throws IOException {
        Samples.examples(
                directory.resolve("k.tfrecord"),
                Example.builder().put("id", "5").build(),
                Example.builder().put("id", 5).build(),
                Example.builder().put("id", "b").put("n", 9).build());
        assertThat(run("k.tfrecord", "--lookup", "b", "--key", "id", "--json").text())
                .contains("\"n\"");
        assertThat(CommandRun.of(directory, "index", "k.tfrecord", "--key", "id")
                        .code())
                .isZero();
        assertThat(run("k.tfrecord", "--lookup", "5").text())
                .contains("k.tfrecord: record 0,")
                .contains("k.tfrecord: record 1,")
                .doesNotContain("record 2,");
        CommandRun none = run("k.tfrecord", "--lookup", "c");
        assertThat(none.code()).isEqualTo(1);
        assertThat(none.out()).isEmpty();
        assertThat(none.err()).isEqualTo("k.tfrecord: no record with the key c\n");
        assertThat(run("k.tfrecord", "--lookup", "9", "--key", "n").text()).contains("record 2,");
    }

    @Test
    void rejectsAKeyOfAnotherTypeAndAnUnknownFeature() throws IOException {
        Samples.examples(
                directory.resolve("k.tfrecord"),
                Example.builder().put("id", 5).put("name", "7").build());
        CommandRun text = run("k.tfrecord", "--lookup", "abc", "--key", "id");
        assertThat(text.code()).isEqualTo(2);
        assertThat(text.err()).contains("the keys are int64 values; expected an integer, found: abc");
        assertThat(run("k.tfrecord", "--lookup", "7", "--key", "name").text()).contains("record 0,");
        CommandRun nosuch = run("k.tfrecord", "--lookup", "7", "--key", "nosuch");
        assertThat(nosuch.code()).isEqualTo(1);
        assertThat(nosuch.err()).contains("no record has a key").contains("nosuch");
    }

    @Test
    void skipsDamageLikeCat() throws IOException {
        Path[] files = {directory.resolve("d-0"), directory.resolve("d-1")};
        for (Path file : files) {
            Samples.examples(
                    file,
                    Example.builder().put("id", 0).build(),
                    Example.builder().put("id", 1).build(),
                    Example.builder().put("id", 2).build(),
                    Example.builder().put("id", 3).build());
        }
        long record = Files.size(files[0]) / 4;
        Samples.flip(files[0], (int) record + 14);
        assertThat(run("d-0", "2").code()).isEqualTo(1);
        CommandRun second = run("d-0", "2", "--skip-damage");
        assertThat(second.code()).isEqualTo(1);
        assertThat(second.text()).contains("d-0: record 2,");
        assertThat(second.err()).contains("d-0: record 1 ").contains(record + " bytes skipped");
        CommandRun damaged = run("d-0", "0", "1", "--skip-damage");
        assertThat(damaged.text()).contains("d-0: record 0,").doesNotContain("record 2,");
        assertThat(damaged.err()).contains("d-0: record 1 is damaged");
        assertThat(run("d-?", "4", "--skip-damage").text()).contains("d-1: record 0,");
        assertThat(run("d-?", "--skip-damage", "--", "-5").text()).contains("d-0: record 3,");
        assertThat(run("d-?", "--last", "5", "--skip-damage").text())
                .contains("d-0: record 3,")
                .doesNotContain("record 2, offset " + record * 2);
        assertThat(run("d-0", "4", "--skip-damage").code()).isEqualTo(2);
        assertThat(run("d-0", "--lookup", "3", "--key", "id", "--skip-damage").text())
                .contains("d-0: record 3,");
        CommandRun intact = run("d-1", "3", "--skip-damage");
        assertThat(intact.code()).isZero();
        assertThat(intact.err()).isEmpty();
    }

    @Test
    void reportsDamage() throws IOException {
        texts();
        Samples.flip(directory.resolve("a.tfrecord"), 13);
        CommandRun run = run("a.tfrecord", "1");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("a.tfrecord: record 0").contains("checksum does not match");
    }

    @Test
    void countsFromTheEnd() throws IOException {
        texts();
        assertThat(run("a.tfrecord", "--raw", "--", "-1").text()).isEqualTo("yy");
        assertThat(run("a.tfrecord", "--raw", "--last", "1").text()).isEqualTo("yy");
        assertThat(run("?.tfrecord", "--last", "2").text())
                .isEqualTo("# a.tfrecord: record 1, 2 bytes\nyy\n# b.tfrecord: record 0, 3 bytes\nzzz\n");
        assertThat(run("?.tfrecord", "--last", "2000000000000").text())
                .isEqualTo(run("?.tfrecord", "0", "1", "2").text());
        CommandRun run = run("a.tfrecord", "--", "-3");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).isEqualTo("a.tfrecord: no record -3; the input has records 0 to 1\n");
        assertThat(run("a.tfrecord", "--last", "0").err()).contains("--last must be positive: 0");
        assertThat(run("a.tfrecord", "--last", "1", "0").err())
                .contains("cannot be combined with record numbers or --lookup");
    }
}
