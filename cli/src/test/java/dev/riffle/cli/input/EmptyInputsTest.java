package dev.riffle.cli.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordFormat;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.cli.CommandRun;
import dev.riffle.cli.Samples;
import dev.riffle.io.Compression;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests inputs without records, whose content does not show their format: the ending of their names decides. */
class EmptyInputsTest {

    @TempDir
    Path directory;

    private CommandRun run(String words) {
        return CommandRun.of(directory, words.split(" "));
    }

    private void empty(String name, Compression compression) throws IOException {
        RecordWriter.write(
                directory.resolve(name), RecordWriterOptions.defaults().compression(compression), writer -> {});
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "e.ofrecord",
                "e.ofrecord.gz",
                "e.OFRecord",
                "e.ofrecord-00000-of-00001",
                "e-00000-of-00001.ofrecord"
            })
    void convertsAnEmptyOfRecordFileAndBack(String name) throws IOException {
        empty(name, name.endsWith(".gz") ? Compression.GZIP : Compression.NONE);
        CommandRun there = run("convert " + name + " -o t.tfrecord");
        assertThat(there.code()).as(there.err()).isZero();
        assertThat(directory.resolve("t.tfrecord")).isEmptyFile();
        CommandRun back = run("convert t.tfrecord -o back.ofrecord.gz");
        assertThat(back.code()).as(back.err()).isZero();
        assertThat(run("convert back.ofrecord.gz -o again.tfrecord").code()).isZero();
        assertThat(run("convert " + name + " -o wrong.ofrecord").err())
                .contains("the input is OFRecord already, and would become TFRecord");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "merge IN -o OUT",
                "take IN -n 3 -o OUT",
                "slice IN -o OUT",
                "sample IN -n 1 --seed 1 -o OUT",
                "shuffle IN --seed 1 -o OUT",
                "dedupe IN -o OUT",
                "filter n>0 IN -o OUT",
                "split IN -o OUT --shards 2",
                "recompress IN -o OUT",
                "repair IN -o OUT"
            })
    void keepsTheFormatOfTheEnding(String command) throws IOException {
        empty("e.ofrecord", Compression.NONE);
        CommandRun run = run(command.replace("IN", "e.ofrecord").replace("OUT", "out.ofrecord"));
        assertThat(run.code()).as(run.err()).isZero();
        String written = command.startsWith("split") ? "out.ofrecord-00001-of-00002" : "out.ofrecord";
        assertThat(directory.resolve(written)).isEmptyFile();
        CommandRun wrong = run(command.replace("IN", "e.ofrecord").replace("OUT", "out.tfrecord"));
        assertThat(wrong.code()).isEqualTo(2);
        assertThat(wrong.err()).startsWith("out.tfrecord: the ending .tfrecord means TFRecord, but ");
        empty("g.ofrecord.gz", Compression.GZIP);
        CommandRun packed = run(command.replace("IN", "g.ofrecord.gz").replace("OUT", "out.ofrecord.gz"));
        assertThat(packed.code()).as(packed.err()).isZero();
    }

    @Test
    void anEmptyFileFitsFilesOfItsFormat() throws IOException {
        Samples.ofRecords(directory.resolve("o"), Samples.number(1));
        Samples.examples(directory.resolve("t"), Samples.number(1));
        empty("e.ofrecord", Compression.NONE);
        empty("g.ofrecord.gz", Compression.GZIP);
        empty("e.tfrecord", Compression.NONE);
        empty("e", Compression.NONE);
        for (String words :
                new String[] {"o e.ofrecord", "e.ofrecord g.ofrecord.gz o", "e o", "o e", "e e.ofrecord o"}) {
            CommandRun run = run("merge " + words + " -o m.ofrecord --overwrite");
            assertThat(run.code()).as("%s: %s", words, run.err()).isZero();
            assertThat(directory.resolve("m.ofrecord")).hasSameBinaryContentAs(directory.resolve("o"));
            CommandRun converted = run("convert " + words + " -o c.tfrecord --overwrite");
            assertThat(converted.code()).as("%s: %s", words, converted.err()).isZero();
            assertThat(run("count c.tfrecord").text()).isEqualTo("1\n");
        }
        CommandRun mixed = run("merge t e.ofrecord -o m.tfrecord");
        assertThat(mixed.code()).isEqualTo(2);
        assertThat(mixed.err()).startsWith("e.ofrecord: is OFRecord, while t is TFRecord; 'riffle convert' converts");
        assertThat(run("convert t e.ofrecord -o m.ofrecord").err())
                .startsWith("e.ofrecord: is OFRecord, while t is TFRecord; convert each format separately");
        assertThat(run("merge t e e.tfrecord -o m.tfrecord").code()).isZero();
    }

    @Test
    void contentDecidesBeforeTheEnding() throws IOException {
        Samples.examples(directory.resolve("t.ofrecord"), Samples.number(1));
        CommandRun run = run("convert t.ofrecord -o o.ofrecord");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run("info o.ofrecord").text()).contains("OFRecord");
        byte[] whole = Files.readAllBytes(directory.resolve("t.ofrecord"));
        whole[14] ^= 1;
        Files.write(directory.resolve("t.ofrecord"), whole);
        assertThat(run("info t.ofrecord").text()).contains("TFRecord, not compressed");
    }

    @Test
    void infoNamesTheFormatOfTheEnding() throws IOException {
        empty("e.ofrecord", Compression.NONE);
        empty("e.tfrecord", Compression.NONE);
        assertThat(run("info e.ofrecord").text()).contains(RecordFormat.OFRECORD.title() + ", not compressed");
        assertThat(run("info e.tfrecord").text()).contains(RecordFormat.TFRECORD.title() + ", not compressed");
    }
}
