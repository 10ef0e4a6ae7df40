package dev.riffle.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.index.IndexFile;
import dev.riffle.index.IndexOptions;
import dev.riffle.index.IndexState;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.RecordSet;
import dev.riffle.shard.ShardNames;
import dev.riffle.shard.writer.ShardedRecordWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that files that a writer creates next to a private file are private too. */
class PrivateFilesTest {

    private static final RecordWriterOptions OPTIONS =
            RecordWriterOptions.defaults().overwrite().withoutSync();

    @TempDir
    Path directory;

    private static void protect(Path file) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    private void assertAllPrivate() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                        .as(file.toString())
                        .isEqualTo("rw-------");
            }
        }
    }

    @Test
    void protectsIndexFiles() throws IOException {
        Path secret = directory.resolve("secret.gz");
        RecordWriter.write(secret, OPTIONS.compression(Compression.GZIP), writer -> writer.write("secret"));
        IndexFile.of(secret).build(IndexOptions.defaults());
        // From now on the file is private.
        protect(secret);
        IndexFile.of(secret).build(IndexOptions.defaults());
        assertAllPrivate();
        IndexFile.of(secret).remove();
        IndexFile.of(secret).build(IndexOptions.defaults());
        assertAllPrivate();
        assertThat(IndexFile.of(secret).check().kind()).isEqualTo(IndexState.Kind.FRESH);
    }

    @Test
    void protectsTheStagingFileOfAReplacedFile() throws IOException {
        Path secret = directory.resolve("secret");
        RewriteFiles.write(secret, OPTIONS, List.of(Bytes.ofUtf8("old")));
        protect(secret);
        try (RecordWriter writer = RecordWriter.create(secret, OPTIONS)) {
            writer.write("new");
            assertThat(RewriteFiles.names(directory)).hasSize(2);
            assertAllPrivate();
            writer.commit();
        }
        assertAllPrivate();
    }

    @Test
    void protectsTheStagingFilesOfASet() throws IOException {
        ShardNames names = ShardNames.of(directory.resolve("s"), 2);
        RecordOutput records = RecordOutput.ofRecords(names.prefix(), "", 1, OPTIONS);
        for (int round = 0; round < 2; round++) {
            try (ShardedRecordWriter writer = ShardedRecordWriter.create(names, OPTIONS)) {
                writer.write(new byte[5]);
                if (round == 1) {
                    assertAllPrivateExcept(".s@2.manifest.json");
                }
                writer.commit();
            }
            for (Path path : names.paths()) {
                protect(path);
            }
        }
        try (ShardedRecordWriter writer = ShardedRecordWriter.create(records)) {
            writer.write(new byte[5]);
            writer.write(new byte[5]);
            writer.write(new byte[5]);
            assertAllPrivateExcept(".s@2.manifest.json");
            writer.commit();
        }
        assertAllPrivateExcept(".s@3.manifest.json");
        assertThat(RecordSet.find(directory, "s@*").files()).hasSize(3);
    }

    private void assertAllPrivateExcept(String manifest) throws IOException {
        Path kept = directory.resolve(manifest);
        protect(kept);
        assertAllPrivate();
    }
}
