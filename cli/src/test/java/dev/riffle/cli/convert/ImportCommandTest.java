package dev.riffle.cli.convert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.cli.CommandContract;
import dev.riffle.cli.CommandRun;
import dev.riffle.cli.Samples;
import dev.riffle.example.Kind;
import dev.riffle.example.SchemaFingerprint;
import dev.riffle.shard.SetManifest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ImportCommandTest extends CommandContract {

    @Override
    public List<String> command() {
        return List.of("import");
    }

    @Override
    public List<String> goodArguments() throws IOException {
        Samples.penguinsCsv(directory);
        return List.of("penguins.csv", "-o", "out.tfrecord");
    }

    @Override
    public List<String> missingFile() {
        return List.of("missing.tfrecord", "-o", "out.tfrecord");
    }

    private CommandRun imported(String input, String... arguments) {
        return runWith(
                input.getBytes(StandardCharsets.UTF_8),
                Stream.concat(Stream.of("-"), Stream.of(arguments)).toArray(String[]::new));
    }

    private String json(String file) {
        return CommandRun.of(directory, "export", file).text();
    }

    @Test
    void infersTypesAndWritesShards() throws IOException {
        Samples.penguinsCsv(directory);
        CommandRun run = run("penguins.csv", "-o", "p.tfrecord", "--shards", "3");
        assertThat(run.text()).isEqualTo("""
                        types: Species:bytes,Island:bytes,Beak Length (mm):float,Beak Depth (mm):float,Flipper Length (mm):int64,Body Mass (g):int64,Sex:bytes
                        p.tfrecord-00000-of-00003: 115 records
                        p.tfrecord-00001-of-00003: 115 records
                        p.tfrecord-00002-of-00003: 114 records
                        """);
        run("penguins.csv", "-o", "whole.tfrecord");
        assertThat(CommandRun.of(directory, "cat", "--raw", "p.tfrecord-*").out())
                .isEqualTo(CommandRun.of(directory, "cat", "--raw", "whole.tfrecord")
                        .out());
    }

    @Test
    void escapesControlCharactersInNames() {
        CommandRun run = imported("x\u001b[31m,b\n1,2\n", "-o", "p");
        assertThat(run.text()).startsWith("types: x\\u001b[31m:int64,b:int64\n").doesNotContain("\u001b");
    }

    @Test
    void writesEveryShardEvenIfEmpty() throws IOException {
        CommandRun run = imported("a\n1\n", "-o", "p", "--shards", "2");
        assertThat(run.code()).isZero();
        assertThat(CommandRun.of(directory, "count", "p-*").text())
                .isEqualTo("1 p-00000-of-00002\n0 p-00001-of-00002\n1 total\n");
    }

    @Test
    void leavesNoFileOnFailure() throws IOException {
        CommandRun run = imported("a,b\n1,2\n3\n", "-o", "p", "--shards", "2");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err())
                .isEqualTo(
                        "standard input: line 3: the row has 1 cell, but the header has 2; correct the row, and put cells"
                                + " with a delimiter or a line break in quotes\n");
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).isEmpty();
        }
    }

    @Test
    void overwritesOnlyOnRequest() throws IOException {
        assertThat(imported("a\n1\n", "-o", "p-00001-of-00002").code()).isZero();
        CommandRun rejected = imported("a\n2\n", "-o", "p", "--shards", "2");
        assertThat(rejected.code()).isEqualTo(2);
        assertThat(rejected.err()).contains("p-00001-of-00002: exists already").contains("--overwrite");
        assertThat(directory.resolve("p-00000-of-00002")).doesNotExist();
        assertThat(imported("a\n2\n", "-o", "p-00001-of-00002", "--overwrite").code())
                .isZero();
        assertThat(json("p-00001-of-00002")).isEqualTo("{\"a\":2}\n");
    }

    @Test
    void appliesTypesDelimiterHeaderAndListSeparator() {
        CommandRun run = imported(
                "1;x|y;\n2;z;0.5\n",
                "-o",
                "p",
                "--delimiter",
                ";",
                "--header",
                "n,tags,w",
                "--list-separator",
                "|",
                "--types",
                "n:float");
        assertThat(run.err()).isEmpty();
        assertThat(run.text()).startsWith("types: n:float,tags:bytes,w:float\n");
        assertThat(json("p")).isEqualTo("{\"n\":1.0,\"tags\":[\"x\",\"y\"]}\n{\"n\":2.0,\"tags\":\"z\",\"w\":0.5}\n");
    }

    @Test
    void readsTabsByName() throws IOException {
        Files.writeString(directory.resolve("t.tsv"), "a\tb\n1\tx,y\n");
        run("t.tsv", "-o", "p");
        assertThat(json("p")).isEqualTo("{\"a\":1,\"b\":\"x,y\"}\n");
    }

    @Test
    void rejectsRecordFiles() throws IOException {
        Samples.penguinsCsv(directory);
        run("penguins.csv", "-o", "p.tfrecord.gz");
        CommandRun again = run("p.tfrecord.gz", "-o", "q");
        assertThat(again.code()).isEqualTo(2);
        assertThat(again.err())
                .startsWith("p.tfrecord.gz: has records already; 'riffle export' writes them as JSON lines or CSV\n");
        assertThat(directory.resolve("q")).doesNotExist();
    }

    @Test
    void detectsJsonLinesByTheirFirstCharacter() {
        assertThat(imported(" {\"a\":[1,2]}\n", "-o", "p").code()).isZero();
        assertThat(json("p")).isEqualTo("{\"a\":[1,2]}\n");
        assertThat(imported("{\"a\":1}", "-o", "q", "--delimiter", ";").code()).isEqualTo(2);
    }

    @Test
    void ignoresAByteOrderMark() {
        assertThat(imported("\ufeff{\"a\":1}\n", "-o", "p").err()).isEmpty();
        assertThat(json("p")).isEqualTo("{\"a\":1}\n");
    }

    @Test
    void notesAnInputWithoutRows() {
        CommandRun run = imported("a,b\n", "-o", "p", "--input-kind", "csv");
        assertThat(run.code()).isZero();
        assertThat(run.err()).isEqualTo("note: the output has no records, because the input has no rows\n");
    }

    @Test
    void writesToStandardOutput() throws IOException {
        CommandRun run = imported("a\n1\n", "-o", "-", "--format", "ofrecord", "--compression", "gzip");
        assertThat(run.code()).isZero();
        Files.write(directory.resolve("p"), run.out());
        assertThat(json("p")).isEqualTo("{\"a\":1}\n");
    }

    @Test
    void printsNotesOfTheSurvey() {
        CommandRun run = imported("id\n1\n007\n", "-o", "p");
        assertThat(run.err()).isEqualTo("note: column \"id\" is text because of \"007\" (standard input, line 3)\n");
        assertThat(json("p")).isEqualTo("{\"id\":\"1\"}\n{\"id\":\"007\"}\n");
    }

    @Test
    void rejectsImpossibleValues() {
        for (String[] flags : new String[][] {
            {"--types", "a"},
            {"--types", "a:int"},
            {"--shards", "-1"},
            {"--shards", "0"},
            {"--shards", "10001"},
            {"--delimiter", "ab"},
            {"--compression", "snappy", "--format", "ofrecord"},
            {"--input-kind", "xml"},
            {"--types", "a:double"},
        }) {
            String[] arguments =
                    Stream.concat(Stream.of("-o", "p"), Stream.of(flags)).toArray(String[]::new);
            assertThat(imported("a\n1\n", arguments).code())
                    .as(String.join(" ", flags))
                    .isEqualTo(2);
        }
        assertThat(imported("a\n1\n").err()).contains("-o FILE is missing");
        assertThat(imported("a\n1\n", "-o", "-", "--shards", "2").code()).isEqualTo(2);
    }

    @Test
    void writesDoublesForOfRecord() {
        assertThat(imported("a\n0.1\n", "-o", "p", "--format", "ofrecord", "--types", "a:double")
                        .code())
                .isZero();
        assertThat(json("p")).isEqualTo("{\"a\":{\"$double\":[0.1]}}\n");
    }

    @Test
    void namesTheLineOfAnEmptyOfRecord() {
        CommandRun run = imported("a,b\n1,2\n,\n", "-o", "p", "--format", "ofrecord");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).startsWith("standard input: line 3: ");
    }

    @Test
    void checksTheOutputBeforeTheInput() throws IOException {
        Files.createFile(directory.resolve("p"));
        assertThat(imported("a,b\n1\n", "-o", "p").err()).contains("p: exists already");
        assertThat(imported("a,b\n1\n", "-o", "no/such/p").err()).contains("create it first");
    }

    @Test
    void namesAMissingDirectory() {
        CommandRun run = imported("a\n1\n", "-o", "no/such/p");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("no/such").contains("create it first");
    }

    @Test
    void doesNotReplaceItsInput() throws IOException {
        byte[] before = Files.readAllBytes(Samples.penguinsCsv(directory));
        Files.write(directory.resolve("in"), before);
        CommandRun run = run("in", "-o", "./in", "--overwrite");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).startsWith("./in: is an input, so it cannot be an output");
        assertThat(directory.resolve("in")).hasBinaryContent(before);
    }

    @Test
    void recordsTheColumnsInTheManifest() throws IOException {
        Files.writeString(directory.resolve("a.jsonl"), """
                {"n": 1, "list": [1.5, 2], "text": "x", "bytes": {"$bytes": ["/w=="]}, "some": "y"}
                {"n": 2, "list": [1.5], "text": "é", "bytes": "z"}
                """);
        assertThat(CommandRun.of(directory, "import", "a.jsonl", "-o", "set", "--shards", "2")
                        .code())
                .isZero();
        assertThat(SetManifest.read(directory.resolve(".set@2.manifest.json")).columns())
                .hasToString("{bytes=BINARY, list=ARRAY<FLOAT>, n=BIGINT, some=STRING, text=STRING}");
    }

    @Test
    void recordsTheSchemaInTheManifest() throws IOException {
        Files.writeString(directory.resolve("a.csv"), "b,a\n1,x\n2,y\n3,z\n");
        assertThat(CommandRun.of(directory, "import", "a.csv", "-o", "set", "--shards", "2")
                        .code())
                .isZero();
        assertThat(SetManifest.read(directory.resolve(".set@2.manifest.json")).schema())
                .contains(SchemaFingerprint.of(Map.of("a", Kind.BYTES, "b", Kind.INT64)));
    }
}
