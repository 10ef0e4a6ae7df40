package dev.riffle.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import dev.riffle.shard.SetManifest;
import dev.riffle.shard.ShardNames;
import dev.riffle.shard.writer.ShardedRecordWriter;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests appends to shards, and the manifests of several sets in one directory. */
class ExtendedSetTest {

    private static final RecordWriterOptions OPTIONS =
            RecordWriterOptions.defaults().withoutSync();

    @TempDir
    Path directory;

    private ShardNames write(String prefix, int count, Compression compression) throws IOException {
        ShardNames names = ShardNames.of(directory.resolve(prefix), count);
        try (ShardedRecordWriter writer = ShardedRecordWriter.create(names, OPTIONS.compression(compression))) {
            for (int i = 0; i < 10 * count; i++) {
                writer.write(Bytes.ofUtf8("record " + i % 10));
            }
            writer.schema("print");
            writer.commit();
        }
        return names;
    }

    private RecordRewrite more() throws IOException {
        Path more = directory.resolve("more");
        RecordWriter.write(more, OPTIONS.overwrite(), writer -> writer.write("other"));
        return RecordRewrite.of(List.of(ByteSource.of(more)));
    }

    @Test
    void rejectsAShardThatDiffersFromItsManifest() throws IOException {
        for (Compression compression : List.of(Compression.NONE, Compression.ZLIB)) {
            ShardNames names = write("s" + compression.name(), 2, compression);
            Path shard = names.paths().get(1);
            // Writes a shard with the same number of records and bytes in another order.
            Files.delete(shard);
            RecordWriter.write(shard, OPTIONS.compression(compression), writer -> {
                for (int i = 9; i >= 0; i--) {
                    writer.write(Bytes.ofUtf8("record " + (2 * i + 1) % 10));
                }
            });
            Path manifest = SetManifest.pathOf(names);
            long same = SetManifest.read(manifest).shards().get(1).bytes();
            if (Files.size(shard) != same) {
                continue;
            }
            byte[] before = Files.readAllBytes(shard);
            assertThatThrownBy(() -> more().appendTo(shard))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("differs from the manifest of its set: expected CRC-32C 0x");
            assertThat(shard).hasBinaryContent(before);
            assertThat(SetManifest.read(manifest).check(directory))
                    .extracting(SetManifest.Finding::kind)
                    .containsExactly(SetManifest.Finding.Kind.CHECKSUM);
        }
    }

    @Test
    void verifiesTheOldShardWithEveryCompression() throws IOException {
        for (Compression compression : RewriteFiles.COMPRESSIONS) {
            ShardNames names = write("r" + RewriteFiles.COMPRESSIONS.indexOf(compression), 2, compression);
            more().appendTo(names.paths().get(1));
            SetManifest manifest = SetManifest.read(SetManifest.pathOf(names));
            assertThat(manifest.check(directory)).isEmpty();
            assertThat(manifest.shards().get(1).records()).isEqualTo(11);
            assertThat(manifest.schema()).isEmpty();
        }
    }

    @Test
    void acceptsAManifestWithOtherWhiteSpace() throws IOException {
        ShardNames names = write("s", 2, Compression.NONE);
        Path manifest = SetManifest.pathOf(names);
        Files.writeString(manifest, Files.readString(manifest).replace(",", " ,\n\n "));
        more().appendTo(names.paths().get(0));
        assertThat(SetManifest.read(manifest).check(directory)).isEmpty();
    }

    @Test
    void rejectsASetThatGetsAManifestMeanwhile() throws IOException {
        ShardNames names = write("s", 2, Compression.NONE);
        Path manifest = SetManifest.pathOf(names);
        String content = Files.readString(manifest);
        Files.delete(manifest);
        byte[] before = Files.readAllBytes(names.paths().get(0));
        RecordRewrite rewrite = RecordRewrite.of(more().input().progress(progress -> {
            try {
                Files.writeString(manifest, content);
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        }));
        assertThatThrownBy(() -> rewrite.appendTo(names.paths().get(0)))
                .hasMessageContaining("another program is writing its set; wait until it finishes");
        assertThat(names.paths().get(0)).hasBinaryContent(before);
    }

    @Test
    void ignoresACompleteSetOfAnotherCount() throws IOException {
        ShardNames three = write("q", 3, Compression.NONE);
        ShardNames five = write("q", 5, Compression.NONE);
        assertThat(SetManifest.read(SetManifest.pathOf(three)).check(directory)).isEmpty();
        assertThat(SetManifest.read(SetManifest.pathOf(five)).check(directory)).isEmpty();
        Files.delete(five.paths().get(2));
        assertThat(SetManifest.read(SetManifest.pathOf(three)).check(directory)).hasSize(4);
    }

    @Test
    void reportsAManifestThatDisappears() throws IOException {
        ShardNames names = write("s", 2, Compression.NONE);
        Path manifest = SetManifest.pathOf(names);
        byte[] before = Files.readAllBytes(names.paths().get(1));
        RecordRewrite removing = RecordRewrite.of(more().input().progress(progress -> {
            try {
                Files.deleteIfExists(manifest);
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        }));
        assertThatThrownBy(() -> removing.appendTo(names.paths().get(1)))
                .isInstanceOf(FileSystemException.class)
                .hasMessageEndingWith("manifest.json: another program removed this file or is replacing it;"
                        + " wait until it finishes");
        assertThat(names.paths().get(1)).hasBinaryContent(before);
    }
}
