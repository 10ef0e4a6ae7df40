package dev.riffle.shard.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import dev.riffle.RecordWriterOptions;
import dev.riffle.dataset.Dataset;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import dev.riffle.rewrite.RecordRewrite;
import dev.riffle.rewrite.RewriteFiles;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.RecordSet;
import dev.riffle.shard.SetManifest;
import dev.riffle.shard.ShardNames;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests that a set stays in the file system of its prefix. */
class ShardsInMemoryTest {

    private static final RecordWriterOptions OPTIONS =
            RecordWriterOptions.defaults().withoutSync();

    private final FileSystem files = Jimfs.newFileSystem(Configuration.unix());

    /** A directory in memory. The file system on disk has no directory of this name. */
    private final Path directory = files.getPath("/riffle-in-memory");

    @AfterEach
    void close() throws IOException {
        files.close();
    }

    private ShardNames write(String name, int records) throws IOException {
        Files.createDirectories(directory);
        ShardNames names = ShardNames.of(directory.resolve(name), 3);
        try (ShardedRecordWriter writer = ShardedRecordWriter.create(names, OPTIONS)) {
            for (int i = 0; i < records; i++) {
                writer.write(Bytes.ofUtf8("record " + i));
            }
            writer.commit();
        }
        return names;
    }

    private void check(String name, long records) throws IOException {
        RecordSet set = RecordSet.find(directory, name + "@*");
        ShardNames names = set.names().orElseThrow();
        assertThat(names.prefix()).isEqualTo(directory.resolve(name));
        assertThat(names.paths()).isEqualTo(set.files()).allMatch(path -> path.getFileSystem() == files);
        assertThat(ShardNames.ofSet(set.files())).isEqualTo(names);
        assertThat(SetManifest.pathOf(names)).exists();
        SetManifest manifest = SetManifest.read(SetManifest.pathOf(names));
        assertThat(manifest.check(directory)).isEmpty();
        assertThat(manifest.records()).isEqualTo(records);
        assertThat(Path.of(directory.toString())).doesNotExist();
    }

    @Test
    void writesASet() throws IOException {
        ShardNames names = write("train", 10);
        assertThat(RewriteFiles.read(names.path(1)))
                .containsExactly(Bytes.ofUtf8("record 1"), Bytes.ofUtf8("record 4"), Bytes.ofUtf8("record 7"));
        check("train", 10);
        assertThat(ShardNames.parse(names.path(2))).isEqualTo(new ShardNames.Member(names, 2));
    }

    @Test
    void writesADataset() throws IOException {
        Files.createDirectories(directory);
        Dataset.range(20)
                .writeShards(
                        ShardNames.of(directory.resolve("numbers"), 4), number -> Bytes.ofUtf8(String.valueOf(number)));
        check("numbers", 20);
    }

    @Test
    void rewritesASet() throws IOException {
        ShardNames names = write("train", 30);
        RecordRewrite rewrite =
                RecordRewrite.of(names.paths().stream().map(ByteSource::of).toList());
        rewrite.copyTo(RecordOutput.shards(ShardNames.of(directory.resolve("even"), 7), OPTIONS));
        check("even", 30);
        rewrite.copyTo(RecordOutput.ofRecords(directory.resolve("counted"), "", 4, OPTIONS));
        check("counted", 30);
        rewrite.copyTo(RecordOutput.ofSize(directory.resolve("sized"), "", 100, OPTIONS));
        check("sized", 30);
        List<Path> compressed = new ArrayList<>(
                ShardNames.of(directory.resolve("compressed"), 3).paths());
        rewrite.recompress(compressed, OPTIONS.compression(Compression.GZIP));
        check("compressed", 30);
    }

    @Test
    void doesNotReplaceItsInput() throws IOException {
        ShardNames names = write("train", 30);
        RecordRewrite rewrite =
                RecordRewrite.of(names.paths().stream().map(ByteSource::of).toList());
        assertThatThrownBy(() -> rewrite.copyTo(
                        RecordOutput.shards(ShardNames.of(directory.resolve("train"), 2), OPTIONS.overwrite())))
                .isInstanceOf(FileSystemException.class)
                .hasMessageContaining("is an input that the output set would replace");
        check("train", 30);
    }
}
