package dev.riffle.cli.convert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.cli.CommandRun;
import dev.riffle.cli.Samples;
import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.example.SequenceExample;
import dev.riffle.example.internal.ForeignMessages;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests JSON lines of messages that are not Examples. */
class MessageLinesTest {

    @TempDir
    Path directory;

    private CommandRun export(String form, byte[]... payloads) throws IOException {
        RecordWriter.write(
                directory.resolve("f"), RecordWriterOptions.defaults().overwrite(), records -> {
                    for (byte[] payload : payloads) {
                        records.write(payload);
                    }
                });
        return CommandRun.of(directory, "export", "f", form);
    }

    private static byte[] sequence(Feature... steps) {
        return SequenceExample.builder()
                .context(Example.builder().put("id", 9007199254740993L).build())
                .put("frames", steps)
                .build()
                .toByteArray();
    }

    @Test
    void writesSequenceExamples() throws IOException {
        byte[] first = sequence(Feature.of(0.5f, 1.5f), Feature.of(Float.NaN), Feature.notSet());
        byte[] contextOnly = Samples.number(1).toByteArray();
        CommandRun run = export("--as=jsonl", first, contextOnly, new byte[0]);
        assertThat(run.text()).isEqualTo("""
                        {"context":{"id":9007199254740993},"lists":{"frames":[[0.5,1.5],{"$float":["NaN"]},{"$unset":[]}]}}
                        {"context":{"n":1},"lists":{}}
                        {"context":{},"lists":{}}
                        """);
        assertThat(run.code()).isZero();
        assertThat(export("--exact", first).text())
                .isEqualTo("{\"context\":{\"feature\":{\"id\":{\"int64List\":{\"value\":[\"9007199254740993\"]}}}},"
                        + "\"featureLists\":{\"featureList\":{\"frames\":{\"feature\":["
                        + "{\"floatList\":{\"value\":[0.5,1.5]}},{\"floatList\":{\"value\":[\"NaN\"]}},{}]}}}}\n");
    }

    @Test
    void writesListsOfExamples() throws IOException {
        CommandRun run =
                export("--as=jsonl", ForeignMessages.exampleListWithContext(1), ForeignMessages.exampleList(2));
        assertThat(run.text()).isEqualTo("""
                        {"context":{"query_tokens":["what","is","number1"]},"examples":[{"document_tokens":["answer","to1"],"relevance":1},{"document_tokens":["answer","to1"],"relevance":0}]}
                        {"context":{},"examples":[{"document_tokens":["answer","to2"],"relevance":1},{"document_tokens":["answer","to2"],"relevance":0}]}
                        """);
        assertThat(export("--exact", ForeignMessages.exampleList(2)).text())
                .startsWith("{\"examples\":[{\"features\":{\"feature\":{\"document_tokens\":");
    }

    @Test
    void writesEvents() throws IOException {
        byte[] event = ForeignMessages.event(3, ForeignMessages.scalar("loss", 0.5f));
        assertThat(export("--as=jsonl", ForeignMessages.eventVersion(), event).text())
                .isEqualTo("""
                        {"wall_time":1700000000.0,"step":0,"file_version":"brain.Event:2"}
                        {"wall_time":1700000003.0,"step":3,"values":[{"tag":"loss","value":0.5}]}
                        """);
        assertThat(export("--exact", event).text())
                .isEqualTo("{\"wallTime\":1700000003.0,\"step\":\"3\",\"summary\":{\"value\":["
                        + "{\"tag\":\"loss\",\"simpleValue\":0.5}]}}\n");
    }

    @Test
    void writesTheFieldsOfOtherMessages() throws IOException {
        CommandRun run = export("--as=jsonl", ForeignMessages.field(9, "name"), new byte[0]);
        assertThat(run.text()).isEqualTo("""
                        {"fields":[{"field":9,"type":"text","value":"name"}]}
                        {"fields":[]}
                        """);
    }

    @Test
    void rejectsRecordsOfAnotherTypeThanTheFirst() throws IOException {
        byte[] event = ForeignMessages.event(3, ForeignMessages.scalar("loss", 0.5f));
        byte[] example = Samples.number(1).toByteArray();
        assertThat(export("--as=jsonl", event, example).err())
                .startsWith("f: record 1 at offset ")
                .endsWith(" is an Example, not a TensorBoard event; 'riffle cat' prints it\n");
        assertThat(export("--as=jsonl", example, event).err())
                .endsWith(" is a TensorBoard event, not an Example; 'riffle cat' prints it\n");
        assertThat(export("--as=jsonl", sequence(Feature.of(1L)), event).err())
                .endsWith(" is a TensorBoard event, not a SequenceExample; 'riffle cat' prints it\n");
        assertThat(export("--as=jsonl", example, sequence(Feature.of(1L))).err())
                .endsWith(" is a SequenceExample, not an Example; 'riffle cat' prints it\n");
    }

    @Test
    void neverWritesADamagedExampleAsAnotherMessage() throws IOException {
        byte[] example = Example.builder().put("n", 1L, 2L, 3L).build().toByteArray();
        byte[] damaged = example.clone();
        damaged[damaged.length - 1] |= (byte) 0x80;
        CommandRun run = export("--as=jsonl", example, damaged);
        assertThat(run.err())
                .startsWith("f: record 1 at offset ")
                .contains(" not an Example (at byte ", "; 'riffle cat' prints it");
        assertThat(run.code()).isEqualTo(1);
        assertThat(export("--as=jsonl", sequence(Feature.of(1L)), Arrays.copyOf(example, 4))
                        .code())
                .isEqualTo(1);
    }

    @Test
    void rejectsMessagesForCsv() throws IOException {
        export("--as=jsonl", ForeignMessages.exampleList(2));
        assertThat(CommandRun.of(directory, "export", "f", "-o", "f.csv").err())
                .isEqualTo("f: record 0 at offset 0 is an ExampleListWithContext, not an Example; 'riffle cat' prints"
                        + " it\n");
        assertThat(directory.resolve("f.csv")).doesNotExist();
    }
}
