package dev.riffle.cli.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.cli.CommandContract;
import dev.riffle.cli.CommandRun;
import dev.riffle.cli.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

class FilterCommandTest extends CommandContract {

    @Override
    public List<String> command() {
        return List.of("filter");
    }

    @Override
    public List<String> goodArguments() throws IOException {
        if (!Files.exists(directory.resolve("penguins.tfrecord"))) {
            Samples.penguins(directory);
        }
        return List.of("Species == 'Gentoo'", "penguins.tfrecord", "-o", "out", "--overwrite");
    }

    @Override
    public List<String> missingFile() {
        return List.of("true", "missing.tfrecord", "-o", "out");
    }

    @Test
    void writesRecordsThatMeetTheCondition() throws IOException {
        Samples.penguins(directory);
        assertThat(run("Species == 'Gentoo'", "penguins.tfrecord", "-o", "out").text())
                .isEqualTo("out: 124 records\n124 of 344 records\n");
        assertThat(run("Species == 'Gentoo'", "penguins.tfrecord", "--invert", "-o", "rest")
                        .text())
                .isEqualTo("rest: 220 records\n220 of 344 records\n");
        assertThat(run("-v", "Species == 'Gentoo'", "penguins.tfrecord", "-o", "inverted")
                        .text())
                .isEqualTo("inverted: 220 records\n220 of 344 records\n");
        assertThat(directory.resolve("inverted")).hasSameBinaryContentAs(directory.resolve("rest"));
        assertThat(run("Species == 'Gentoo'", "penguins.tfrecord", "--count").text())
                .isEqualTo("124 of 344 records\n");
        assertThat(run("Species == 'Gentoo'", "penguins.tfrecord", "--count", "--invert", "--json")
                        .text())
                .isEqualTo("{\"records\":220,\"read\":344,\"files\":[]}\n");
    }

    @Test
    void reportsThePlaceOfAnErrorInTheCondition() throws IOException {
        Samples.penguins(directory);
        CommandRun run = run("Species = 'Gentoo'", "penguins.tfrecord", "-o", "out");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).startsWith("""
                filter, column 9: unexpected "="; use == to compare
                  Species = 'Gentoo'
                          ^
                """);
    }

    @Test
    void namesARecordOfAnotherType() throws IOException {
        Samples.penguins(directory);
        CommandRun run = run("Species == 3", "penguins.tfrecord", "-o", "out");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err())
                .isEqualTo(
                        "penguins.tfrecord: record 0 at offset 0: feature \"Species\" (bytes_list) cannot be compared"
                                + " with a number\n");
        assertThat(directory.resolve("out")).doesNotExist();
    }

    @Test
    void reportsAFeatureThatNoRecordHas() throws IOException {
        Samples.penguins(directory);
        for (String style : List.of("--invert", "--json")) {
            CommandRun run = run("Specis == 'Gentoo' or Island == 'Biscoe'", "penguins.tfrecord", "--count", style);
            assertThat(run.code()).isZero();
            assertThat(run.err()).isEqualTo("note: no record has a feature \"Specis\"; did you mean \"Species\"?\n");
        }
        assertThat(run("Specis == 'Gentoo'", "penguins.tfrecord", "-o", "out").err())
                .isEqualTo("note: the output has no records, because no record meets the condition\n"
                        + "note: no record has a feature \"Specis\"; did you mean \"Species\"?\n");
        assertThat(run("not has(Specis)", "penguins.tfrecord", "-o", "shards", "--shards", "2")
                        .err())
                .contains("\"Specis\"");
        Files.createFile(directory.resolve("empty.tfrecord"));
        assertThat(run("Specis == 'Gentoo'", "empty.tfrecord", "--count").err()).isEmpty();
    }
}
