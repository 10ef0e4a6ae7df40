package dev.riffle.cli.convert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.cli.CommandContract;
import dev.riffle.cli.CommandRun;
import dev.riffle.cli.Samples;
import dev.riffle.cli.Script;
import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.example.FeatureList;
import dev.riffle.example.Kind;
import dev.riffle.example.SequenceExample;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExportCommandTest extends CommandContract {

    @Override
    public List<String> command() {
        return List.of("export");
    }

    @Override
    public List<String> goodArguments() throws IOException {
        Samples.penguins(directory);
        return List.of("penguins.tfrecord");
    }

    /** The data are JSON objects without a flag. */
    @Override
    public List<String> jsonArguments() throws IOException {
        return goodArguments();
    }

    @Test
    void exportsThePenguinsAsTheOriginalCsv() throws IOException {
        Samples.penguins(directory);
        CommandRun run = run(
                "penguins.tfrecord",
                "--as",
                "csv",
                "--columns",
                "Species,Island,Beak Length (mm),Beak Depth (mm),Flipper Length (mm),Body Mass (g),Sex");
        // Only floats have another text form: 18 becomes 18.0.
        List<String> original = Files.readAllLines(directory.resolve("penguins.csv"));
        assertThat(run.lines()).hasSize(original.size());
        for (int i = 0; i < original.size(); i++) {
            assertThat(run.lines().get(i).replace(".0,", ",")).isEqualTo(original.get(i));
        }
    }

    @Test
    void takesAllFeaturesInOrderOfNames() throws IOException {
        Samples.examples(
                directory.resolve("a"),
                Example.builder().put("b", 1).build(),
                Example.builder().put("a", "x,y").put("c", 0.5f).build());
        assertThat(run("a", "--as", "csv").text()).isEqualTo("a,b,c\n,1,\n\"x,y\",,0.5\n");
        assertThat(run("a", "--as", "csv", "--delimiter", "\\t").text()).isEqualTo("a\tb\tc\n\t1\t\nx,y\t\t0.5\n");
        assertThat(run("a", "--as", "tsv").text()).isEqualTo("a\tb\tc\n\t1\t\nx,y\t\t0.5\n");
    }

    @Test
    void importReadsExportedJsonLinesWithoutLoss() throws IOException {
        Example rich = Example.builder()
                .put("bytes", Bytes.ofHex("ff00"))
                .put("empty", Feature.empty(Kind.FLOAT))
                .put("ints", 1L, Long.MIN_VALUE)
                .put("kindless", Feature.notSet())
                .put("nan", Float.NaN)
                .put("text", "tea \u2603")
                .build();
        Samples.examples(directory.resolve("a"), rich, Example.empty(), Example.of(Map.of()));
        for (String form : List.of("--as=jsonl", "--exact")) {
            byte[] lines = run("a", form).out();
            CommandRun back = CommandRun.with(directory, lines, "import", "-", "-o", "-");
            assertThat(back.out()).as(form).isEqualTo(Files.readAllBytes(directory.resolve("a")));
        }
    }

    @Test
    void choosesTheKindByTheFileName() throws IOException {
        Samples.examples(directory.resolve("a"), Samples.number(1), Samples.number(2));
        assertThat(run("a", "-o", "a.csv").out()).isEmpty();
        assertThat(directory.resolve("a.csv")).hasContent("n\n1\n2\n");
        CommandRun again = run("a", "-o", "a.csv");
        assertThat(again.code()).isEqualTo(2);
        assertThat(again.err()).contains("a.csv: exists already").contains("--overwrite");
        assertThat(run("a", "a", "-o", "a.csv", "--overwrite").code()).isZero();
        assertThat(directory.resolve("a.csv")).hasContent("n\n1\n2\n1\n2\n");
    }

    @Test
    void writesOfRecordMessagesAsExactJson() throws IOException {
        Samples.ofRecords(directory.resolve("a"), Samples.number(1));
        assertThat(run("a", "--exact").text()).isEqualTo("{\"feature\":{\"n\":{\"int64List\":{\"value\":[\"1\"]}}}}\n");
    }

    @Test
    void readsStandardInputTwiceForCsv() throws IOException {
        byte[] input = Files.readAllBytes(Samples.examples(directory.resolve("a"), Samples.number(1)));
        assertThat(runWith(input, "-", "--as", "csv").text()).isEqualTo("n\n1\n");
    }

    @Test
    void readsAPipeTwiceForCsv() throws IOException {
        Samples.examples(directory.resolve("a"), Samples.number(1));
        Script.run(directory, Map.of(), "mkfifo", "pipe");
        for (String form : List.of("--as=csv", "--exact")) {
            Process writer = new ProcessBuilder("sh", "-c", "cat a > pipe")
                    .directory(directory.toFile())
                    .start();
            try {
                assertThat(run("pipe", form).lines()).as(form).last().asString().contains("1");
            } finally {
                writer.destroy();
            }
        }
    }

    @Test
    void rejectsValuesThatCsvCannotHold() throws IOException {
        Samples.examples(
                directory.resolve("a"),
                Samples.number(1),
                Example.builder().put("n", 1L, 2L).build());
        CommandRun lists = run("a", "-o", "a.csv");
        assertThat(lists.code()).isEqualTo(1);
        assertThat(lists.err())
                .contains("a: record 1: feature \"n\" has 2 values")
                .contains("list separator");
        assertThat(directory.resolve("a.csv")).doesNotExist();
        assertThat(run("a", "--as", "csv", "--list-separator", "|").text()).isEqualTo("n\n1\n1|2\n");
        Samples.examples(
                directory.resolve("b"),
                Example.builder().put("n", Bytes.ofHex("ff")).build());
        assertThat(run("b", "--as", "csv").err()).contains("b: record 0: feature \"n\" has bytes that are not UTF-8");
    }

    @Test
    void notesFeaturesThatBecomeEmptyCells() throws IOException {
        Samples.examples(
                directory.resolve("a"),
                Example.builder()
                        .put("n", 1)
                        .put("e", Feature.empty(Kind.INT64))
                        .build());
        CommandRun run = run("a", "--as", "csv");
        assertThat(run.text()).isEqualTo("e,n\n,1\n");
        assertThat(run.err()).startsWith("note: 1 feature without values became empty cells");
    }

    @Test
    void rejectsRecordsThatAreNotExamples() throws IOException {
        SequenceExample sequence = SequenceExample.of(Samples.number(1), Map.of("s", FeatureList.of(Feature.of(1L))));
        RecordWriter.write(
                directory.resolve("s"),
                RecordWriterOptions.defaults(),
                records -> records.write(sequence.toByteArray()));
        CommandRun run = run("s", "-o", "s.csv");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("s: record 0 at offset 0 is a SequenceExample, not an Example;");
        Samples.texts(directory.resolve("t"), "text");
        assertThat(run("t").code()).isEqualTo(1);
    }

    @Test
    void rejectsAColumnThatNoRecordHas() throws IOException {
        Samples.examples(directory.resolve("a"), Samples.number(1));
        CommandRun run = run("a", "-o", "a.csv", "--columns", "n,Nope");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("no record has a feature named Nope");
        assertThat(directory.resolve("a.csv")).doesNotExist();
        assertThat(run("a", "--as", "csv", "--columns", "n,n").code()).isEqualTo(2);
    }

    @Test
    void reportsADirectoryAsWrongUse() throws IOException {
        Samples.examples(directory.resolve("a"), Samples.number(1));
        Files.createDirectory(directory.resolve("d"));
        assertThat(run("d").code()).isEqualTo(2);
        assertThat(run("a", "-o", "d").code()).isEqualTo(2);
    }

    @Test
    void rejectsConflictingFlags() {
        for (List<String> flags : List.of(
                List.of("--limit", "-1"),
                List.of("--exact", "--as", "csv"),
                List.of("--columns", "a"),
                List.of("--as", "parquet"))) {
            String[] arguments = Stream.concat(Stream.of("a"), flags.stream()).toArray(String[]::new);
            assertThat(run(arguments).code()).as(flags.toString()).isEqualTo(2);
        }
    }

    @Test
    void doesNotReplaceItsInput() throws IOException {
        byte[] before = Files.readAllBytes(Samples.penguins(directory));
        Files.write(directory.resolve("in"), before);
        CommandRun run = run("in", "-o", "./in", "--overwrite");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).startsWith("./in: is an input, so it cannot be an output");
        assertThat(directory.resolve("in")).hasBinaryContent(before);
    }

    @Test
    void limitsTheRecordsOfAllFiles() throws IOException {
        Samples.examples(directory.resolve("a"), Samples.number(1), Samples.number(2));
        Samples.examples(directory.resolve("b"), Samples.number(3), Samples.number(4));
        assertThat(run("a", "b", "-n", "3").lines()).hasSize(3);
        assertThat(run("a", "b", "--limit=1", "--as", "csv").text()).isEqualTo("n\n1\n");
        assertThat(run("a", "b", "-n0").text()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"csv", "tsv", "jsonl"})
    void endsAfterAWholeRowBeforeDamage(String kind) throws IOException {
        Samples.damagedPenguins(directory);
        List<String> all = run("penguins.tfrecord", "--as", kind).lines();
        int header = kind.equals("jsonl") ? 0 : 1;

        CommandRun run = kind.equals("jsonl")
                ? run("damaged.tfrecord", "--as", kind)
                : run("damaged.tfrecord", "--as", kind, "--columns", all.get(0).replace('\t', ','));
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("damaged.tfrecord: record 300 at offset ");
        assertThat(run.text()).endsWith("\n");
        assertThat(run.lines()).isEqualTo(all.subList(0, 300 + header));
    }

    @Test
    void writesNothingIfAnInputCannotBeOpened() throws IOException {
        Samples.penguins(directory);
        Files.writeString(directory.resolve("notes.txt"), "a line of text\n".repeat(100));
        Files.writeString(directory.resolve("other.txt"), "another line of text\n".repeat(100));
        for (String kind : List.of("csv", "jsonl", "arrows", "npz", "parquet")) {
            boolean isText = kind.equals("csv") || kind.equals("jsonl");
            List<String> arguments = new ArrayList<>(
                    List.of("penguins.tfrecord", "notes.txt", "missing.tfrecord", "other.txt", "--as", kind));
            if (!isText) {
                arguments.addAll(List.of("-o", "out"));
            }
            CommandRun run = run(arguments.toArray(String[]::new));
            assertThat(run.code()).isEqualTo(2);
            assertThat(run.text()).isEmpty();
            assertThat(run.err()).contains("notes.txt: ", "missing.tfrecord: ", "other.txt: ");
            assertThat(directory.resolve("out")).doesNotExist();
        }
    }

    @Test
    void namesEveryInputThatFails() throws IOException {
        byte[] bytes = Files.readAllBytes(Samples.penguins(directory));
        bytes[9] ^= 1;
        Files.write(directory.resolve("header.tfrecord"), bytes);
        byte[] random = new byte[100];
        new Random(1).nextBytes(random);
        Files.write(directory.resolve("random"), random);
        Files.createDirectory(directory.resolve("folder"));
        for (String kind : List.of("csv", "jsonl", "arrow", "npz", "parquet")) {
            CommandRun run = run(
                    "penguins.tfrecord",
                    "missing.tfrecord",
                    "header.tfrecord",
                    "random",
                    "folder",
                    "no*",
                    "set@3",
                    "--as",
                    kind,
                    "-o",
                    "out");
            assertThat(run.code()).as(kind).isEqualTo(2);
            assertThat(directory.resolve("out")).doesNotExist();
            String failures = run.err().replace(directory + "/", "");
            assertThat(failures.lines().map(line -> line.replaceFirst(": .*", "")))
                    .as(run.err())
                    .containsExactly(
                            "missing.tfrecord",
                            "header.tfrecord",
                            "random",
                            "no record files in folder",
                            "no*",
                            "set@3");
        }
    }

    @Test
    void skipsDamageOfAFirstRecord() throws IOException {
        byte[] bytes = Files.readAllBytes(Samples.penguins(directory));
        bytes[9] ^= 1;
        Files.write(directory.resolve("header.tfrecord"), bytes);
        for (String kind : List.of("arrow", "parquet")) {
            CommandRun run = run("penguins.tfrecord", "header.tfrecord", "--skip-damage", "-o", "out." + kind);
            assertThat(run.code()).isEqualTo(1);
            assertThat(run.err()).contains("header.tfrecord: record 0 at offset 0: ");
            assertThat(directory.resolve("out." + kind)).exists();
        }
    }
}
