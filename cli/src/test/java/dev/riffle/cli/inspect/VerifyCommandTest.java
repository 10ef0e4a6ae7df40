package dev.riffle.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.cli.CommandContract;
import dev.riffle.cli.CommandRun;
import dev.riffle.cli.Samples;
import dev.riffle.example.Feature;
import dev.riffle.example.FeatureList;
import dev.riffle.example.SequenceExample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class VerifyCommandTest extends CommandContract {

    @Override
    public List<String> command() {
        return List.of("verify");
    }

    @Override
    public List<String> goodArguments() throws IOException {
        Samples.penguins(directory);
        return List.of("penguins.tfrecord");
    }

    @Test
    void reportsAnIntactFile() throws IOException {
        Samples.penguins(directory);
        assertThat(run("penguins.tfrecord").text()).isEqualTo("penguins.tfrecord: 344 records, nothing wrong\n");
    }

    @Test
    void reportsAllDamage() throws IOException {
        Path file = Samples.texts(directory.resolve("a.tfrecord"), "one", "two", "three", "four");
        int frame = 3 + Samples.FRAME_BYTES;
        Samples.flip(file, 12);
        Samples.flip(file, 2 * frame + 12);
        CommandRun run = run("a.tfrecord");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.lines()).hasSize(3);
        assertThat(run.lines().get(0))
                .startsWith("a.tfrecord: record 0 at offset 12: payload checksum does not match")
                .endsWith("19 bytes skipped");
        assertThat(run.lines().get(1)).startsWith("a.tfrecord: record 2 at offset " + (2 * frame + 12));
        assertThat(run.lines().get(2)).isEqualTo("a.tfrecord: 2 records, 2 findings");
    }

    /**
     * Verifies a file in which one writer died after a header and another writer appended records. The appended records
     * could also be part of a payload.
     */
    @Test
    void namesRecordsThatMayBeNested() throws IOException {
        byte[] dead = Files.readAllBytes(Samples.texts(directory.resolve("dead"), "a".repeat(500)));
        byte[] rest = Files.readAllBytes(Samples.texts(directory.resolve("rest"), "two", "six"));
        byte[] file = Arrays.copyOf(dead, 12 + rest.length);
        System.arraycopy(rest, 0, file, 12, rest.length);
        Files.write(directory.resolve("a"), file);
        CommandRun run = run("a");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.lines()).hasSize(2);
        assertThat(run.lines().get(0)).endsWith("12 bytes skipped; next records kept, possibly nested");
        assertThat(run.lines().get(1)).isEqualTo("a: 2 records, 1 finding");
        assertThat(run("a", "--json").lines().get(0))
                .contains("\"consequence\":\"12 bytes skipped; next records kept, possibly nested\"");
    }

    @Test
    void namesDamageThatHidesNestedRecords() throws IOException {
        byte[] inner = Files.readAllBytes(Samples.texts(directory.resolve("inner"), "two", "six", "ten"));
        RecordWriter.write(directory.resolve("a"), RecordWriterOptions.defaults(), records -> {
            records.write(inner);
            records.write("last");
        });
        Samples.flip(directory.resolve("a"), 12 + inner.length);
        CommandRun run = run("a");
        assertThat(run.lines()).hasSize(2);
        assertThat(run.lines().get(0)).endsWith("bytes skipped; intact records inside dropped as nested");
        assertThat(run.lines().get(1)).isEqualTo("a: 1 record, 1 finding");
    }

    @Test
    void reportsATornTailOnStandardInput() throws IOException {
        byte[] whole = Files.readAllBytes(Samples.texts(directory.resolve("a.tfrecord"), "one", "two"));
        CommandRun run = runWith(Arrays.copyOf(whole, whole.length - 1), "-", "--json");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.lines().get(0)).contains("\"record\":1").contains("\"reason\":\"truncated_payload\"");
        assertThat(run.lines().get(1)).isEqualTo("{\"file\":\"standard input\",\"records\":1,\"findings\":1}");
    }

    @Test
    void stopsAtTheFirstDamageOfOfRecord() throws IOException {
        Path file = Samples.ofRecords(directory.resolve("a.ofrecord"), Samples.number(1), Samples.number(2));
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(whole, whole.length - 1));
        CommandRun run = run("a.ofrecord");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.lines().get(0)).startsWith("a.ofrecord: record 1").endsWith("the rest of the file was not read");
        assertThat(run.lines().get(1)).isEqualTo("a.ofrecord: 1 record, 1 finding");
    }

    @Test
    void countsTheRecordsBeforeABrokenStream() throws IOException {
        Samples.penguinsCsv(directory);
        CommandRun.of(directory, "import", "penguins.csv", "-o", "p.tfrecord.gz");
        Path file = directory.resolve("p.tfrecord.gz");
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(whole, whole.length / 2));
        CommandRun run = run("p.tfrecord.gz");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.lines().get(0)).contains("damaged compressed stream");
        assertThat(run.lines().get(1)).matches("p.tfrecord.gz: [1-9][0-9]* records, 1 finding");
    }

    @Test
    void checksPayloadsOnRequest() throws IOException {
        Samples.texts(directory.resolve("a.tfrecord"), "no Example");
        assertThat(run("a.tfrecord").code()).isZero();
        CommandRun run = run("--examples", "a.tfrecord");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.text()).contains("a.tfrecord: record 0 at offset 0 is text, not an Example;");
        SequenceExample sequence = SequenceExample.of(Samples.number(1), Map.of("s", FeatureList.of(Feature.of(1L))));
        RecordWriter.write(
                directory.resolve("s"),
                RecordWriterOptions.defaults(),
                records -> records.write(sequence.toByteArray()));
        assertThat(run("--examples", "s").lines().get(0))
                .isEqualTo("s: record 0 at offset 0 is a SequenceExample, not an Example; 'riffle cat' prints it");
        assertThat(run("--examples", "--json", "a.tfrecord").text())
                .contains("\"reason\":\"not_an_example\",\"found\":\"text, not an Example;");
    }
}
