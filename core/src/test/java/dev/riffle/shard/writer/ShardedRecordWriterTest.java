package dev.riffle.shard.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.RecordReader;
import dev.riffle.RecordWriterOptions;
import dev.riffle.io.ByteSink;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import dev.riffle.io.WrappedOutput;
import dev.riffle.shard.SetManifest;
import dev.riffle.shard.ShardNames;
import dev.riffle.shard.internal.CommitStorage;
import dev.riffle.shard.internal.FailingStorage;
import dev.riffle.shard.internal.FileStorage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that the files of a set appear together or not at all. */
class ShardedRecordWriterTest {

    private static final int SHARDS = 4;

    @TempDir
    Path directory;

    private ShardNames names() {
        return ShardNames.of(directory.resolve("train"), SHARDS);
    }

    private static void write(ShardedRecordWriter writer, String prefix) throws IOException {
        for (int i = 0; i < 10; i++) {
            writer.write(Bytes.ofUtf8(prefix + i));
        }
    }

    private Map<String, List<String>> content() throws IOException {
        Map<String, List<String>> content = new TreeMap<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                if (file.equals(manifest())) {
                    continue;
                }
                List<String> records = new ArrayList<>();
                try (RecordReader reader = RecordReader.open(file)) {
                    reader.forEach(record -> records.add(record.utf8()));
                }
                content.put(file.getFileName().toString(), records);
            }
        }
        return content;
    }

    private Path manifest() {
        return SetManifest.pathOf(names());
    }

    private static Map<String, List<String>> written(String prefix) {
        Map<String, List<String>> expected = new TreeMap<>();
        for (int shard = 0; shard < SHARDS; shard++) {
            List<String> records = new ArrayList<>();
            for (int i = shard; i < 10; i += SHARDS) {
                records.add(prefix + i);
            }
            expected.put("train-0000" + shard + "-of-00004", records);
        }
        return expected;
    }

    @Test
    void writesToTheFilesInTurn() throws IOException {
        try (ShardedRecordWriter writer = ShardedRecordWriter.create(names())) {
            write(writer, "r");
            try (Stream<Path> files = Files.list(directory)) {
                assertThat(files.map(file -> file.getFileName().toString())).allMatch(name -> name.startsWith("."));
            }
            writer.commit();
            assertThat(writer.count()).isEqualTo(10);
            assertThat(writer.count(1)).isEqualTo(3);
            assertThatThrownBy(() -> writer.write(Bytes.empty())).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(writer::commit).isInstanceOf(IllegalStateException.class);
        }
        assertThat(content()).isEqualTo(written("r"));
        ShardNames.ofSet(names().paths());
    }

    @Test
    void writesToTheChosenFile() throws IOException {
        RecordWriterOptions gzip = RecordWriterOptions.defaults().compression(Compression.GZIP);
        try (ShardedRecordWriter writer = ShardedRecordWriter.create(names(), gzip)) {
            assertThat(writer.shards()).isEqualTo(SHARDS);
            writer.writeToShard(3, Bytes.ofUtf8("a"));
            writer.write(Bytes.ofUtf8("b"));
            writer.writeToShard(1, Bytes.ofUtf8("c"));
            assertThatThrownBy(() -> writer.writeToShard(SHARDS, Bytes.empty()))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> writer.writeToShard(-1, Bytes.empty()))
                    .isInstanceOf(IllegalArgumentException.class);
            writer.commit();
        }
        assertThat(content().values()).containsExactly(List.of("b"), List.of("c"), List.of(), List.of("a"));
    }

    @Test
    void leavesNothingWithoutACommit() throws IOException {
        try (ShardedRecordWriter writer = ShardedRecordWriter.create(names())) {
            write(writer, "r");
            assertThatThrownBy(writer::close).hasMessageContaining("closed without commit()");
        }
        assertThat(content()).isEmpty();
    }

    @Test
    void rejectsInvalidFiles() throws IOException {
        Files.writeString(directory.resolve("train-00002-of-00004"), "mine");
        assertThatThrownBy(() -> ShardedRecordWriter.create(names()))
                .isInstanceOf(FileAlreadyExistsException.class)
                .hasMessageContaining("train-00002-of-00004");
        assertThat(Files.list(directory)).hasSize(1);
        assertThatThrownBy(() -> ShardedRecordWriter.create(
                        names(), RecordWriterOptions.defaults().inPlace()))
                .isInstanceOf(IllegalArgumentException.class);
        Path twice = directory.resolve("twice");
        assertThatThrownBy(() -> ShardedRecordWriter.create(List.of(twice, twice), RecordWriterOptions.defaults()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ShardedRecordWriter.create(List.of(), RecordWriterOptions.defaults()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ShardedRecordWriter.create(
                        List.of(directory.resolve("no/a"), twice), RecordWriterOptions.defaults()))
                .isInstanceOf(IOException.class);
    }

    @Test
    void keepsAFileThatAppearedMeanwhile() throws IOException {
        try (ShardedRecordWriter writer = ShardedRecordWriter.create(names())) {
            write(writer, "r");
            Files.writeString(directory.resolve("train-00002-of-00004"), "mine");
            assertThatThrownBy(writer::commit).isInstanceOf(FileAlreadyExistsException.class);
            assertThatThrownBy(writer::close).hasMessageContaining("closed without commit()");
        }
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).containsExactly(directory.resolve("train-00002-of-00004"));
        }
        assertThat(directory.resolve("train-00002-of-00004")).hasContent("mine");
    }

    @Test
    void restoresTheOldFilesWhenAStagingFileIsMissing() throws IOException {
        for (int deleted = 0; deleted < SHARDS; deleted++) {
            RecordWriterOptions options =
                    RecordWriterOptions.defaults().overwrite().withoutSync();
            try (ShardedRecordWriter writer = ShardedRecordWriter.create(names(), options)) {
                write(writer, "old");
                writer.commit();
            }
            CommitStorage storage = new DeletingStorage(deleted);
            try (ShardedRecordWriter writer = ShardedRecordWriter.create(names().paths(), options, storage)) {
                write(writer, "new");
                assertThatThrownBy(writer::commit).isInstanceOf(NoSuchFileException.class);
                assertThatThrownBy(writer::close).hasMessageContaining("closed without commit()");
            }
            assertThat(content()).as("deleted %d", deleted).isEqualTo(written("old"));
        }
    }

    @Test
    void doesNotRemoveAFileOfAnotherProcess() throws IOException {
        CommitStorage storage = new FileStorage() {
            @Override
            public void publish(Path from, Path to) throws IOException {
                if (to.toString().contains("00002")) {
                    Files.delete(from);
                    Files.writeString(to, "mine");
                }
                super.publish(from, to);
            }
        };
        try (ShardedRecordWriter writer =
                ShardedRecordWriter.create(names().paths(), RecordWriterOptions.defaults(), storage)) {
            write(writer, "new");
            assertThatThrownBy(writer::commit).isInstanceOf(IOException.class);
            assertThatThrownBy(writer::close).hasMessageContaining("closed without commit()");
        }
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).containsExactly(directory.resolve("train-00002-of-00004"));
        }
        assertThat(directory.resolve("train-00002-of-00004")).hasContent("mine");
    }

    /** Deletes a staging file before its rename. */
    private static final class DeletingStorage extends FileStorage {
        private final int deleted;
        private int kept;

        DeletingStorage(int deleted) {
            this.deleted = deleted;
        }

        @Override
        public void keep(Path file, Path kept) throws IOException {
            super.keep(file, kept);
            if (this.kept++ == Math.max(0, deleted - 1)) {
                try (Stream<Path> files = Files.list(file.resolveSibling("."))) {
                    for (Path staged : files.toList()) {
                        String name = staged.getFileName().toString();
                        if (name.endsWith("-" + deleted + ".tmp")) {
                            Files.delete(staged);
                        }
                    }
                }
            }
        }
    }

    @Test
    void rejectsOneFileWithTwoNames() throws IOException {
        Path real = Files.createDirectory(directory.resolve("real"));
        Path link = Files.createSymbolicLink(directory.resolve("link"), real);
        for (List<Path> twice : List.of(
                List.of(real.resolve("x"), link.resolve("x")),
                List.of(real.resolve("x"), real.resolve("../real/./x")),
                List.of(real.resolve("x"), real.resolve("y"), real.resolve("./x")))) {
            assertThatThrownBy(() -> ShardedRecordWriter.create(
                            twice, RecordWriterOptions.defaults().overwrite()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("paths must be different, found twice: ");
        }
        assertThat(real).isEmptyDirectory();
    }

    @Test
    void usesSmallBuffersForManyFiles() throws IOException {
        Map<Integer, Integer> largest = new TreeMap<>();
        for (int shards : new int[] {1, 64, 65, 500}) {
            CommitStorage storage = new FileStorage() {
                @Override
                public ByteSink stage(Path hidden, Path place) throws IOException {
                    ByteSink sink = super.stage(hidden, place);
                    return place.toString().contains("m-0")
                            ? new MeasuredSink(sink, size -> largest.merge(shards, size, Math::max))
                            : sink;
                }
            };
            List<Path> paths = ShardNames.of(directory.resolve("m"), shards).paths();
            RecordWriterOptions options = RecordWriterOptions.defaults().withoutSync();
            try (ShardedRecordWriter writer = ShardedRecordWriter.create(paths, options, storage)) {
                writer.write(new byte[1 << 20]);
                writer.write(new byte[10]);
                writer.commit();
            }
            try (RecordReader reader = RecordReader.open(paths.get(0))) {
                assertThat(reader.next()).isTrue();
                assertThat(reader.payloadSize()).isEqualTo(1 << 20);
                assertThat(reader.next()).isEqualTo(shards == 1);
            }
        }
        assertThat(largest.values()).containsExactly(256 << 10, 256 << 10, 128 << 10, 32 << 10);
    }

    /** Reports the number of bytes of each write. */
    private record MeasuredSink(ByteSink sink, IntConsumer sizes) implements ByteSink {

        @Override
        public String name() {
            return sink.name();
        }

        @Override
        public Output create() throws IOException {
            return new WrappedOutput(sink.create()) {
                @Override
                public int write(ByteBuffer source) throws IOException {
                    sizes.accept(source.remaining());
                    return super.write(source);
                }
            };
        }
    }

    @Test
    void leavesNothingWhenOpeningFails() throws IOException {
        CommitStorage storage = new FileStorage() {
            @Override
            public ByteSink stage(Path hidden, Path place) throws IOException {
                if (place.toString().endsWith("00002-of-00004")) {
                    throw new OutOfMemoryError("no buffer");
                }
                return super.stage(hidden, place);
            }
        };
        assertThatThrownBy(() -> ShardedRecordWriter.create(names().paths(), RecordWriterOptions.defaults(), storage))
                .isInstanceOf(OutOfMemoryError.class);
        assertThat(content()).isEmpty();
    }

    @Test
    void namesTheFinalFileInErrors() throws IOException {
        Path missing = directory.resolve("no/a");
        assertThatThrownBy(() -> ShardedRecordWriter.create(List.of(missing), RecordWriterOptions.defaults()))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessage(missing + ": directory not found: " + missing.getParent() + "; create it first");
        CommitStorage storage = new FileStorage() {
            @Override
            public ByteSink stage(Path hidden, Path place) throws IOException {
                ByteSink sink = super.stage(hidden, place);
                return new ByteSink() {
                    @Override
                    public String name() {
                        return sink.name();
                    }

                    @Override
                    public Output create() throws IOException {
                        Output out = sink.create();
                        try (Stream<Path> files = Files.list(directory)) {
                            for (Path file : files.toList()) {
                                Files.delete(file);
                            }
                        }
                        return out;
                    }
                };
            }
        };
        try (ShardedRecordWriter writer =
                ShardedRecordWriter.create(names().paths(), RecordWriterOptions.defaults(), storage)) {
            write(writer, "r");
            assertThatThrownBy(writer::commit)
                    .isInstanceOf(NoSuchFileException.class)
                    .hasMessage(names().path(1) + ": its staging file was deleted; write the set again");
            assertThatThrownBy(writer::close).hasMessageContaining("closed without commit()");
        }
    }

    @Test
    void reportsTheStateInErrors() throws IOException {
        ShardedRecordWriter failed = ShardedRecordWriter.create(names());
        Path taken = Files.writeString(directory.resolve("train-00002-of-00004"), "mine");
        assertThatThrownBy(failed::commit).isInstanceOf(FileAlreadyExistsException.class);
        assertThatThrownBy(failed::commit)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith(names().path(0) + " and 3 more: an earlier write or commit failed")
                .hasCauseInstanceOf(FileAlreadyExistsException.class);
        assertThatThrownBy(failed::close).hasMessageEndingWith("closed without commit(); its 0 records were discarded");
        assertThatThrownBy(failed::commit).hasMessageEndingWith("the writer is closed");
        Files.delete(taken);
        try (ShardedRecordWriter writer = ShardedRecordWriter.create(names())) {
            writer.commit();
            assertThatThrownBy(writer::commit).hasMessageEndingWith("the writer is committed");
        }
        RecordWriterOptions overwrite = RecordWriterOptions.defaults().overwrite();
        try (ShardedRecordWriter writer =
                ShardedRecordWriter.create(names().paths(), overwrite, new FailingStorage(SHARDS))) {
            Bytes large = Bytes.copyOf(new byte[1 << 20]);
            assertThatThrownBy(() -> writer.writeToShard(1, large)).hasMessageContaining("injected");
            assertThatThrownBy(() -> writer.writeToShard(2, large))
                    .hasMessageContaining("an earlier write or commit failed");
            assertThatThrownBy(writer::commit).hasMessageContaining("an earlier write or commit failed");
            assertThatThrownBy(writer::close).hasMessageContaining("closed without commit()");
        }
        assertThat(content().values()).hasSize(SHARDS).allMatch(List::isEmpty);
    }

    /** Fails at each step in turn, until an operation ends before it reaches the failing step. */
    @ParameterizedTest
    @ValueSource(ints = {0, 2, SHARDS})
    void restoresTheOldSetWhenAnyStepFails(int oldShards) throws IOException {
        for (int failing = 0; ; failing++) {
            Map<String, List<String>> before = new TreeMap<>(written("old"));
            try (ShardedRecordWriter writer = ShardedRecordWriter.create(
                    names(), RecordWriterOptions.defaults().overwrite().withoutSync())) {
                write(writer, "old");
                writer.commit();
            }
            for (int shard = oldShards; shard < SHARDS; shard++) {
                Files.delete(names().path(shard));
                before.remove("train-0000" + shard + "-of-00004");
            }
            String oldManifest = Files.readString(manifest());
            FailingStorage storage = new FailingStorage(failing);
            boolean committed = false;
            RecordWriterOptions options = RecordWriterOptions.defaults();
            try (ShardedRecordWriter writer = ShardedRecordWriter.create(
                    names().paths(), oldShards == 0 ? options : options.overwrite(), storage)) {
                write(writer, "new");
                writer.commit();
                committed = true;
            } catch (IOException e) {
                assertThat(e).hasMessageContaining("injected");
            }
            assertThat(content()).as("step %d", failing).isEqualTo(committed ? written("new") : before);
            if (!committed) {
                assertThat(manifest()).as("step %d", failing).hasContent(oldManifest);
            }
            if (committed) {
                assertThat(SetManifest.read(manifest()).check(directory)).isEmpty();
                assertThat(failing).isGreaterThanOrEqualTo(5 * SHARDS);
                return;
            }
        }
    }
}
