package dev.riffle.cli.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.riffle.cli.CommandRun;
import dev.riffle.cli.Samples;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests folders and patterns that name sets, single files and other folders. */
class FoldersTest {

    private static final List<String> READERS = List.of(
            "info WORD",
            "count WORD",
            "cat --json WORD",
            "head WORD",
            "verify WORD",
            "parse WORD",
            "export WORD",
            "plan WORD",
            "repair --dry-run WORD",
            "merge WORD -o -");

    @TempDir
    Path directory;

    private Path folder;

    @BeforeEach
    void makeFolder() throws IOException {
        folder = Files.createDirectory(directory.resolve("dir"));
    }

    private CommandRun run(String words) {
        return CommandRun.of(directory, words.split(" "));
    }

    private void shard(String prefix, int number, int count) throws IOException {
        Samples.examples(
                folder.resolve(String.format("%s-%05d-of-%05d", prefix, number, count)), Samples.number(number));
    }

    private void set(String prefix, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            shard(prefix, i, count);
        }
    }

    @Test
    void aFolderGivesItsSetsAndItsSingleFiles() throws IOException {
        set("train", 3);
        set("test", 2);
        Samples.examples(folder.resolve("extra.tfrecord"), Samples.number(7), Samples.number(8));
        Files.writeString(folder.resolve("README.md"), "# no records\n");
        assertThat(run("count dir").text()).isEqualTo("""
                        2 dir/extra.tfrecord
                        1 dir/test-00000-of-00002
                        1 dir/test-00001-of-00002
                        1 dir/train-00000-of-00003
                        1 dir/train-00001-of-00003
                        1 dir/train-00002-of-00003
                        7 total
                        """);
        for (String reader : READERS) {
            CommandRun run = run(reader.replace("WORD", "dir"));
            assertThat(run.code()).as("%s: %s", reader, run.err()).isZero();
            assertThat(run.err()).as(reader).doesNotContain("foreign");
        }
    }

    @Test
    void aFolderWithAnIncompleteSetAndASingleFileIsRejected() throws IOException {
        shard("train", 0, 3);
        shard("train", 2, 3);
        Samples.examples(folder.resolve("extra.tfrecord"), Samples.number(7));
        CommandRun run = run("count dir");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).isEqualTo("train@3: missing: train-00001-of-00003; --partial accepts incomplete sets\n");
        assertThat(run("count --partial dir").text()).endsWith("3 total\n");
        assertThat(run("cat dir").code()).isEqualTo(1);
    }

    @Test
    void aFolderWithOneShardOfSeveralIsRejected() throws IOException {
        shard("train", 1, 3);
        assertThat(run("count dir").err()).startsWith("train@3: missing: train-00000-of-00003, train-00002-of-00003; ");
        assertThat(run("count dir/train-00001-of-00003").text()).isEqualTo("1\n");
        assertThat(run("count dir/train-00001*").text()).isEqualTo("1\n");
    }

    /** Contents of a folder. */
    enum Layout {
        COMPLETE_SET,
        SET_AND_FILE,
        MISSING_SHARD,
        MISSING_SHARD_AND_FILE,
        LONE_SHARD,
        OTHER_COUNT,
        OTHER_FILE,
        FOLDER,
        PARTS,
        EMPTY_FOLDER,
        HIDDEN_FILES;

        void make(FoldersTest test) throws IOException {
            Path folder = test.folder;
            Samples.examples(folder.resolve("extra.tfrecord"), Samples.number(7));
            switch (this) {
                case COMPLETE_SET -> {
                    Files.delete(folder.resolve("extra.tfrecord"));
                    test.set("train", 3);
                }
                case SET_AND_FILE -> test.set("train", 3);
                case MISSING_SHARD -> {
                    Files.delete(folder.resolve("extra.tfrecord"));
                    test.shard("train", 0, 3);
                    test.shard("train", 2, 3);
                }
                case MISSING_SHARD_AND_FILE -> {
                    test.shard("train", 0, 3);
                    test.shard("train", 2, 3);
                }
                case LONE_SHARD -> test.shard("train", 1, 3);
                case OTHER_COUNT -> {
                    test.set("train", 3);
                    test.shard("train", 0, 2);
                }
                case OTHER_FILE -> Files.writeString(folder.resolve("README.md"), "# no records\n");
                case FOLDER ->
                    Samples.examples(
                            Files.createDirectory(folder.resolve("sub")).resolve("b.tfrecord"), Samples.number(8));
                case PARTS -> {
                    Files.delete(folder.resolve("extra.tfrecord"));
                    Path parts = Files.createDirectory(folder.resolve("parts"));
                    Samples.ofRecords(parts.resolve("part-0"), Samples.number(1));
                    Samples.ofRecords(parts.resolve("part-1"), Samples.number(2));
                }
                case EMPTY_FOLDER -> Files.createDirectory(folder.resolve("sub"));
                case HIDDEN_FILES -> Files.writeString(folder.resolve(".hidden"), "x");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Layout.class)
    void quotingAPatternDoesNotChangeTheResult(Layout layout) throws IOException {
        layout.make(this);
        List<String> expanded;
        try (Stream<Path> files = Files.list(folder)) {
            expanded = files.map(file -> "dir/" + file.getFileName())
                    .filter(name -> !name.startsWith("dir/."))
                    .sorted()
                    .toList();
        }
        for (String reader : READERS) {
            CommandRun quoted = run(reader.replace("WORD", "dir/*"));
            CommandRun byShell = run(reader.replace("WORD", String.join(" ", expanded)));
            assertThat(quoted.code()).as("%s: %s", reader, quoted.err()).isEqualTo(byShell.code());
            assertThat(quoted.text()).as(reader).isEqualTo(byShell.text());
            assertThat(quoted.err()).as(reader).isEqualTo(byShell.err());
        }
    }

    @Test
    void completeSetsInSeveralFoldersAreSeparateSets() throws IOException {
        set("train", 2);
        Path other = Files.createDirectory(directory.resolve("other"));
        for (int i = 0; i < 2; i++) {
            Samples.examples(other.resolve("train-0000" + i + "-of-00002"), Samples.number(i));
        }
        for (String words : List.of("dir other", "*/train-*", "dir/train@2 other/train@2")) {
            CommandRun run = run("count " + words);
            assertThat(run.code()).as("%s: %s", words, run.err()).isZero();
            assertThat(run.text()).endsWith("4 total\n");
        }
        Files.delete(other.resolve("train-00001-of-00002"));
        CommandRun broken = run("count */train-*");
        assertThat(broken.code()).isEqualTo(2);
        assertThat(broken.err()).contains("train@2: duplicate: ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "info WORD",
                "count WORD",
                "cat WORD",
                "head WORD",
                "tail WORD",
                "verify WORD",
                "parse WORD",
                "export WORD",
                "plan WORD",
                "get WORD 0",
                "index WORD",
                "diff WORD WORD",
                "repair --dry-run WORD",
                "merge WORD -o out",
                "split WORD -o out --shards 2",
                "take WORD -n 1 -o out",
                "append WORD --into log",
                "convert WORD -o out",
                "recompress WORD -o out.gz"
            })
    void anEmptyFolderIsWrongUse(String command) throws IOException {
        Samples.examples(directory.resolve("log"), Samples.number(1));
        CommandRun run = run(command.replace("WORD", "dir"));
        assertThat(run.code()).as(run.err()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("no record files in dir\n");
        Files.writeString(folder.resolve("README.md"), "# no records\n");
        assertThat(run(command.replace("WORD", "dir")).err()).startsWith("no record files in dir\n");
    }

    @Test
    void anEmptyFolderDoesNotHideOtherFiles() throws IOException {
        Samples.examples(directory.resolve("a"), Samples.number(1));
        CommandRun run = run("count dir a");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.text()).isEqualTo("1 a\n1 total\n");
        assertThat(run.err()).isEqualTo("no record files in dir\n");
    }

    @Test
    void aFolderWithoutPermissionSaysSo() throws IOException {
        Samples.examples(folder.resolve("a.tfrecord"), Samples.number(1));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("---------"));
        try {
            assumeFalse(Files.isReadable(folder), "permissions do not apply to this user, who may be root");
            for (String word : List.of("dir", "dir/*")) {
                List<String> readers = new ArrayList<>(READERS);
                readers.add("index WORD");
                for (String reader : readers) {
                    CommandRun run = run(reader.replace("WORD", word));
                    assertThat(run.code()).as(reader).isEqualTo(1);
                    assertThat(run.err()).as(reader).startsWith("dir: no permission to read this directory");
                }
            }
        } finally {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        }
    }

    /** Tests the message as root, too. */
    @Test
    void aMissingPermissionIsExplained() {
        IOException failure = new AccessDeniedException("/tmp/x/dir");
        assertThat(failure).hasMessage("/tmp/x/dir");
        assertThat(InputFile.explained("dir", failure))
                .isInstanceOf(AccessDeniedException.class)
                .hasMessage("dir: no permission to read this directory");
        IOException other = new IOException("dir: broken");
        assertThat(InputFile.explained("dir", other)).isSameAs(other);
    }
}
