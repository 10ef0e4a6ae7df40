package dev.riffle.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.cli.CommandContract;
import dev.riffle.cli.CommandRun;
import dev.riffle.cli.Samples;
import dev.riffle.example.Example;
import dev.riffle.io.Compression;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class IndexCommandTest extends CommandContract {

    @Override
    public List<String> command() {
        return List.of("index");
    }

    @Override
    public List<String> goodArguments() throws IOException {
        Path file = directory.resolve("a.tfrecord");
        if (!Files.exists(file)) {
            Samples.texts(file, "x", "y");
        }
        return List.of("a.tfrecord");
    }

    private Path texts() throws IOException {
        return Samples.texts(directory.resolve("a.tfrecord"), "x", "yy");
    }

    @Test
    void buildsChecksAndRemovesIndexes() throws IOException {
        Path file = texts();
        assertThat(run("--check", "a.tfrecord")).satisfies(run -> {
            assertThat(run.code()).isEqualTo(1);
            assertThat(run.text()).isEqualTo("a.tfrecord: missing\n");
        });
        CommandRun built = run("a.tfrecord");
        assertThat(built.err()).isEmpty();
        assertThat(built.text()).startsWith("a.tfrecord: 2 records, index of ");
        assertThat(directory.resolve(".a.tfrecord.index")).exists();
        FileTime time = Files.getLastModifiedTime(directory.resolve(".a.tfrecord.index"));
        assertThat(run("a.tfrecord").text()).isEqualTo("a.tfrecord: 2 records, the index is fresh\n");
        assertThat(Files.getLastModifiedTime(directory.resolve(".a.tfrecord.index")))
                .isEqualTo(time);
        assertThat(run("--rebuild", "a.tfrecord").text()).isEqualTo(built.text());
        assertThat(run("--check", "a.tfrecord").code()).isZero();
        Files.write(file, new byte[] {1}, StandardOpenOption.APPEND);
        CommandRun stale = run("--check", "a.tfrecord");
        assertThat(stale.code()).isEqualTo(1);
        assertThat(stale.text()).startsWith("a.tfrecord: stale: the file size has changed from 35 to 36 bytes");
        assertThat(run("--check", "--json", "a.tfrecord").text())
                .startsWith("{\"file\":\"a.tfrecord\",\"index\":\"stale\",\"reason\":\"the file size has changed");
        CommandRun damaged = run("a.tfrecord");
        assertThat(damaged.code()).isEqualTo(1);
        assertThat(damaged.err()).contains("a.tfrecord: record 2");
        assertThat(run("--remove", "a.tfrecord").text()).isEqualTo("a.tfrecord: index removed\n");
        assertThat(run("--remove", "a.tfrecord", "--json").text())
                .isEqualTo("{\"file\":\"a.tfrecord\",\"removed\":false}\n");
        assertThat(run("--remove", "a.tfrecord").text()).isEqualTo("a.tfrecord: no index found\n");
        CommandRun missing = run("--remove", "a.tfrecor");
        assertThat(missing.code()).isEqualTo(2);
        assertThat(missing.err()).endsWith("a.tfrecor: no such file; check the path\n");
    }

    @Test
    void takesANumberOfThreads() throws IOException {
        texts();
        CommandRun built = run("--threads", "2", "a.tfrecord");
        assertThat(built.code()).isZero();
        assertThat(run("--threads", "1", "--rebuild", "a.tfrecord").text()).isEqualTo(built.text());
        CommandRun wrong = run("--threads", "0", "a.tfrecord");
        assertThat(wrong.code()).isEqualTo(2);
        assertThat(wrong.err()).startsWith("--threads must be from 1 to 1024: 0");
    }

    @Test
    void writesNoIndexIfARecordExceedsTheLimit() throws IOException {
        RecordWriter.write(
                directory.resolve("large.gz"),
                RecordWriterOptions.defaults().compression(Compression.GZIP),
                writer -> writer.write(new byte[6_000_000]));
        texts();
        for (List<String> flags : List.of(List.<String>of(), List.of("--rebuild"), List.of("--export", "text"))) {
            List<String> words = new ArrayList<>(flags);
            words.addAll(List.of("--max-record", "5MB", "large.gz"));
            if (!flags.contains("--export")) {
                words.add("a.tfrecord");
            }
            CommandRun rejected = run(words.toArray(String[]::new));
            assertThat(rejected.code()).isEqualTo(1);
            assertThat(rejected.err())
                    .contains("large.gz: record 0 at offset 0: record larger than the memory limit: expected at most"
                            + " 5000000 bytes, found 6000000 bytes; raise the limit (--max-record,");
            assertThat(directory.resolve(".large.gz.index")).doesNotExist();
            assertThat(directory.resolve("text")).doesNotExist();
        }
        assertThat(directory.resolve(".a.tfrecord.index")).exists();
        assertThat(run("--max-record", "6MB", "large.gz").code()).isZero();
        assertThat(run("--check", "--max-record", "6MB", "large.gz").text()).isEqualTo("large.gz: fresh\n");
        assertThat(run("--check", "--max-record", "5MB", "large.gz").err()).contains("larger than the memory limit");
        for (List<String> other : List.of(List.of("--remove"), List.of("--import", "text"))) {
            List<String> words = new ArrayList<>(other);
            words.addAll(List.of("--max-record", "5MB", "large.gz"));
            CommandRun wrong = run(words.toArray(String[]::new));
            assertThat(wrong.code()).isEqualTo(2);
            assertThat(wrong.err()).contains("--max-record limits the reading of records; omit the other flag");
        }
    }

    @Test
    void doesNotTouchTheFile() throws IOException {
        Path file = texts();
        byte[] before = Files.readAllBytes(file);
        FileTime time = Files.getLastModifiedTime(file);
        run("a.tfrecord");
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
        assertThat(Files.getLastModifiedTime(file)).isEqualTo(time);
    }

    @Test
    void patternsDoNotMatchIndexFiles() throws IOException {
        texts();
        Samples.texts(directory.resolve("b.tfrecord"), "z");
        assertThat(run("*").lines()).hasSize(2);
        assertThat(run("*").lines())
                .containsExactly(
                        "a.tfrecord: 2 records, the index is fresh", "b.tfrecord: 1 record, the index is fresh");
        assertThat(CommandRun.of(directory, "count", "*").text()).isEqualTo("2 a.tfrecord\n1 b.tfrecord\n3 total\n");
    }

    @Test
    void continuesAfterAFailedFile() throws IOException {
        texts();
        CommandRun run = run("missing.tfrecord", "a.tfrecord");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.text()).startsWith("a.tfrecord: 2 records");
    }

    @Test
    void exportsAndImportsText() throws IOException {
        texts();
        assertThat(run("a.tfrecord", "--export", "-").text()).isEqualTo("0 17\n17 18\n");
        assertThat(run("a.tfrecord", "--export", "a.idx").text()).isEqualTo("a.idx: offsets of 2 records\n");
        assertThat(Files.readString(directory.resolve("a.idx"))).isEqualTo("0 17\n17 18\n");
        CommandRun again = run("a.tfrecord", "--export", "a.idx");
        assertThat(again.code()).isEqualTo(2);
        assertThat(again.err()).contains("a.idx: exists already").contains("--overwrite");
        assertThat(run("a.tfrecord", "--export", "a.idx", "--overwrite", "--json")
                        .text())
                .isEqualTo("{\"file\":\"a.tfrecord\",\"text\":\"a.idx\",\"records\":2}\n");
        Files.copy(directory.resolve("a.tfrecord"), directory.resolve("a"));
        assertThat(run("a", "--export", "a", "--overwrite").err())
                .contains("a: is an input, so it cannot be an output");
        CommandRun imported = run("a.tfrecord", "--import", "a.idx");
        assertThat(imported.err()).isEmpty();
        assertThat(imported.text()).startsWith("a.tfrecord: 2 records, index of ");
        assertThat(run("--check", "a.tfrecord").code()).isZero();
        assertThat(runWith("0 17\n17 18\n".getBytes(), "a.tfrecord", "--import", "-")
                        .code())
                .isZero();
        CommandRun wrong = runWith("0 17\n17 19\n".getBytes(), "a.tfrecord", "--import", "-");
        assertThat(wrong.code()).isEqualTo(1);
        assertThat(wrong.err())
                .contains("standard input: line 2: expected 17 18 for record 1 of ")
                .contains("found 17 19");
        CommandRun missing = run("a.tfrecord", "--import", "missing.idx");
        assertThat(missing.code()).isEqualTo(2);
        assertThat(missing.err()).contains("missing.idx: no such file");
    }

    @Test
    void indexesKeys() throws IOException {
        Samples.examples(
                directory.resolve("k.tfrecord"),
                Example.builder().put("id", "a").build(),
                Example.builder().put("id", "b").build(),
                Example.builder().put("other", 1).build());
        assertThat(run("k.tfrecord", "--key", "id").text())
                .startsWith("k.tfrecord: 3 records, index of ")
                .endsWith(", keys of id, 1 record without\n");
        assertThat(run("k.tfrecord").text()).contains("is fresh");
        assertThat(run("k.tfrecord", "--key", "id").text()).contains("is fresh");
        // The rebuilt index keeps its key.
        assertThat(run("k.tfrecord", "--rebuild").text()).contains("keys of id");
        assertThat(run("k.tfrecord", "--key", "other", "--json").text())
                .contains("\"key\":\"other\",\"without_key\":2");
    }

    @Test
    void rejectsAKeyThatNoRecordHas() throws IOException {
        Samples.examples(
                directory.resolve("k.tfrecord"),
                Example.builder().put("id", "a").put("score", 2.5f).build());
        CommandRun nosuch = run("k.tfrecord", "--key", "nosuch");
        assertThat(nosuch.code()).isEqualTo(1);
        assertThat(nosuch.out()).isEmpty();
        assertThat(nosuch.err()).contains("no record has a key").contains("no feature \"nosuch\"");
        assertThat(run("k.tfrecord", "--check").text()).contains("missing");
        CommandRun floats = run("k.tfrecord", "--key", "score");
        assertThat(floats.code()).isEqualTo(1);
        assertThat(floats.err()).contains("record 0").contains("float_list");
        assertThat(run("k.tfrecord", "--key", "nosuch", "--missing", "keep").text())
                .endsWith(", keys of nosuch, 1 record without\n");
    }

    @Test
    void rejectsConflictingFlags() throws IOException {
        texts();
        Files.createDirectory(directory.resolve("empty"));
        for (String[] arguments : new String[][] {
            {"a.tfrecord", "--check", "--remove"},
            {"a.tfrecord", "--check", "--key", "id"},
            {"a.tfrecord", "--overwrite"},
            {"a.tfrecord", "--missing", "keep"},
            {"a.tfrecord", "--key", "id", "--missing", "first"},
            {"a.tfrecord", "--export", "-", "--json"},
            {"a.tfrecord", "a.tfrecord", "--export", "-"},
            {"-"},
            {"empty"}
        }) {
            CommandRun run = run(arguments);
            assertThat(run.code()).as(String.join(" ", arguments)).isEqualTo(2);
            assertThat(run.out()).isEmpty();
            assertThat(run.err()).isNotEmpty().doesNotContain("unexpected");
        }
    }

    @Test
    void namesTheLineOfInvalidText() throws IOException {
        Samples.penguins(directory);
        CommandRun run = run("penguins.tfrecord", "--import", "penguins.tfrecord");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err())
                .contains("penguins.tfrecord: line 1: expected 0 ")
                .contains("found bytes that are not digits");
    }

    @Test
    void aFolderWithoutPermissionNamesTheIndexFile() throws IOException {
        Path folder = Files.createDirectory(directory.resolve("locked"));
        Samples.texts(folder.resolve("a"), "one");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("r-xr-xr-x"));
        try {
            assumeFalse(Files.isWritable(folder), "permissions do not apply to this user, who may be root");
            CommandRun run = run("locked/a");
            assertThat(run.code()).isEqualTo(1);
            assertThat(run.err())
                    .contains("the index file cannot be written: permission denied; allow writing to its directory")
                    .doesNotContain(".tmp");
        } finally {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        }
    }
}
