package dev.riffle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.example.Example;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that commands report on standard error what they did not do, or reject what cannot be meant. */
class NothingDoneTest {

    @TempDir
    Path directory;

    @BeforeEach
    void inputs() throws IOException {
        Samples.examples(
                directory.resolve("h.tfrecord"),
                LongStream.range(0, 100).mapToObj(Samples::number).toArray(Example[]::new));
        Samples.examples(directory.resolve("two"), Samples.number(1), Samples.number(2));
        Files.createFile(directory.resolve("nothing"));
        Files.createDirectory(directory.resolve("folder"));
    }

    private CommandRun run(String words) {
        return CommandRun.of(directory, words.split(" "));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "take h.tfrecord -n 1000 -o out | h.tfrecord has only 100 records",
                "take h.tfrecord two -n 1000 -o out | the input has only 102 records",
                "take h.tfrecord -n 1000 -o - | h.tfrecord has only 100 records",
                "take h.tfrecord -n 1000 -o out --json | h.tfrecord has only 100 records",
                "take h.tfrecord -n 0 -o out | the output has no records, because the range has no records",
                "slice h.tfrecord --from 50 --to 500 -o out | h.tfrecord has only 100 records",
                "slice h.tfrecord --from 500 -o out | the output has no records, because h.tfrecord has only 100 records,"
                        + " and --from is 500",
                "slice h.tfrecord --from 100 -o out | the output has no records, because h.tfrecord has only 100 records,"
                        + " and --from is 100",
                "slice h.tfrecord --from 500 --to 600 -o out | the output has no records, because h.tfrecord has only"
                        + " 100 records, and --from is 500",
                "slice h.tfrecord --from 5 --to 5 -o out | the output has no records, because the range has no records",
                "slice h.tfrecord --from -500 -o out | h.tfrecord has only 100 records",
                "slice h.tfrecord --from 90 --to -50 -o out | the output has no records, because no record has such a"
                        + " number",
                "split h.tfrecord --shards 1000 -o out | 900 of 1,000 shards have no records",
                "merge two -o out --shards 3 | 1 of 3 shards have no records",
                "sample h.tfrecord -n 1000 --seed 1 -o out | h.tfrecord has only 100 records",
                "sample h.tfrecord -n 0 --seed 1 -o out | the output has no records, because --limit is 0",
                "sample h.tfrecord --rate 0 --seed 1 -o out | the output has no records, because the choice at --rate 0.0"
                        + " selected none",
                "filter n<0 h.tfrecord -o out | the output has no records, because no record meets the condition",
                "filter n>=0 h.tfrecord --invert -o out | the output has no records, because every record meets the"
                        + " condition",
                "merge nothing -o out | the output has no records, because nothing has no records",
                "merge nothing nothing -o - | the output has no records, because the input has no records",
                "shuffle nothing --seed 1 -o out | the output has no records, because nothing has no records",
                "dedupe nothing -o out | the output has no records, because nothing has no records",
                "recompress nothing -o out.gz | the output has no records, because nothing has no records",
                "append nothing --into two | nothing has no records",
                "convert nothing -o out | the output has no records, because the input has no records",
                "export nothing -o out.jsonl | the output has no records, because the input has no records",
                "export nothing | the output has no records, because the input has no records",
                "images folder -o out | the output has no records, because no images were found in folder",
                "head h.tfrecord --from 500 | h.tfrecord has only 100 records, and --from is 500",
                "cat h.tfrecord --from 100 | h.tfrecord has only 100 records, and --from is 100",
                "cat h.tfrecord --from 5 --to 5 | h.tfrecord: the flags select no records",
                "cat nothing | nothing has no records",
                "tail nothing | nothing has no records",
                "get nothing --last 3 | nothing has no records"
            })
    void aNoteSaysWhatWasNotDone(String command, String note) {
        CommandRun run = run(command);
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err()).contains("note: " + note + "\n");
        assertThat(run.err().lines().filter(line -> line.startsWith("note: "))).hasSize(1);
        CommandRun quiet = run(command.replace("-o out", "-o quiet") + " --quiet");
        assertThat(quiet.err()).doesNotContain("note: ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "take h.tfrecord -n 100 -o out",
                "slice h.tfrecord --from 99 -o out",
                "slice h.tfrecord --from 50 --to 100 -o out",
                "slice h.tfrecord --from -100 -o out",
                "split h.tfrecord --shards 100 -o out",
                "split h.tfrecord --records 1000 -o out",
                "sample h.tfrecord -n 100 --seed 1 -o out",
                "filter n>98 h.tfrecord -o out",
                "head -n 1000 h.tfrecord",
                "cat --from 99 h.tfrecord",
                "export h.tfrecord -n 0"
            })
    void nothingIsNotedIfEverythingWasDone(String command) {
        CommandRun run = run(command);
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "slice h.tfrecord --from 50 --to 10 -o out, '--to 10 is less than --from 50'",
        "slice h.tfrecord --from -10 --to -50 -o out, '--to -50 is less than --from -10'",
        "cat h.tfrecord --from 50 --to 10, '--to 10 is less than --from 50'"
    })
    void rejectsRangesThatCannotBeMeant(String command, String message) {
        CommandRun run = run(command);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).startsWith(message + "\n");
        assertThat(directory.resolve("out")).doesNotExist();
    }

    @Test
    void rejectsOneLineOfProseAsCsv() throws IOException {
        for (String prose : new String[] {"This is prose, in one line.\n", "Prose", "{}x"}) {
            Files.writeString(directory.resolve("prose.txt"), prose);
            CommandRun run = run("import prose.txt -o out");
            assertThat(run.code()).as(prose).isNotZero();
            assertThat(directory.resolve("out")).doesNotExist();
        }
        Files.writeString(directory.resolve("prose.txt"), "This is prose, in one line.\n");
        CommandRun run = run("import prose.txt -o out");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err())
                .isEqualTo(
                        "prose.txt: one line and no rows, so it is probably neither CSV nor JSON lines; if it is a CSV"
                                + " header without rows, use --input-kind csv\n");
        CommandRun meant = run("import prose.txt -o out --input-kind csv");
        assertThat(meant.code()).as(meant.err()).isZero();
        assertThat(meant.err()).isEqualTo("note: the output has no records, because the input has no rows\n");
        assertThat(meant.text()).isEqualTo("out: 0 records\n");
        Files.writeString(directory.resolve("table.csv"), "a,b\n");
        assertThat(run("import table.csv -o named").code()).isZero();
    }

    @Test
    void tailReportsAStreamWithoutRecords() {
        CommandRun run = CommandRun.with(directory, new byte[0], "tail", "-");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err()).isEqualTo("note: standard input has no records\n");
    }

    @Test
    void notesShardsWithoutRecordsOfAnImport() throws IOException {
        Files.writeString(directory.resolve("table.csv"), "a,b\n1,2\n");
        assertThat(run("import table.csv -o out --shards 3").err()).isEqualTo("note: 2 of 3 shards have no records\n");
    }
}
