package dev.riffle.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.RecordFiles;
import dev.riffle.RecordFormat;
import dev.riffle.RecordWriterOptions;
import dev.riffle.io.ByteSink;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the import of text indexes that other loaders use. */
class OffsetTextTest {

    @TempDir
    Path directory;

    private Path data(byte[] content) throws IOException {
        return Files.write(directory.resolve("data.tfrecord"), content);
    }

    private static ByteSource text(String lines) {
        return ByteSource.of(Bytes.ofUtf8(lines), "data.idx");
    }

    @Test
    void writesTheFormatOfOtherLoaders() throws IOException {
        IndexFile index = IndexFile.of(data(RecordFiles.GOLDEN));
        Path text = directory.resolve("data.idx");
        assertThat(index.exportText(ByteSink.of(text))).isEqualTo(3);
        assertThat(Files.readString(text)).isEqualTo("0 19\n19 16\n35 21\n");
        IndexReport imported = index.importText(ByteSource.of(text));
        assertThat(imported.records()).isEqualTo(3);
        byte[] side = Files.readAllBytes(index.path());
        assertThat(index.verify(IndexOptions.defaults()).kind()).isEqualTo(IndexState.Kind.FRESH);
        index.importText(text("0 19\r\n19  16\r\n\r\n 35\t21"));
        assertThat(Files.readAllBytes(index.path())).isEqualTo(side);
    }

    @Test
    void acceptsOfRecordFilesAndEmptyFiles() throws IOException {
        IndexFile index = IndexFile.of(data(RecordFiles.GOLDEN_OFRECORD));
        assertThat(index.importText(text("0 22\n22 24\n")).records()).isEqualTo(2);
        try (RecordIndex open = RecordIndex.open(List.of(directory.resolve("data.tfrecord")))) {
            assertThat(open.format(0)).isEqualTo(RecordFormat.OFRECORD);
            assertThat(open.get(1).size()).isEqualTo(16);
        }
        IndexFile empty = IndexFile.of(data(new byte[0]));
        assertThat(empty.importText(text("")).records()).isZero();
        assertThat(empty.count()).hasValue(0);
    }

    /** Imports an index of frames that are larger than the read buffer. */
    @Test
    void acceptsLargeFrames() throws IOException {
        byte[][] payloads = new byte[40][];
        for (int i = 0; i < payloads.length; i++) {
            payloads[i] = new byte[i % 5 * 65_531 / 2];
        }
        IndexFile index = IndexFile.of(data(RecordFiles.tfRecords(payloads)));
        Path text = directory.resolve("data.idx");
        index.exportText(ByteSink.of(text));
        assertThat(index.importText(ByteSource.of(text)).records()).isEqualTo(40);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 19,19 16 | ends with line 2 and a record that ends at 35; expected lines up to 56",
                "'' | ends with line 0 and a record that ends at 0; expected lines up to 56",
                "0 19,19 17,36 20 | line 2: expected 19 16 for record 1 of DATA, found 19 17",
                "0 20,20 15,35 21 | line 1: expected 0 19 for record 0 of DATA, found 0 20",
                "1 19,19 16,35 21 | line 1: expected 0 19 for record 0 of DATA, found 1 19",
                "0 19,35 21,19 16 | line 2: expected 19 16 for record 1 of DATA, found 35 21",
                "0 19,19 16,35 21,56 16 | line 4: expected no more lines after the 3 records of DATA, found 56 16",
                "0 19,19 16 35 21 | line 2: expected 19 16 for record 1 of DATA, found 19 16 35 21",
                "0 19,nonsense | line 2: expected 19 16 for record 1 of DATA, found nonsense",
                "0 19,-19 16 | line 2: expected 19 16 for record 1 of DATA, found -19 16",
                "0 019,19 16,35 21 | line 1: expected 0 19 for record 0 of DATA, found 0 019"
            })
    void rejectsWrongTexts(String lines, String message) throws IOException {
        Path data = data(RecordFiles.GOLDEN);
        IndexFile index = IndexFile.of(data);
        String content = lines.isEmpty() ? "" : lines.replace(",", "\n") + "\n";
        assertThatThrownBy(() -> index.importText(text(content)))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("data.idx: ")
                .hasMessageContaining(message.replace("DATA", data.toString()));
        assertThat(index.path()).doesNotExist();
    }

    @Test
    void rejectsALineWithoutEnd() throws IOException {
        IndexFile index = IndexFile.of(data(RecordFiles.GOLDEN));
        assertThatThrownBy(() -> index.importText(text("7".repeat(5_000_000))))
                .isInstanceOf(IOException.class)
                .satisfies(e -> assertThat(e.getMessage().length()).isLessThan(400));
    }

    @Test
    void reportsADamagedHeader() throws IOException {
        byte[] broken = RecordFiles.GOLDEN.clone();
        broken[28] ^= 1;
        IndexFile index = IndexFile.of(data(broken));
        assertThatThrownBy(() -> index.importText(text("0 19\n19 16\n35 21\n")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no record at offset 19")
                .hasMessageContaining("expected 0x");
        IndexFile cut = IndexFile.of(data(java.util.Arrays.copyOf(RecordFiles.GOLDEN, 50)));
        assertThatThrownBy(() -> cut.importText(text("0 19\n19 16\n35 21\n")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("line 3")
                .hasMessageContaining("expected 9 bytes after the header, found 3 bytes before the end");
        IndexFile stray = IndexFile.of(data(java.util.Arrays.copyOf(RecordFiles.GOLDEN, 40)));
        assertThatThrownBy(() -> stray.importText(text("0 19\n19 16\n35 21\n")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("expected a header of 12 bytes, found 5 bytes");
    }

    @Test
    void rejectsACompressedFile() throws IOException {
        IndexFile index = IndexFile.of(data(
                RecordFiles.write(RecordWriterOptions.defaults().compression(Compression.GZIP), new byte[] {1, 2})));
        assertThatThrownBy(() -> index.importText(text("0 18\n")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("GZIP");
    }
}
