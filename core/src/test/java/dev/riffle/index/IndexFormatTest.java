package dev.riffle.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordFiles;
import dev.riffle.documents.HexDump;
import dev.riffle.documents.Repository;
import dev.riffle.example.internal.IndexKey;
import dev.riffle.example.internal.KeyHashing;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that the library writes and reads the bytes in {@code docs/reference/formats/index.md}. */
class IndexFormatTest {

    private static final String PAGE = "docs/reference/formats/index.md";

    @TempDir
    Path directory;

    @Test
    void matchesTheHexDump() throws IOException {
        Path file = Files.write(directory.resolve("data.tfrecord"), RecordFiles.GOLDEN);
        Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2027-01-15T08:00:00.5Z")));
        IndexFile index = IndexFile.of(file);
        byte[] dump = HexDump.of(PAGE);
        Files.write(index.path(), dump);
        assertThat(index.check().kind()).isEqualTo(IndexState.Kind.UNPROVEN);
        assertThat(index.verify(IndexOptions.defaults())).isEqualTo(new IndexState(IndexState.Kind.FRESH, ""));
        assertThat(index.count()).hasValue(3);
        Bytes stamp = index.data().stamp().orElseThrow();
        // No test can set the change time and the inode of a file.
        IndexFileParts parts = new IndexFileParts(index.path());
        assertThat(Bytes.copyOf(parts.content(IndexSection.FILE_STAMP)))
                .isEqualTo(Bytes.ofHex("01d2496b0000000080b2e60e6712000000000000"));
        assertThat(parts.bytes()).isEqualTo(dump);
        index.build(IndexOptions.defaults());
        assertThat(Files.readAllBytes(index.path()))
                .isEqualTo(
                        parts.with(IndexSection.FILE_STAMP, stamp.toByteArray()).bytes());
    }

    @Test
    void matchesTheTableOfHashes() throws IOException {
        String page = Files.readString(Repository.root().resolve(PAGE));
        IndexKey[] keys = {IndexKey.of(Bytes.empty()), IndexKey.of(Bytes.ofUtf8("abc")), IndexKey.of(5)};
        String[] names = {"no bytes", "`abc` in ASCII", "the integer 5"};
        for (int i = 0; i < keys.length; i++) {
            assertThat(page)
                    .contains("| " + names[i] + " | `" + HexFormat.of().toHexDigits(keys[i].hash(KeyHashing.STANDARD))
                            + "` |");
        }
    }
}
