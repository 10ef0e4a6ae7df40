package dev.riffle.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.RecordWriterOptions;
import dev.riffle.dataset.stage.DatasetException;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WriteRecordsTest {

    @TempDir
    Path directory;

    @Test
    void writesRecordsThatCanBeReadBack() throws IOException {
        Path plain = directory.resolve("plain");
        assertThat(Dataset.range(5).writeRecords(plain, number -> Bytes.ofUtf8("n" + number)))
                .isEqualTo(5);
        Path zipped = directory.resolve("zipped");
        RecordWriterOptions gzip = RecordWriterOptions.defaults().compression(Compression.GZIP);
        assertThat(RecordDataset.write(RecordDataset.files(plain), zipped, gzip))
                .isEqualTo(5);
        assertThat(RecordDataset.files(zipped).map(Bytes::utf8).toList()).containsExactly("n0", "n1", "n2", "n3", "n4");
        assertThat(Files.readAllBytes(zipped)).startsWith(0x1f, 0x8b);
    }

    @Test
    void failureLeavesNoFile() throws IOException {
        Path file = directory.resolve("file");
        assertThatThrownBy(() -> Dataset.range(5).writeRecords(file, number -> {
                    if (number == 3) {
                        throw new IOException("three");
                    }
                    return Bytes.empty();
                }))
                .isInstanceOf(DatasetException.class)
                .hasMessage("writeRecords: three");
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).isEmpty();
        }
        assertThat(Dataset.range(2).writeRecords(file, number -> Bytes.empty())).isEqualTo(2);
        assertThatThrownBy(() -> Dataset.range(3).writeRecords(file, number -> Bytes.empty()))
                .isInstanceOf(FileAlreadyExistsException.class);
        RecordWriterOptions overwrite = RecordWriterOptions.defaults().overwrite();
        assertThat(Dataset.range(3).writeRecords(file, overwrite, number -> Bytes.empty()))
                .isEqualTo(3);
    }
}
