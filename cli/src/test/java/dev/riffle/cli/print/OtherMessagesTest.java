package dev.riffle.cli.print;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordFormat;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.cli.CommandRun;
import dev.riffle.cli.Samples;
import dev.riffle.example.Example;
import dev.riffle.example.internal.ForeignMessages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that commands report messages of other types, instead of printing empty rows. */
class OtherMessagesTest {

    private static final String LIST = "an ExampleListWithContext";

    @TempDir
    Path directory;

    private void write(String name, byte[]... payloads) throws IOException {
        RecordWriter.write(directory.resolve(name), RecordWriterOptions.defaults(), records -> {
            for (byte[] payload : payloads) {
                records.write(payload);
            }
        });
    }

    private void lists() throws IOException {
        write("lists", ForeignMessages.exampleListWithContext(1), ForeignMessages.exampleListWithContext(2));
    }

    private void fails(String message, String... words) throws IOException {
        CommandRun run = CommandRun.of(directory, words);
        assertThat(run.err()).contains(message);
        assertThat(run.text()).isEmpty();
        assertThat(run.code()).isEqualTo(1);
    }

    @Test
    void infoNamesOtherMessages() throws IOException {
        lists();
        assertThat(CommandRun.of(directory, "info", "lists").text()).contains("hold        ExampleListWithContext\n");
    }

    @Test
    void parseInfersNoSpecsFromOtherMessages() throws IOException {
        lists();
        write("variants", ForeignMessages.variant(1), ForeignMessages.variant(2));
        fails("lists: record 0 at offset 0 is " + LIST + ", not an Example; 'riffle cat' prints it", "parse", "lists");
        fails(
                "variants: record 0 at offset 0 is a protobuf message of another type, not an Example;",
                "parse",
                "variants");
    }

    @ParameterizedTest
    @ValueSource(strings = {"relevance:int64=0", "x:string*", "context(a:int64=0) lists(b:int64*)"})
    void parseMakesNoRowsOfOtherMessages(String features) throws IOException {
        lists();
        write("sam", ForeignMessages.sam(1));
        fails("lists: record 0 at offset 0 is " + LIST + ", not a", "parse", "--features", features, "lists");
        fails("sam: record 0 at offset 0 is a protobuf message of another", "parse", "--features", features, "sam");
    }

    @Test
    void parsePrintsTheRecordsBeforeOtherMessages() throws IOException {
        write(
                "mixed",
                Samples.number(1).toByteArray(),
                ForeignMessages.exampleList(1),
                Samples.number(3).toByteArray());
        CommandRun run = CommandRun.of(directory, "parse", "--features", "n:int64", "mixed");
        assertThat(run.text()).contains("record 0").doesNotContain("records 0");
        assertThat(run.err()).contains("mixed: record 1 at offset 30 is " + LIST);
        assertThat(run.code()).isEqualTo(1);

        CommandRun skipping = CommandRun.of(directory, "parse", "--skip-bad", "--features", "n:int64", "mixed");
        assertThat(skipping.text()).contains("records 0 to 2, 1 of them skipped");
        assertThat(skipping.err()).contains("mixed: record 1 at offset ", "; skipped");
        assertThat(skipping.code()).isEqualTo(1);
    }

    @Test
    void exportToCsvRejectsOtherMessages() throws IOException {
        lists();
        write("documents", ForeignMessages.exampleList(1));
        for (String name : new String[] {"lists", "documents"}) {
            fails(
                    name + ": record 0 at offset 0 is " + LIST + ", not an Example; 'riffle cat' prints it",
                    "export",
                    "-o",
                    "out.csv",
                    name);
        }
    }

    @Test
    void unknownFieldsDoNotMakeAnExampleAnotherMessage() throws IOException {
        write("unknown", ForeignMessages.join(Samples.number(1).toByteArray(), ForeignMessages.varint(3, 7)));
        assertThat(CommandRun.of(directory, "verify", "--examples", "unknown").text())
                .isEqualTo("unknown: 1 record, nothing wrong\n");
        assertThat(CommandRun.of(directory, "export", "--as", "csv", "unknown").text())
                .isEqualTo("n\n1\n");
        assertThat(CommandRun.of(directory, "info", "unknown").text()).contains("hold        Example\n");
    }

    @Test
    void featureCommandsRejectOtherMessages() throws IOException {
        write("mixed", Samples.number(1).toByteArray(), ForeignMessages.exampleListWithContext(1));
        String found = "mixed: record 1 at offset 30 is " + LIST + ", not an Example; 'riffle cat' prints it";
        fails(found, "filter", "--count", "n == 1", "mixed");
        fails(found, "dedupe", "--dry-run", "--key", "n", "mixed");
        fails(found, "split", "--shards", "2", "--key", "n", "--missing", "first", "-o", "out", "mixed");
        fails(found, "index", "--key", "n", "mixed");
        fails(found, "get", "--lookup", "1", "--key", "n", "mixed");
    }

    @Test
    void diffDescribesRecordsWithoutAKey() throws IOException {
        write("mixed", Samples.number(1).toByteArray(), ForeignMessages.exampleListWithContext(1), new byte[0]);
        CommandRun run = CommandRun.of(directory, "diff", "--key", "n", "mixed", "mixed");
        assertThat(run.text())
                .contains("without key: record 1 (mixed at offset 30) is " + LIST
                        + ", not an Example; 'riffle cat' prints it\n")
                .contains("without key: record 2 (mixed at offset ")
                .doesNotContain("an empty message");
        assertThat(run.code()).isEqualTo(1);
    }

    @Test
    void convertRejectsOtherMessages() throws IOException {
        write("documents", Samples.number(1).toByteArray(), ForeignMessages.exampleList(1));
        fails(
                " is " + LIST + ", not an Example; 'riffle cat' prints it",
                "convert",
                "--drop-unset",
                "-o",
                "out",
                "documents");
        assertThat(Files.exists(directory.resolve("out"))).isFalse();

        Example example = Samples.number(1);
        RecordWriter.write(
                directory.resolve("of"),
                RecordWriterOptions.defaults().format(RecordFormat.OFRECORD),
                records -> records.write(example.toByteArray()));
        fails(
                " is an Example, not an OFRecord; 'riffle cat' prints it",
                "convert",
                "--input-kind",
                "ofrecord",
                "-o",
                "out",
                "of");
    }

    @Test
    void verifyReportsOtherMessagesOnRequest() throws IOException {
        write("documents", Samples.number(1).toByteArray(), ForeignMessages.exampleList(1));
        CommandRun run = CommandRun.of(directory, "verify", "--examples", "documents");
        assertThat(run.text()).contains("documents: record 1 at offset 30 is " + LIST + ", not an Example;");
        assertThat(run.code()).isEqualTo(1);
        assertThat(CommandRun.of(directory, "verify", "documents").code()).isZero();
    }

    @Test
    void examplesWithoutKindsStayExamples() throws IOException {
        Example unset =
                Example.builder().put("n", dev.riffle.example.Feature.notSet()).build();
        write("unset", unset.toByteArray(), new byte[0]);
        assertThat(CommandRun.of(directory, "verify", "--examples", "unset").code())
                .isZero();
        assertThat(CommandRun.of(directory, "export", "unset").code()).isZero();
        assertThat(CommandRun.of(directory, "parse", "--features", "n:int64=0", "unset")
                        .code())
                .isZero();
    }
}
