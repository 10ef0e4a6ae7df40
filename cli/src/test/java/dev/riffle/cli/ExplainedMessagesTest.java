package dev.riffle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.cli.terminal.ShellWords;
import dev.riffle.documents.ExplainedMessages;
import dev.riffle.example.Example;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that {@code docs/reference/errors.md} has a row for each of some frequent messages of commands. */
class ExplainedMessagesTest {

    private static ExplainedMessages page;

    @TempDir
    Path directory;

    @BeforeAll
    static void readPage() throws IOException {
        page = ExplainedMessages.read();
    }

    @BeforeEach
    void write() throws IOException {
        RecordWriter.write(directory.resolve("a"), RecordWriterOptions.defaults(), records -> {
            for (int label = 0; label < 3; label++) {
                records.write(Example.builder().put("label", label).build().toBytes());
            }
        });
        byte[] content = Files.readAllBytes(directory.resolve("a"));
        content[20]++;
        Files.write(directory.resolve("damaged"), content);
        Files.createDirectory(directory.resolve("folder"));
        Files.writeString(directory.resolve("rows.csv"), "x,y\n1,2,3\n");
        Files.writeString(directory.resolve("words.csv"), "x\none\n");
        RecordWriter.write(directory.resolve("empty"), RecordWriterOptions.defaults(), records -> {});
        Files.copy(directory.resolve("a"), directory.resolve("set-00000-of-00002"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "verfiy",
                "xyzzy",
                "a",
                "--foo",
                "--json count a",
                "-- count a",
                "count",
                "index",
                "count --jsn a",
                "count --foo a",
                "count --json=yes a",
                "count missing",
                "count '*.none'",
                "count folder",
                "count 'set@*'",
                "count set@4",
                "demo a",
                "head -n ope a",
                "head --limit -1 a",
                "head --limit",
                "head --limit --json a",
                "head --json --raw a",
                "head --json --json a",
                "head --format avro a",
                "cat damaged",
                "merge damaged -o b",
                "merge a -o a",
                "merge a -o damaged",
                "merge a -o folder",
                "merge a -o none/b",
                "merge a -o b.parquet",
                "merge a",
                "take a --limit 1 -o a/b",
                "get a 7",
                "get a --lookup x",
                "filter 'label >' a -o b",
                "filter 'label == \"x\"' a -o b",
                "parse a --features label:int65",
                "parse a --features name:string",
                "parse a --features label:float32",
                "split a -o part --shards 0",
                "convert a -o b --as tfrecord",
                "import a -o b",
                "import rows.csv -o b",
                "import words.csv -o b --types x:float",
                "export a --as csv --columns name",
                "tensor a",
                "show a",
                "sample a -o b",
                "repair damaged"
            })
    void everyMessageHasARow(String line) throws IOException {
        CommandRun run = CommandRun.of(directory, ShellWords.split(line).toArray(String[]::new));

        assertThat(run.code()).isNotZero();
        assertHasRow(run);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "parse a",
                "parse empty",
                "parse empty --features label:int64",
                "parse a --features lable:int64=0",
                "parse a --features name:int64=0"
            })
    void everyNoteHasARow(String line) throws IOException {
        CommandRun run = CommandRun.of(directory, ShellWords.split(line).toArray(String[]::new));

        assertThat(run.code()).isZero();
        assertHasRow(run);
    }

    private static void assertHasRow(CommandRun run) {
        String message = run.err().replaceFirst("(?s)\nfor usage, .*", "").strip();
        assertThat(page.contains(message)).as(message).isTrue();
    }
}
