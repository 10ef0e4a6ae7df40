package dev.riffle.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.io.ByteSource;
import dev.riffle.rewrite.RecordRewrite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordSetTest {

    @TempDir
    Path directory;

    private void create(String... names) throws IOException {
        for (String name : names) {
            Path path = directory.resolve(name);
            Files.createDirectories(path.getParent());
            RecordWriter.write(path, RecordWriterOptions.defaults().withoutSync(), records -> records.write(name));
        }
    }

    private void createSet(String prefix, int count, String suffix) throws IOException {
        create(new ShardNames(Path.of(prefix), count, suffix)
                .paths().stream().map(Path::toString).toArray(String[]::new));
    }

    private List<String> names(RecordSet set) {
        return set.files().stream()
                .map(file -> directory.relativize(file).toString())
                .toList();
    }

    private RecordSet find(String word) throws IOException {
        return RecordSet.find(directory, word);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "train@3",
                "train@*",
                "train-*",
                "train-?????-of-00003",
                "./train@3",
                "*",
                "t*-0000[0-2]-of-00003"
            })
    void findsACompleteSetByManyNames(String word) throws IOException {
        createSet("train", 3, "");
        RecordSet set = find(word);
        assertThat(set.files().stream().map(file -> file.getFileName().toString()))
                .containsExactly("train-00000-of-00003", "train-00001-of-00003", "train-00002-of-00003");
        assertThat(set.names().orElseThrow().count()).isEqualTo(3);
        assertThat(set.problems()).isEmpty();
        assertThat(set.manifest()).isEmpty();
        assertThat(set.sources()).hasSize(3);
        assertThat(set.totalBytes()).isEqualTo(3 * (16 + 20));
        assertThat(ShardNames.ofSet(set.files())).isEqualTo(set.names().orElseThrow());
    }

    @Test
    void hasNoNamesForMixedSuffixes() throws IOException {
        create("s-00000-of-00002", "s-00001-of-00002.gz");
        RecordSet set = find("s-*");
        assertThat(set.files()).hasSize(2);
        assertThat(set.names()).isEmpty();
        assertThat(set.manifest()).isEmpty();
    }

    @Test
    void findsSetsByTheirSuffix() throws IOException {
        createSet("data", 2, ".gz");
        createSet("data", 2, "");
        assertThat(names(find("data@2.gz"))).containsExactly("data-00000-of-00002.gz", "data-00001-of-00002.gz");
        assertThat(names(find("data@*.gz"))).hasSize(2);
        assertThat(names(find("data@2"))).containsExactly("data-00000-of-00002", "data-00001-of-00002");
        assertThat(find("data@*.gz").names().orElseThrow().suffix()).isEqualTo(".gz");
    }

    @Test
    void prefersAFileWithExactlyTheName() throws IOException {
        createSet("a", 3, "");
        create("a@3", "b*");
        assertThat(names(find("a@3"))).containsExactly("a@3");
        create("bx");
        assertThat(names(find("b*"))).containsExactly("b*");
        assertThat(names(find("b[*x]"))).containsExactly("b*", "bx");
    }

    @Test
    void listsMissingShards() throws IOException {
        createSet("train", 12, "");
        Files.delete(directory.resolve("train-00003-of-00012"));
        Files.delete(directory.resolve("train-00011-of-00012"));
        for (String word : List.of("train@12", "train@*", "train-*")) {
            assertThatThrownBy(() -> find(word))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(
                            word + ": incomplete set: train@12: missing: train-00003-of-00012, train-00011-of-00012");
        }
        RecordSet partial = RecordSet.findPartial(directory, "train@12");
        assertThat(partial.files()).hasSize(10);
        assertThat(partial.problems()).containsExactly("train@12: missing: train-00003-of-00012, train-00011-of-00012");
        assertThat(partial.names()).isEmpty();
    }

    @Test
    void countsManyMissingShards() throws IOException {
        create("huge-0000007-of-9999999");
        assertThatThrownBy(() -> find("huge@*"))
                .hasMessageContaining("and 9999988 more")
                .satisfies(e -> assertThat(e.getMessage().length()).isLessThan(1000));
    }

    @Test
    void listsForeignFiles() throws IOException {
        createSet("train", 4, "");
        createSet("train", 2, "");
        assertThatThrownBy(() -> find("train@*"))
                .hasMessageContaining("train@4: foreign, of another count: train-00000-of-00002, train-00001-of-00002");
        assertThat(names(find("train@2"))).hasSize(2);
        assertThat(names(find("train@4"))).hasSize(4);
        create("train-notes");
        assertThatThrownBy(() -> find("train-*")).hasMessageContaining("foreign, not shards: train-notes");
    }

    @Test
    void rejectsDuplicateShards() throws IOException {
        createSet("a/train", 2, "");
        createSet("b/train", 2, "");
        assertThatThrownBy(() -> find("*/train-*"))
                .hasMessageContaining("train@2: duplicate: a/train-00000-of-00002 and b/train-00000-of-00002");
        createSet("c/data", 2, "");
        createSet("c/data", 2, ".gz");
        assertThatThrownBy(() -> find("c/data-*"))
                .hasMessageContaining("duplicate: c/data-00000-of-00002 and c/data-00000-of-00002.gz");
    }

    @Test
    void ordersASetInTwoDirectories() throws IOException {
        create("a/train-00001-of-00003", "b/train-00000-of-00003", "b/train-00002-of-00003");
        RecordSet set = find("?/train-*");
        assertThat(names(set))
                .containsExactly("b/train-00000-of-00003", "a/train-00001-of-00003", "b/train-00002-of-00003");
        assertThat(set.names()).isEmpty();
    }

    @Test
    void findsTheRecordFilesOfADirectory() throws IOException {
        createSet("d/train", 2, "");
        createSet("d/test", 1, "");
        create("d/.hidden", "d/_temporary", "d/sub/x");
        Files.writeString(directory.resolve("d/features.json"), "{\"a\": 1}");
        assertThat(names(find("d")))
                .containsExactly("d/test-00000-of-00001", "d/train-00000-of-00002", "d/train-00001-of-00002");
        create("e/b", "e/a");
        assertThat(names(find("e"))).containsExactly("e/a", "e/b");
        Files.delete(directory.resolve("d/train-00000-of-00002"));
        assertThatThrownBy(() -> find("d")).hasMessageContaining("train@2: missing: train-00000-of-00002");
        Files.createDirectories(directory.resolve("empty"));
        assertThatThrownBy(() -> find("empty"))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessageContaining("no record files in this directory");
    }

    @Test
    void readsOneFlowPartsAsOneFile() throws IOException {
        create("parts/part-0", "parts/part-1");
        RecordSet set = find("parts");
        assertThat(names(set)).containsExactly("parts");
        assertThat(set.sources()).hasSize(1);
        assertThat(set.totalBytes()).isEqualTo(2 * (16 + 12));
    }

    @Test
    void treatsOneFileAsNoSet() throws IOException {
        create("train-00003-of-00010", "x");
        assertThat(find("train-00003-of-00010").problems()).isEmpty();
        assertThat(find("x").names()).isEmpty();
    }

    @Test
    void rejectsWordsWithoutFiles() throws IOException {
        create("train-00000-of-00009");
        for (String word : List.of("none", "none*", "none@*", "none@3", "train@10", "none/x@2", "@3", "x@99999999")) {
            assertThatThrownBy(() -> find(word))
                    .as(word)
                    .isInstanceOfAny(NoSuchFileException.class, IllegalArgumentException.class)
                    .hasMessageContaining(word);
        }
        assertThatThrownBy(() -> find("none@3"))
                .hasMessageContaining("no such set: expected files like none-00000-of-00003");
    }

    @Test
    void acceptsListsOfFiles() throws IOException {
        createSet("train", 3, "");
        List<Path> files = ShardNames.of(directory.resolve("train"), 3).paths();
        assertThat(RecordSet.of(files).names()).isPresent();
        List<Path> reversed = List.of(files.get(2), files.get(1), files.get(0));
        assertThat(RecordSet.of(reversed).files()).isEqualTo(reversed);
        assertThatThrownBy(() -> RecordSet.of(files.subList(0, 2)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("missing: train-00002-of-00003");
        assertThatThrownBy(() -> RecordSet.of(List.of(files.get(0), files.get(1), files.get(2), files.get(1))))
                .hasMessageContaining("duplicate");
        assertThat(RecordSet.of(List.of(Path.of("a"), Path.of("a"))).problems()).isEmpty();
        assertThat(RecordSet.of(List.of()).files()).isEmpty();
    }

    @Test
    void findsUnusualNamesAndLinks() throws Exception {
        String unusual = "d [x]/Zeit & Raum – ü@7 \"q\"";
        Files.createDirectories(directory.resolve("d [x]"));
        Path input = directory.resolve("in");
        create("in");
        RecordRewrite.of(List.of(ByteSource.of(input)))
                .copyTo(RecordOutput.shards(
                        ShardNames.of(directory.resolve(unusual), 2), RecordWriterOptions.defaults()));
        RecordSet set = find(unusual + "@2");
        assertThat(set.files()).hasSize(2);
        assertThat(set.manifest().orElseThrow().check(directory.resolve("d [x]")))
                .isEmpty();
        Files.createSymbolicLink(
                directory.resolve("l-00000-of-00002"), set.files().get(0));
        Files.createSymbolicLink(directory.resolve("l-00001-of-00002"), directory.resolve("gone"));
        assertThat(RecordSet.findPartial(directory, "l@2").files()).hasSize(2);
    }

    @Test
    void findsTenThousandShards() throws Exception {
        Path input = directory.resolve("in");
        RecordWriter.write(input, RecordWriterOptions.defaults(), records -> {
            for (int i = 0; i < 10_003; i++) {
                records.write("r" + i);
            }
        });
        RecordWriterOptions options =
                RecordWriterOptions.defaults().withoutSync().bufferSize(4096);
        Path prefix = directory.resolve("many");
        RecordRewrite.of(List.of(ByteSource.of(input)))
                .copyTo(RecordOutput.shards(ShardNames.of(prefix, 10_000), options));
        RecordSet set = find("many@*");
        assertThat(set.files()).hasSize(10_000);
        assertThat(set.manifest().orElseThrow().records()).isEqualTo(10_003);
        Path merged = directory.resolve("merged");
        RecordRewrite.of(set).copyTo(RecordOutput.file(merged, options));
        assertThat(merged).hasSameBinaryContentAs(input);
    }

    @Test
    void printsItsFilesAndProblems() {
        Path a = Path.of("a.tfrecord");
        assertThat(RecordSet.of(List.of(a))).hasToString("RecordSet[a.tfrecord]");
        assertThat(RecordSet.of(List.of(a, Path.of("b"), Path.of("c"))))
                .hasToString("RecordSet[a.tfrecord and 2 more]");
        assertThat(RecordSet.of(List.of())).hasToString("RecordSet[no files]");
        RecordSet partial = RecordSet.ofPartial(List.of(Path.of("a-00000-of-00002")));
        assertThat(partial)
                .hasToString("RecordSet[a-00000-of-00002; incomplete: "
                        + partial.problems().get(0) + "]");
    }
}
