package dev.riffle.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.cli.CommandRun;
import dev.riffle.cli.Samples;
import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.example.SequenceExample;
import dev.riffle.example.internal.ForeignMessages;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.TensorProto;
import dev.riffle.tensor.Values;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the tables of info for messages that are not Examples. */
class PayloadSummaryTest {

    @TempDir
    Path directory;

    private void write(byte[]... payloads) throws IOException {
        RecordWriter.write(directory.resolve("f"), RecordWriterOptions.defaults(), records -> {
            for (byte[] payload : payloads) {
                records.write(payload);
            }
        });
    }

    /** Returns the lines of info from the first line after the content. */
    private String table() {
        String text = CommandRun.of(directory, "info", "f").text();
        int hold = text.indexOf("  hold ");
        return text.substring(text.indexOf('\n', hold) + 1);
    }

    @Test
    void summarizesSequenceExamples() throws IOException {
        SequenceExample one = SequenceExample.builder()
                .context(Example.builder().put("id", 7L).build())
                .put("frames", Feature.of(0.5f, 1.5f), Feature.of(2.5f, 3.5f))
                .put("words", Feature.of("a"))
                .build();
        SequenceExample other = SequenceExample.builder()
                .context(Example.builder().put("id", 9L).build())
                .put("frames", Feature.of(-1f))
                .put("none")
                .build();
        write(one.toByteArray(), other.toByteArray());
        assertThat(table()).isEqualTo("""
                          part     feature  kind     records  steps   values  range
                          context  id       int64    2                1       7 to 9
                          lists    frames   float    2        1 to 2  1 to 2  -1.0 to 3.5
                          lists    none     not set  1        0       0
                          lists    words    bytes    1        1       1       "a"
                        """);
        assertThat(CommandRun.of(directory, "info", "--json", "f").text())
                .contains(
                        "{\"part\":\"lists\",\"name\":\"frames\",\"kinds\":[\"float\"],\"records\":2,\"min_steps\":1,\"max_steps\":2,")
                .doesNotContain("events");
    }

    @Test
    void summarizesListsOfExamples() throws IOException {
        write(ForeignMessages.exampleListWithContext(1), ForeignMessages.exampleList(2));
        assertThat(table()).isEqualTo("""
                          part      feature          kind   records  steps  values  range
                          context   query_tokens     bytes  1               3       "is", "number1", "what"
                          examples  document_tokens  bytes  2        2      2       "answer", "to1", "to2"
                          examples  relevance        int64  2        2      1       0 to 1
                        """);
    }

    @Test
    void summarizesTheTagsOfEvents() throws IOException {
        byte[] tensor = TensorProto.serialize(DenseTensor.scalar(Values.ofFloats(0.25f)))
                .toByteArray();
        byte[] image = ForeignMessages.field(4, new byte[] {(byte) 0xff, (byte) 0xd8, (byte) 0xff, 0});
        write(
                ForeignMessages.eventVersion(),
                ForeignMessages.event(1, ForeignMessages.scalar("loss", 0.5f)),
                ForeignMessages.event(
                        10,
                        ForeignMessages.scalar("loss", 0.125f),
                        ForeignMessages.join(ForeignMessages.field(1, "accuracy"), ForeignMessages.field(8, tensor)),
                        ForeignMessages.join(ForeignMessages.field(1, "picture"), ForeignMessages.field(4, image)),
                        ForeignMessages.join(
                                ForeignMessages.field(1, "weights"), ForeignMessages.field(5, new byte[0]))));
        assertThat(table()).isEqualTo("""
                          events      steps 0 to 10; 2023-11-14T22:13:20Z to 2023-11-14T22:13:30Z
                          part  feature   kind       records  values  range
                          tag   accuracy  float32    1        1       0.25
                          tag   loss      float      2        1       0.125 to 0.5
                          tag   picture   image      1        1       image of 4 bytes
                          tag   weights   histogram  1        0
                        """);
    }

    @Test
    void printsTheTimesOfEventsAsJson() throws IOException {
        write(ForeignMessages.eventVersion(), ForeignMessages.event(10, ForeignMessages.scalar("loss", 0.5f)));
        assertThat(CommandRun.of(directory, "info", "--json", "f").text())
                .contains("\"events\":{\"first_step\":0,\"last_step\":10,\"earliest\":\"2023-11-14T22:13:20Z\","
                        + "\"latest\":\"2023-11-14T22:13:30Z\"}")
                .contains("{\"part\":\"tag\",\"name\":\"loss\",\"kinds\":[\"float\"],");
    }

    @Test
    void summarizesTheFieldsOfOtherMessages() throws IOException {
        write(
                ForeignMessages.sam(1),
                ForeignMessages.join(ForeignMessages.sam(2), ForeignMessages.field(11, "text instead")));
        assertThat(table()).isEqualTo("""
                          part   feature  kind             records  values  range
                          field  4        text             2        1       "read-1", "read-2"
                          field  5        varint           2        1       1
                          field  7        varint           2        1       101
                          field  11       message or text  2        1 to 2  bytes of 12 to 24 bytes
                          field  14       text             2        1       "ACGTACGTTTGA"
                          field  15       bytes            2        1       bytes of 4 bytes
                          field  17       message          2        1       bytes of 10 bytes
                        """);
    }

    @Test
    void keepsTheTableOfExamplesInMixedFiles() throws IOException {
        write(Samples.number(1).toByteArray(), ForeignMessages.event(1, ForeignMessages.scalar("loss", 0.5f)));
        assertThat(table()).isEqualTo("""
                          events      step 1; 2023-11-14T22:13:21Z
                          part  feature  kind   records  values  range
                                n        int64  1        1       1
                          tag   loss     float  1        1       0.5
                        """);
    }
}
