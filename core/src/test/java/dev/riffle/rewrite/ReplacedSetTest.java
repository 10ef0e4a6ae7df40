package dev.riffle.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.example.Example;
import dev.riffle.io.ByteSource;
import dev.riffle.repair.RecordRepair;
import dev.riffle.shard.MissingKey;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.RecordSet;
import dev.riffle.shard.SetManifest;
import dev.riffle.shard.ShardNames;
import dev.riffle.shard.internal.CommitStorage;
import dev.riffle.shard.internal.FailingStorage;
import dev.riffle.shard.internal.FileStorage;
import dev.riffle.shard.internal.OutputPlan;
import dev.riffle.shard.internal.SetOutput;
import dev.riffle.shard.writer.ShardedRecordWriter;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that an operation replaces a set of the same name and another number of shards. */
class ReplacedSetTest {

    private static final RecordWriterOptions OPTIONS =
            RecordWriterOptions.defaults().withoutSync();

    @TempDir
    Path directory;

    private Path input = Path.of("");

    enum Way {
        EVEN,
        RECORDS,
        SIZE,
        KEY;

        /** Returns the output for this prefix. Every output except {@code SIZE} has four shards. */
        RecordOutput target(Path prefix, RecordWriterOptions options) {
            ShardNames names = ShardNames.of(prefix, 4);
            return switch (this) {
                case EVEN -> RecordOutput.shards(names, options);
                case RECORDS -> RecordOutput.ofRecords(prefix, "", 25, options);
                case SIZE -> RecordOutput.ofSize(prefix, "", 500, options);
                case KEY -> RecordOutput.byKey(names, "n", MissingKey.FAIL, options);
            };
        }
    }

    @BeforeEach
    void writeInput() throws IOException {
        input = directory.resolve("in");
        RecordWriter.write(input, OPTIONS, writer -> {
            for (int i = 0; i < 100; i++) {
                writer.write(Example.builder().put("n", i).build().toByteArray());
            }
        });
    }

    private Path prefix(String name) {
        return directory.resolve(name);
    }

    private RecordRewrite rewrite() {
        return RecordRewrite.of(List.of(ByteSource.of(input)));
    }

    private void old(String name, int count, String suffix) throws IOException {
        rewrite().copyTo(RecordOutput.shards(new ShardNames(prefix(name), count, suffix), OPTIONS));
    }

