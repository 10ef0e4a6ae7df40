package dev.riffle.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.cli.CommandContract;
import dev.riffle.cli.CommandRun;
import dev.riffle.cli.Samples;
import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.example.FeatureList;
import dev.riffle.example.SequenceExample;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class InfoCommandTest extends CommandContract {

    @Override
    public List<String> command() {
        return List.of("info");
    }

    @Override
    public List<String> goodArguments() throws IOException {
        Samples.penguins(directory);
        return List.of("penguins.tfrecord");
    }

    @Test
    void summarizesThePenguins() throws IOException {
        Samples.penguins(directory);
        assertThat(run("penguins.tfrecord").text()).isEqualTo("""
                        penguins.tfrecord
                          format      TFRecord, not compressed
                          file        67,585 bytes
                          records     344
                          payloads    62,081 bytes; each 47 to 185, mean 180
                          hold        Example
                          feature              kind   records  values  range
                          Beak Depth (mm)      float  342      1       13.1 to 21.5
                          Beak Length (mm)     float  342      1       32.1 to 59.6
                          Body Mass (g)        int64  342      1       2700 to 6300
                          Flipper Length (mm)  int64  342      1       172 to 231
                          Island               bytes  344      1       "Biscoe", "Dream", "Torgersen"
                          Sex                  bytes  334      1       ".", "FEMALE", "MALE"
                          Species              bytes  344      1       "Adelie", "Chinstrap", "Gentoo"
                        """);
    }

    @Test
    void namesFormatAndCompression() throws IOException {
        Samples.penguinsCsv(directory);
        CommandRun.of(directory, "import", "penguins.csv", "-o", "z", "--compression", "zlib");
        CommandRun.of(directory, "import", "penguins.csv", "-o", "o", "--format", "ofrecord", "--compression", "gzip");
        assertThat(run("z").text()).contains("TFRecord, ZLIB");
        assertThat(run("o").text()).contains("OFRecord, GZIP").contains("hold        OFRecord");
        assertThat(run("o", "--json").text()).contains("\"format\":\"ofrecord\",\"compression\":\"gzip\"");
    }

    @Test
    void infersTheTypeOfRecords() throws IOException {
        SequenceExample sequence =
                SequenceExample.of(Samples.number(1), Map.of("steps", FeatureList.of(Feature.of(1L), Feature.of(2L))));
        RecordWriter.write(directory.resolve("mixed"), RecordWriterOptions.defaults(), records -> {
            records.write(Samples.number(1).toByteArray());
            records.write(sequence.toByteArray());
            records.write("some text");
            records.write("{\"a\":[1,2]}");
            records.write(Files.readAllBytes(Samples.photograph("coffee.jpg")));
            records.write(Bytes.ofHex("089601"));
            records.write(Bytes.ofHex("ff"));
            records.write("");
        });
        assertThat(run("mixed").text())
                .contains("hold        Example (1), SequenceExample (1), image (1), JSON (1), text (1),"
                        + " other protobuf (1), empty (1), bytes (1)");
    }

    @Test
    void reportsSeveralKindsOfOneFeature() throws IOException {
        Samples.examples(
                directory.resolve("a"),
                Samples.number(1),
                Example.builder().put("n", 0.5f, 1.5f).build(),
                Example.builder().put("n", Feature.notSet()).build());
        assertThat(run("a").text()).contains("n        float or int64 or not set  3        0 to 2  1, 0.5 to 1.5");
    }

    @Test
    void examinesTheRequestedNumberOfRecords() throws IOException {
        Samples.penguins(directory);
        assertThat(run("--sample", "5", "penguins.tfrecord").text())
                .contains("records     344")
                .contains("Example (inferred from the first 5 records)");
        assertThat(run("--sample", "0", "penguins.tfrecord").text()).doesNotContain("hold");
        assertThat(run("--sample", "-1", "penguins.tfrecord").code()).isEqualTo(2);
    }

    @Test
    void reportsTheKindOfAnotherFile() throws IOException {
        Samples.penguinsCsv(directory);
        CommandRun run = run("penguins.csv");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.text()).contains("problem     not a record file: it looks like text with commas");
    }

    @Test
    void reportsWhereDamageBegins() throws IOException {
        Samples.flip(Samples.texts(directory.resolve("a.tfrecord"), "one", "two"), 19 + 12);
        CommandRun run = run("a.tfrecord");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.text())
                .contains("problem     damaged at record 1, offset 31")
                .contains("records     1");
    }

    @Test
    void drawsTheLostPartsOfADamagedFile() throws IOException {
        Path file = Samples.texts(directory.resolve("a.tfrecord"), "one", "two", "six", "ten");
        Samples.flip(file, 19 + 12);
        Samples.flip(file, 3 * 19 + 12);
        CommandRun run = run("a.tfrecord");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.text())
                .contains("problem     damaged at record 1, offset 31")
                .contains("records     2")
                .contains("lost        38 bytes in 2 regions; 'riffle repair' recovers the rest")
                .contains("map         [===============...............===============...............]")
                .contains("= intact, ~ partly lost, . lost");
        assertThat(run("a.tfrecord", "--json").text())
                .contains(
                        "\"lost_bytes\":38,\"lost_regions\":2,\"lost\":[{\"offset\":19,\"length\":19,\"reason\":\"payload_checksum\"}");
    }

    @Test
    void anEmptyFileHasNoRecords() throws IOException {
        Files.createFile(directory.resolve("empty.tfrecord"));
        CommandRun run = run("empty.tfrecord");
        assertThat(run.code()).isZero();
        assertThat(run.text()).contains("records     0");
    }
}
