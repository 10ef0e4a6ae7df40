package dev.riffle.cli.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordReader;
import dev.riffle.cli.CommandContract;
import dev.riffle.cli.CommandRun;
import dev.riffle.cli.Samples;
import dev.riffle.example.Example;
import dev.riffle.example.ExampleBuilder;
import dev.riffle.example.Feature;
import dev.riffle.example.Kind;
import dev.riffle.io.Bytes;
import dev.riffle.shard.RecordSet;
import dev.riffle.shard.SetManifest;
import dev.riffle.shard.ShardNames;
import dev.riffle.shard.writer.ShardedRecordWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SplitCommandTest extends CommandContract {

    private int outputs;

    @Override
    public List<String> command() {
        return List.of("split");
    }

    @Override
    public List<String> goodArguments() throws IOException {
        Samples.penguins(directory);
        return List.of("penguins.tfrecord", "-o", "p" + outputs++, "--shards", "3");
    }

    @Override
    public List<String> missingFile() {
        return List.of("missing.tfrecord", "-o", "p");
    }

    private CommandRun riffle(String... arguments) {
        return CommandRun.of(directory, arguments);
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private void mergesTo(String set, String original) throws IOException {
        CommandRun merged = riffle("merge", set, "-o", "back", "--overwrite");
        assertThat(merged.code()).as(merged.err()).isZero();
        assertThat(directory.resolve("back")).hasSameBinaryContentAs(directory.resolve(original));
    }

    @Test
    void summarizesManyFilesOnOneLine() throws IOException {
        Samples.penguins(directory);
        assertThat(run("penguins.tfrecord", "-o", "few", "--shards", "20").lines())
                .hasSize(20)
                .contains("few-00019-of-00020: 17 records");
        assertThat(run("penguins.tfrecord", "-o", "many", "--shards", "21").text())
                .isEqualTo("many-00000-of-00021 to many-00020-of-00021: 21 files with 344 records, each 16 to 17\n");
        assertThat(run("penguins.tfrecord", "-o", "even", "--shards", "43").text())
                .isEqualTo("even-00000-of-00043 to even-00042-of-00043: 43 files with 344 records, each 8\n");
        assertThat(run("penguins.tfrecord", "-o", "json", "--shards", "43", "--json")
                        .text()
                        .split("\"file\":"))
                .hasSize(44);
        assertThat(run("penguins.tfrecord", "-o", "quiet", "--shards", "43", "-q")
                        .text())
                .isEmpty();
    }

    @Test
    void splitsIntoTheGivenNumber() throws IOException {
        Samples.penguins(directory);
        CommandRun run = run("penguins.tfrecord", "-o", "p", "--shards", "3");
        assertThat(run.text())
                .isEqualTo(
                        "p-00000-of-00003: 115 records\np-00001-of-00003: 115 records\np-00002-of-00003: 114 records\n");
        RecordSet set = RecordSet.find(directory, "p@3");
        assertThat(set.manifest().orElseThrow().check(directory)).isEmpty();
        mergesTo("p@3", "penguins.tfrecord");
    }

    @Test
    void overwriteReplacesSetsOfAnotherSize() throws IOException {
        Samples.penguins(directory);
        assertThat(run("penguins.tfrecord", "-o", "q", "--records", "100").code())
                .isZero();
        assertThat(run("penguins.tfrecord", "-o", "q", "--records", "150", "--overwrite")
                        .code())
                .isZero();
        assertThat(names()).noneMatch(name -> name.contains("of-00004") || name.contains("@4"));
        mergesTo("q@*", "penguins.tfrecord");
        assertThat(run("penguins.tfrecord", "-o", "q", "--shards", "2", "--overwrite")
                        .code())
                .isZero();
        assertThat(names()).noneMatch(name -> name.contains("of-00003") || name.contains("@3"));
        assertThat(riffle("verify", "q@*").code()).isZero();
    }

    @Test
    void refusesToReplaceAnInputSetOfAnotherSize() throws IOException {
        Samples.penguins(directory);
        assertThat(run("penguins.tfrecord", "-o", "s", "--shards", "3").code()).isZero();
        List<String> before = names();
        for (List<String> command : List.of(
                List.of("split", "s@3", "--shards", "4"),
                List.of("split", "s@3", "--records", "50"),
                List.of("split", "s@3", "--shards", "4", "--key", "island"),
                List.of("sample", "s@3", "--rate", "0.5", "--shards", "4"),
                List.of("shuffle", "s@3", "--shards", "4"),
                List.of("dedupe", "s@3", "--shards", "4"))) {
            List<String> words = new ArrayList<>(command);
            words.addAll(List.of("-o", "s", "--overwrite"));
            CommandRun run = riffle(words.toArray(String[]::new));
            assertThat(run.code()).as(command.toString()).isEqualTo(2);
            assertThat(run.err()).contains("s-0000").contains("is an input").contains("choose another ");
            assertThat(names()).isEqualTo(before);
        }
        mergesTo("s@3", "penguins.tfrecord");
    }

    @Test
    void splitsByRecordsAndBySize() throws IOException {
        Samples.penguins(directory);
        assertThat(run("penguins.tfrecord", "-o", "r", "--records", "100").lines())
                .hasSize(4)
                .last()
                .isEqualTo("r-00003-of-00004: 44 records");
        mergesTo("r@*", "penguins.tfrecord");
        assertThat(run("penguins.tfrecord", "-o", "s", "--size", "20kB").code()).isZero();
        RecordSet set = RecordSet.find(directory, "s@*");
        assertThat(set.files().size()).isGreaterThan(2);
        for (Path file : set.files()) {
            assertThat(Files.size(file)).isLessThanOrEqualTo(20_000);
        }
        mergesTo("s@*", "penguins.tfrecord");
        byte[] input = Files.readAllBytes(directory.resolve("penguins.tfrecord"));
        assertThat(runWith(input, "-", "-o", "t", "--records", "344").text())
                .isEqualTo("t-00000-of-00001: 344 records\n");
    }

    @Test
    void splitsIntoThePlannedNumber() throws IOException {
        Samples.penguins(directory);
        CommandRun run = run("penguins.tfrecord", "-o", "p");
        assertThat(run.text()).isEqualTo("p-00000-of-00001: 344 records\n");
        assertThat(run.err())
                .isEqualTo(
                        "note: 1 shard: 10 files for one reading host would have less than 10 MB each, so the plan has one file.\n");
    }

    @Test
    void keepsTheCompressionByDefault() throws IOException {
        Samples.penguinsCsv(directory);
        assertThat(riffle("import", "penguins.csv", "-o", "p.gz", "--compression", "gzip")
                        .code())
                .isZero();
        assertThat(run("p.gz", "-o", "z", "--shards", "2").code()).isZero();
        assertThat(SetManifest.read(directory.resolve(".z@2.manifest.json")).compression())
                .isEqualTo("GZIP");
        assertThat(run("p.gz", "-o", "n", "--shards", "2", "--compression", "none")
                        .code())
                .isZero();
        assertThat(SetManifest.read(directory.resolve(".n@2.manifest.json")).compression())
                .isEqualTo("NONE");
    }

    @Test
    void rejectsOutputsThatAreInputs() throws IOException {
        Samples.penguins(directory);
        assertThat(run("penguins.tfrecord", "-o", "p", "--shards", "3").code()).isZero();
        List<String> before = names();
        assertThat(run("p@3", "-o", "p", "--records", "10", "--overwrite").err())
                .isEqualTo("p-00000-of-00003: is an input, and a shard may get its name; choose another output\n");
        assertThat(run("p@3", "-o", "p", "--shards", "3", "--overwrite").code()).isEqualTo(2);
        assertThat(run("penguins.tfrecord", "-o", "p", "--shards", "3").err()).contains("exists already");
        assertThat(run("penguins.tfrecord", "-o", "p", "--size", "1MB").err()).contains("exists already");
        assertThat(names()).isEqualTo(before);
    }

    @Test
    void leavesNoFilesAfterDamage() throws IOException {
        Path file = Samples.penguins(directory);
        byte[] bytes = Files.readAllBytes(file);
        bytes[5000] ^= 1;
        Files.write(file, bytes);
        List<String> before = names();
        for (String[] how : List.of(
                new String[] {"--shards", "3"}, new String[] {"--records", "9"}, new String[] {"--size", "9kB"})) {
            CommandRun run = run("penguins.tfrecord", "-o", "p" + how[0], how[0], how[1]);
            assertThat(run.code()).isEqualTo(1);
            assertThat(run.err()).contains("riffle repair");
            assertThat(names()).isEqualTo(before);
            CommandRun skipped = run("penguins.tfrecord", "-o", "q" + how[0], how[0], how[1], "--skip-damage");
            assertThat(skipped.code()).isEqualTo(1);
            assertThat(skipped.err().lines()).hasSize(1);
            assertThat(riffle("count", "q" + how[0] + "@*").lines())
                    .last()
                    .asString()
                    .contains("343");
            before = names();
        }
    }

    @Test
    void rejectsADirectoryAsPrefix() throws IOException {
        Samples.penguins(directory);
        Files.createDirectories(directory.resolve("d"));
        for (String output : List.of("d/", "d", "new/", ".", "..", "d/.", "d/..", "/")) {
            for (String flag : List.of("--shards", "--records")) {
                CommandRun run = run("penguins.tfrecord", "-o", output, flag, "2");
                assertThat(run.code()).as(output).isEqualTo(2);
                assertThat(run.err()).startsWith(output + ": is a directory; name a file in it, as in ");
            }
        }
        for (String command : List.of("merge", "dedupe", "shuffle")) {
            assertThat(riffle(command, "penguins.tfrecord", "-o", "d/", "--shards", "2")
                            .code())
                    .isEqualTo(2);
        }
        assertThat(riffle("import", "penguins.csv", "-o", "d/", "--shards", "2").code())
                .isEqualTo(2);
        assertThat(directory.resolve("d")).isEmptyDirectory();
    }

    @Test
    void writesNoShardsToAnInputFolder() throws IOException {
        Samples.penguins(directory);
        Files.createDirectories(directory.resolve("in"));
        Files.move(directory.resolve("penguins.tfrecord"), directory.resolve("in/a"));
        for (String flag : List.of("--shards", "--records")) {
            CommandRun run = run("in", "-o", "in/s", flag, "50");
            assertThat(run.code()).isEqualTo(2);
            assertThat(run.err()).contains("is in in, which is an input");
        }
        assertThat(directory.resolve("in")).isDirectoryNotContaining("glob:**s-*");
    }

    @Test
    void rejectsIncompleteSets() throws IOException {
        Samples.penguins(directory);
        assertThat(run("penguins.tfrecord", "-o", "p", "--shards", "3").code()).isZero();
        Files.delete(directory.resolve("p-00001-of-00003"));
        for (String word : List.of("p@3", "p@*", "p-*")) {
            CommandRun merged = riffle("merge", word, "-o", "all");
            assertThat(merged.code()).isEqualTo(2);
            assertThat(merged.err()).contains("p@3: missing: p-00001-of-00003").contains("--partial");
        }
        CommandRun byShell = riffle("merge", "p-00000-of-00003", "p-00002-of-00003", "-o", "all");
        assertThat(byShell.code()).isEqualTo(2);
        assertThat(riffle("merge", "p-00000-of-00003", "-o", "one").code()).isZero();
        CommandRun partial = riffle("merge", "p@3", "-o", "all", "--partial");
        assertThat(partial.text()).isEqualTo("all: 229 records\n");
        assertThat(partial.err()).isEqualTo("note: p@3: missing: p-00001-of-00003\n");
        CommandRun count = riffle("count", "p@3");
        assertThat(count.code()).isEqualTo(2);
        assertThat(count.err()).isEqualTo("p@3: missing: p-00001-of-00003; --partial accepts incomplete sets\n");
        count = riffle("count", "p@3", "--partial");
        assertThat(count.code()).isZero();
        assertThat(count.lines()).last().isEqualTo("229 total");
        assertThat(count.err()).isEqualTo("note: p@3: missing: p-00001-of-00003\n");
    }

    @Test
    void verifyReportsBrokenSets() throws IOException {
        Samples.penguins(directory);
        assertThat(run("penguins.tfrecord", "-o", "p", "--shards", "3").code()).isZero();
        assertThat(riffle("verify", "p@3").code()).isZero();
        Files.delete(directory.resolve("p-00001-of-00003"));
        Samples.texts(directory.resolve("new"), "x");
        Files.move(
                directory.resolve("new"),
                directory.resolve("p-00000-of-00003"),
                java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        CommandRun run = riffle("verify", "p@*");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).isEmpty();
        assertThat(run.text())
                .contains("p@3: missing: p-00001-of-00003\n")
                .contains("p-00000-of-00003: differs from the manifest: expected 115 records, found 1 record\n")
                .contains(".p@3.manifest.json; if the files are correct, delete it")
                .doesNotContain("p-00001-of-00003: differs from the manifest");
        CommandRun json = riffle("verify", "p@*", "--json");
        assertThat(json.code()).isEqualTo(1);
        assertThat(json.text()).contains("\"reason\":\"manifest_records\"").contains("\"reason\":\"set\"");
        Files.writeString(directory.resolve(".p@3.manifest.json"), "{}");
        assertThat(riffle("verify", "p@*").text()).contains("invalid manifest: kind must be");
    }

    @Test
    void readsAndPlansDirectories() throws IOException {
        Samples.penguins(directory);
        Files.createDirectory(directory.resolve("d"));
        assertThat(run("penguins.tfrecord", "-o", "d/p", "--shards", "2").code())
                .isZero();
        assertThat(riffle("count", "d").lines()).last().isEqualTo("344 total");
        assertThat(riffle("plan", "d").text())
                .startsWith("2 files, ")
                .contains("best: 1 file of ")
                .contains("Some files have less than 10 MB: 2 of 2.");
        mergesTo("d", "penguins.tfrecord");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--size 0",
                "--size x",
                "--size 99999999999PB",
                "--size -1",
                "--records 0",
                "--shards 0",
                "--shards 10001",
                "--shards 2 --records 3",
                "--size 1MB --records 3",
                "--hosts 0",
                "--hosts 3 --shards 3"
            })
    void rejectsInvalidFlags(String flags) throws IOException {
        Samples.penguins(directory);
        List<String> arguments = new java.util.ArrayList<>(List.of("penguins.tfrecord", "-o", "p"));
        arguments.addAll(List.of(flags.split(" ")));
        CommandRun run = run(arguments.toArray(new String[0]));
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err().lines()).as(run.err()).hasSizeBetween(1, 2);
        assertThat(run("penguins.tfrecord", "-o", "-").err()).contains("split needs file names");
        assertThat(names()).containsExactly("penguins.csv", "penguins.tfrecord");
    }

    @Test
    void rejectsNamesOfDifferentSets() throws IOException {
        Samples.texts(directory.resolve("p-00000-of-00002"), "a");
        Samples.texts(directory.resolve("p-00000-of-00003"), "a");
        assertThat(riffle("merge", "p@*", "-o", "x").err()).contains("missing").contains("foreign, of another count");
        assertThat(riffle("merge", "q@2", "-o", "x").err()).contains("q@2: no such set");
        assertThat(riffle("cat", "q@2").code()).isEqualTo(2);
        assertThat(ShardNames.of(Path.of("p"), 2).path(0)).hasToString("p-00000-of-00002");
    }

    @Test
    void writesRecordsOfAKeyToOneShard() throws IOException {
        List<Example> examples = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            ExampleBuilder example = Example.builder().put("i", (long) i);
            if (i % 50 != 7) {
                example = i % 2 == 0
                        ? example.put("k", (long) (i % 20 - 10))
                        : example.put("k", Bytes.ofUtf8("" + (i % 20 - 10)));
            }
            examples.add(example.build());
        }
        Samples.examples(directory.resolve("in"), examples.toArray(Example[]::new));
        CommandRun failed = run("in", "-o", "out", "--shards", "3", "--key", "k");
        assertThat(failed.code()).isEqualTo(1);
        assertThat(failed.err()).contains("in: record 7 at offset").contains("no feature \"k\"");
        assertThat(directory.resolve("out-00000-of-00003")).doesNotExist();
        CommandRun run = run("in", "-o", "out", "--shards", "3", "--key", "k", "--missing", "first");
        assertThat(run.code()).as(run.err()).isZero();
        List<List<Example>> expected = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (Example example : examples) {
            Feature key = example.find("k").orElse(null);
            int shard = key == null
                    ? 0
                    : ShardedRecordWriter.shardOf(
                            key.kind() == Kind.INT64
                                    ? ShardedRecordWriter.keyOf(key.longValue())
                                    : key.bytes().get(0),
                            3);
            expected.get(shard).add(example);
        }
        for (int i = 0; i < 3; i++) {
            List<Example> found = new ArrayList<>();
            try (RecordReader reader = RecordReader.open(directory.resolve("out-0000" + i + "-of-00003"))) {
                while (reader.next()) {
                    found.add(Example.parse(reader.payloadBytes()));
                }
            }
            assertThat(found).isEqualTo(expected.get(i)).isNotEmpty();
        }
        assertThat(CommandRun.of(directory, "verify", "out@3").code()).isZero();
    }

    @Test
    void byKeyRequiresANumberOfShards() {
        assertThat(run("in", "-o", "out", "--key", "k").err()).contains("--key requires --shards N");
        assertThat(run("in", "-o", "out", "--shards", "2", "--missing", "first").err())
                .contains("--missing requires --key");
        assertThat(run("in", "-o", "out", "--shards", "2", "--key", "k", "--missing", "drop")
                        .err())
                .contains("--missing must be first or fail: drop");
    }
}