    private Map<String, List<Byte>> content() throws IOException {
        Map<String, List<Byte>> content = new HashMap<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                byte[] bytes = Files.readAllBytes(file);
                content.put(
                        file.getFileName().toString(),
                        Stream.iterate(0, i -> i + 1)
                                .limit(bytes.length)
                                .map(i -> bytes[i])
                                .toList());
            }
        }
        return content;
    }

    private void assertComplete(String word, long records) throws IOException {
        RecordSet set = RecordSet.find(directory, word);
        SetManifest manifest = set.manifest().orElseThrow();
        assertThat(manifest.check(directory)).isEmpty();
        assertThat(manifest.shards().stream()
                        .mapToLong(SetManifest.Shard::records)
                        .sum())
                .isEqualTo(records);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void replacesOnlySetsOfAnotherCount(Way way) throws IOException {
        old("train", 3, "");
        old("train", 11, "");
        old("train2", 3, "");
        old("train", 3, ".x");
        old("tra", 2, "");
        Files.createDirectory(directory.resolve("train-00000-of-00009"));
        rewrite().copyTo(way.target(prefix("train"), OPTIONS.overwrite()));
        Files.delete(directory.resolve("train-00000-of-00009"));
        List<String> names = RewriteFiles.names(directory);
        assertThat(names).noneMatch(name -> name.endsWith(".tmp"));
        assertThat(names).noneMatch(name -> name.matches("\\.?train(-\\d+-of-00003|@3\\.manifest\\.json)"));
        assertThat(names).noneMatch(name -> name.matches("\\.?train(-\\d+-of-00011|@11\\.manifest\\.json)"));
        for (String word : List.of("train@*", "train2@3", "train@3.x", "tra@2")) {
            assertComplete(word, 100);
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void replacesNothingWithoutOverwrite(Way way) throws IOException {
        old("train", 3, "");
        Map<String, List<Byte>> before = content();
        try {
            rewrite().copyTo(way.target(prefix("train"), OPTIONS));
        } catch (FileSystemException e) {
            assertThat(e).hasMessageContaining("exists already");
        }
        assertThat(content()).containsAllEntriesOf(before);
    }

    @Test
    void replacesSetsWithAShardedWriter() throws IOException {
        old("train", 3, "");
        old("train2", 3, "");
        try (ShardedRecordWriter writer =
                ShardedRecordWriter.create(ShardNames.of(prefix("train"), 4), OPTIONS.overwrite())) {
            for (int i = 0; i < 100; i++) {
                writer.write("record".getBytes(java.nio.charset.StandardCharsets.UTF_8));
            }
            writer.commit();
        }
        assertComplete("train@*", 100);
        assertComplete("train2@*", 100);
    }

    @Test
    void replacesSetsInARecompression() throws IOException {
        old("train", 3, "");
        old("other", 4, "");
        RecordSet other = RecordSet.find(directory, "other@4");
        Path manifest = directory.resolve(".other@4.manifest.json");
        SetManifest of = other.manifest().orElseThrow();
        Files.writeString(
                manifest,
                new SetManifest(
                                of.format(),
                                of.compression(),
                                of.shards(),
                                java.util.Optional.of("print"),
                                of.columns())
                        .toJson());
        RecordWriterOptions gzip = OPTIONS.overwrite().compression(dev.riffle.io.Compression.GZIP);
        RecordRewrite.of(other).recompress(ShardNames.of(prefix("train"), 4).paths(), gzip);
        assertComplete("train@*", 100);
        // This operation replaces its own input.
        RecordRewrite.of(other).recompress(other.files(), gzip);
        assertComplete("other@*", 100);
        for (String word : List.of("train@4", "other@4")) {
            SetManifest written = RecordSet.find(directory, word).manifest().orElseThrow();
            assertThat(written.compression()).isEqualTo("GZIP");
            assertThat(written.schema()).contains("print");
        }
        List<Path> half = ShardNames.of(prefix("other"), 2).paths();
        RecordRewrite two =
                RecordRewrite.of(RecordSet.of(other.files()).sources().subList(0, 2));
        assertThatThrownBy(() -> two.recompress(half, gzip))
                .isInstanceOf(FileSystemException.class)
                .hasMessageContaining("is an input that the output set would replace");
        assertComplete("other@*", 100);
    }

    @Test
    void restoresSetsAfterFailures() throws IOException {
        for (boolean filling : List.of(false, true)) {
            String name = filling ? "filled" : "even";
            old(name, 3, "");
            old(name, 4, "");
            Map<String, List<Byte>> before = content();
            int failing = 0;
            while (true) {
                CommitStorage storage = new FailingStorage(failing);
                try {
                    rewrite()
                            .copyTo(new OutputPlan(
                                    (filling ? Way.RECORDS : Way.EVEN).target(prefix(name), OPTIONS.overwrite()),
                                    storage));
                    break;
                } catch (IOException e) {
                    assertThat(e).hasMessageContaining("injected");
                }
                assertThat(content()).as("%s step %d", name, failing).isEqualTo(before);
                failing++;
            }
            assertThat(failing).isGreaterThan(20);
            assertThat(RewriteFiles.names(directory)).noneMatch(each -> each.startsWith(name + "-00000-of-00003"));
            assertComplete(name + "@*", 100);
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void neverReplacesAnInput(Way way) throws IOException {
        for (int count : new int[] {3, 4}) {
            String name = "s" + count;
            old(name, count, "");
            Map<String, List<Byte>> before = content();
            List<ByteSource> sources =
                    RecordSet.find(directory, name + "@" + count).sources();
            RecordRewrite rewrite = RecordRewrite.of(sources);
            RecordOutput target = way.target(prefix(name), OPTIONS.overwrite());
            List<org.assertj.core.api.ThrowableAssert.ThrowingCallable> operations = List.of(
                    () -> rewrite.copyTo(target),
                    () -> rewrite.take(5, target),
                    () -> rewrite.sample(0.5, 1, target),
                    () -> rewrite.sampleCount(5, 1, target),
                    () -> rewrite.dedupe(DistinctBy.payload(), target),
                    () -> rewrite.dedupe(
                            DistinctBy.payload(), RecordOutput.file(directory.resolve("kept"), OPTIONS), target),
                    () -> rewrite.filter(dev.riffle.filter.FeatureFilter.parse("n > 3"), target),
                    () -> ExternalShuffle.of(sources, 1).writeTo(target),
                    () -> RecordRepair.of(sources.get(1)).copyTo(target));
            for (org.assertj.core.api.ThrowableAssert.ThrowingCallable operation : operations) {
                assertThatThrownBy(operation)
                        .isInstanceOf(FileSystemException.class)
                        .hasMessageContaining(name + "-0000")
                        .hasMessageContaining("is an input that the output set would replace;")
                        .hasMessageContaining("choose another name for the set");
                assertThat(content()).isEqualTo(before);
            }
        }
    }

    @Test
    void neverReplacesAnInputThroughALink() throws IOException {
        old("s", 3, "");
        Path link = Files.createSymbolicLink(directory.resolve("link"), directory.resolve("s-00001-of-00003"));
        Map<String, List<Byte>> before = content();
        assertThatThrownBy(() -> RecordRewrite.of(List.of(ByteSource.of(link)))
                        .copyTo(RecordOutput.shards(ShardNames.of(prefix("s"), 4), OPTIONS.overwrite())))
                .hasMessageContaining("link: is an input");
        assertThat(content()).isEqualTo(before);
    }

    @Test
    void rejectsLinksToOtherFileSystemsBeforeTheWork() throws IOException {
        Path elsewhere = Files.writeString(directory.resolve("elsewhere"), "old");
        Files.createSymbolicLink(directory.resolve("s-00001-of-00004"), elsewhere);
        Map<String, List<Byte>> before = content();
        FileStorage apart = new FileStorage() {
            @Override
            public boolean isSameFileSystem(Path one, Path other) {
                return false;
            }
        };
        assertThatThrownBy(() ->
                        rewrite().copyTo(new OutputPlan(Way.RECORDS.target(prefix("s"), OPTIONS.overwrite()), apart)))
                .isInstanceOf(FileSystemException.class)
                .hasMessageContaining("s-00001-of-00004: a link to another file system")
                .hasMessageContaining("delete the link, or set the number of shards");
        assertThat(content()).isEqualTo(before);
        rewrite().copyTo(RecordOutput.ofRecords(prefix("s"), "", 25, OPTIONS.overwrite()));
        assertThat(directory.resolve("s-00001-of-00004")).isSymbolicLink();
        assertThat(RewriteFiles.read(elsewhere)).hasSize(25);
        assertComplete("s@4", 100);
        rewrite().copyTo(RecordOutput.shards(ShardNames.of(prefix("s"), 4), OPTIONS.overwrite()));
        assertThat(directory.resolve("s-00001-of-00004")).isSymbolicLink();
        assertComplete("s@4", 100);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void rejectsLongManifestNamesBeforeTheWork(Way way) throws IOException {
        Files.delete(input);
        // The shard names have 255 bytes, which is the limit of most file systems.
        RecordOutput target = way.target(prefix("k".repeat(240)), OPTIONS);
        assertThatThrownBy(() -> {
                    try (SetOutput out = OutputPlan.of(target).open(1)) {
                        out.commit();
                    }
                })
                .isInstanceOf(FileSystemException.class)
                .hasMessageContaining(".manifest.json: cannot be the name of the set's manifest")
                .hasMessageContaining("choose a shorter name for the set");
        assertThat(RewriteFiles.names(directory)).isEmpty();
    }
}
