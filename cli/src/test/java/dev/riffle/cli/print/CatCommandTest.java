package dev.riffle.cli.print;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.cli.CommandContract;
import dev.riffle.cli.CommandRun;
import dev.riffle.cli.Samples;
import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class CatCommandTest extends CommandContract {

    @Override
    public List<String> command() {
        return List.of("cat");
    }

    @Override
    public List<String> goodArguments() throws IOException {
        Samples.penguins(directory);
        return List.of("penguins.tfrecord");
    }

    @Test
    void printsTextFormatAfterAComment() throws IOException {
        Samples.examples(directory.resolve("a.tfrecord"), Samples.number(7));
        assertThat(run("a.tfrecord").text())
                .isEqualTo("# a.tfrecord: record 0, " + Samples.number(7).toByteArray().length + " bytes\n"
                        + Samples.number(7).toText());
        assertThat(Example.parseText(run("a.tfrecord").text())).isEqualTo(Samples.number(7));
    }

    @Test
    void printsOfRecordMessages() throws IOException {
        Example doubles = Example.builder().put("x", Feature.ofDoubles(0.5)).build();
        Samples.ofRecords(directory.resolve("a.ofrecord"), doubles);
        assertThat(run("a.ofrecord").text()).contains("double_list");
        assertThat(run("a.ofrecord", "--json").text())
                .isEqualTo("{\"feature\":{\"x\":{\"doubleList\":{\"value\":[0.5]}}}}\n");
    }

    @Test
    void appliesFromAndLimit() throws IOException {
        Samples.texts(directory.resolve("a.tfrecord"), "zero", "one", "two", "three");
        assertThat(run("--raw", "--from", "1", "--limit", "2", "a.tfrecord").text())
                .isEqualTo("onetwo");
        assertThat(run("--raw", "--from", "1", "--to", "3", "a.tfrecord").text())
                .isEqualTo(run("--raw", "--from", "1", "--limit", "2", "a.tfrecord")
                        .text());
        assertThat(run("--from", "3", "--to", "1", "a.tfrecord").err()).startsWith("--to 1 is less than --from 3");
        assertThat(run("--from", "-1", "a.tfrecord").code()).isEqualTo(2);
        assertThat(run("--limit", "-1", "a.tfrecord").code()).isEqualTo(2);
        assertThat(run("--limit", "many", "a.tfrecord").code()).isEqualTo(2);
    }

    @Test
    void printsOtherPayloadsAsJson() throws IOException {
        Samples.texts(directory.resolve("a.tfrecord"), "tea");
        assertThat(run("--json", "a.tfrecord").text()).isEqualTo("{\"text\":\"tea\"}\n");
        Bytes binary = Bytes.ofHex("ff00fe");
        RecordWriter.write(
                directory.resolve("b.tfrecord"), RecordWriterOptions.defaults(), records -> records.write(binary));
        assertThat(run("--json", "b.tfrecord").text()).isEqualTo("{\"base64\":\"/wD+\"}\n");
        assertThat(run("b.tfrecord").text()).contains("3 bytes [ff00fe]");
    }

    @Test
    void rejectsTwoFormsAtOnce() throws IOException {
        Samples.texts(directory.resolve("a.tfrecord"), "tea");
        assertThat(run("--raw", "--json", "a.tfrecord").code()).isEqualTo(2);
    }

    @Test
    void printsTheRecordsBeforeDamage() throws IOException {
        Samples.flip(Samples.texts(directory.resolve("a.tfrecord"), "one", "two", "six"), 19 + 12);
        CommandRun run = run("--raw", "a.tfrecord");
        assertThat(run.text()).isEqualTo("one");
        assertThat(run.code()).isEqualTo(1);
        CommandRun skipping = run("--raw", "--skip-damage", "a.tfrecord");
        assertThat(skipping.text()).isEqualTo("onesix");
        assertThat(skipping.err()).contains("record 1").contains("19 bytes skipped");
        assertThat(skipping.code()).isEqualTo(1);
    }

    @Test
    void pipesRawBytes() throws IOException {
        byte[] raw = run(
                        "--raw",
                        Samples.texts(directory.resolve("a"), "a,b\n1,2\n").toString())
                .out();
        assertThat(new String(raw, StandardCharsets.UTF_8)).isEqualTo("a,b\n1,2\n");
    }
}
