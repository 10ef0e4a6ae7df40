package dev.riffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Appends records to existing files, and reads files while they grow. */
class AppendTest {

    @TempDir
    Path directory;

    private Path file;

    @BeforeEach
    void writeGoldenFile() throws IOException {
        file = Files.write(directory.resolve("log"), RecordFiles.GOLDEN);
    }

    private void append(String... records) throws IOException {
        try (RecordWriter writer = RecordWriter.append(file)) {
            for (String each : records) {
                writer.write(each);
            }
            writer.commit();
        }
    }

    @Test
    void appendsRecordsAfterTheExistingOnes() throws IOException {
        append("more");
        append();
        append("and more", "");
        try (Stream<String> records = RecordReader.open(file).stream(Bytes::utf8)) {
            assertThat(records).containsExactly("abc", "", "hello", "more", "and more", "");
        }
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void appendsToAnEmptyFile() throws IOException {
        Files.write(file, new byte[0]);
        append("first");
        assertThat(Files.readAllBytes(file)).isEqualTo(RecordFiles.tfRecords("first".getBytes()));
    }

    @Test
    void appendsToAnOfRecordFile() throws IOException {
        Files.write(file, RecordFiles.GOLDEN_OFRECORD);
        RecordWriterOptions options = RecordWriterOptions.defaults().format(RecordFormat.OFRECORD);
        try (RecordWriter writer = RecordWriter.append(file, options)) {
            writer.write(Bytes.ofHex("0a0c0a016112070a050a03616263"));
            writer.commit();
        }
        try (RecordReader reader = RecordReader.open(file)) {
            assertThat(reader.stream().count()).isEqualTo(3);
        }
        assertThatThrownBy(() -> RecordWriter.append(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("TFRecord cannot be appended to a file of OFRecord");
    }

    @Test
    void rejectsEveryTornTailAndKeepsTheFile() throws IOException {
        for (int length = 1; length < RecordFiles.GOLDEN.length; length++) {
            if (length == 19 || length == 35) {
                continue;
            }
            byte[] torn = Arrays.copyOf(RecordFiles.GOLDEN, length);
            Path cut = Files.write(directory.resolve("cut.tfrecord"), torn);
            long offset = length < 19 ? 0 : length < 35 ? 19 : 35;
            assertThatThrownBy(() -> RecordWriter.append(cut))
                    .isInstanceOfSatisfying(
                            CorruptRecordException.class,
                            damage -> assertThat(damage.recordOffset()).isEqualTo(offset));
            assertThat(Files.readAllBytes(cut)).isEqualTo(torn);
        }
    }

    @Test
    void rejectsADamagedLastPayload() throws IOException {
        byte[] bytes = RecordFiles.GOLDEN.clone();
        bytes[50] ^= 1;
        Files.write(file, bytes);
        assertThatThrownBy(() -> RecordWriter.append(file))
                .isInstanceOfSatisfying(CorruptRecordException.class, damage -> {
                    assertThat(damage.reason()).isEqualTo(CorruptRecordException.Reason.PAYLOAD_CHECKSUM);
                    assertThat(damage.recordOffset()).isEqualTo(35);
                });
    }

    @Test
    void truncatesTheFileWithoutACommit() throws IOException {
        RecordWriter writer = RecordWriter.append(file);
        writer.write("never");
        writer.sync();
        assertThat(Files.size(file)).isGreaterThan(RecordFiles.GOLDEN.length);
        assertThatThrownBy(writer::close).isInstanceOf(IllegalStateException.class);
        assertThat(Files.readAllBytes(file)).isEqualTo(RecordFiles.GOLDEN);
    }

    @Test
    void rejectsASecondAppenderAtTheSameTime() throws IOException {
        try (RecordWriter writer = RecordWriter.append(file)) {
            assertThatThrownBy(() -> RecordWriter.append(file))
                    .hasMessageContaining("another program is appending to this file");
            writer.commit();
        }
    }

    @Test
    void rejectsMissingAndCompressedFiles() throws IOException {
        assertThatThrownBy(() -> RecordWriter.append(directory.resolve("none")))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessageContaining("create it instead");
        assertThatThrownBy(() ->
                        RecordWriter.append(file, RecordWriterOptions.defaults().compression(Compression.GZIP)))
                .isInstanceOf(IllegalArgumentException.class);
        Files.write(
                file,
                RecordFiles.write(
                        RecordWriterOptions.defaults().compression(Compression.ZLIB), "compressed".getBytes()));
        assertThatThrownBy(() -> RecordWriter.append(file)).hasMessageContaining("compression ZLIB");
    }

    @Test
    void followedFileReturnsAddedRecords() throws IOException {
        byte[] all = RecordFiles.GOLDEN;
        Files.write(file, new byte[0]);
        int given = 0;
        try (RecordReader reader =
                RecordReader.open(file, RecordReaderOptions.defaults().follow())) {
            for (int length = 0; length <= all.length; length++) {
                Files.write(file, Arrays.copyOf(all, length));
                while (reader.next()) {
                    assertThat(reader.payloadSize()).isEqualTo(new int[] {3, 0, 5}[given]);
                    given++;
                }
                assertThat(given).isEqualTo(length < 19 ? 0 : length < 35 ? 1 : length < 56 ? 2 : 3);
            }
        }
        assertThat(given).isEqualTo(3);
    }

    @Test
    void followedFileReportsDamage() throws IOException {
        byte[] bytes = RecordFiles.GOLDEN.clone();
        bytes[20] ^= 1;
        Files.write(file, bytes);
        try (RecordReader reader =
                RecordReader.open(file, RecordReaderOptions.defaults().follow())) {
            assertThat(reader.next()).isTrue();
            assertThatThrownBy(reader::next).isInstanceOf(CorruptRecordException.class);
        }
        assertThatThrownBy(() -> RecordReader.open(
                        file,
                        RecordReaderOptions.defaults()
                                .compression(Compression.GZIP)
                                .follow()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void followsWithoutMapping() throws IOException {
        Files.write(file, Arrays.copyOf(RecordFiles.GOLDEN, 25));
        RecordReaderOptions options = RecordReaderOptions.defaults();
        for (RecordReaderOptions each : new RecordReaderOptions[] {
            options.follow().withoutMapping(), options.withoutMapping().follow()
        }) {
            try (RecordReader reader = RecordReader.open(file, each)) {
                assertThat(reader.next()).isTrue();
                assertThat(reader.next()).isFalse();
            }
        }
    }

    @Test
    void reportsAFollowedFileThatShrinks() throws IOException {
        try (RecordReader reader =
                RecordReader.open(file, RecordReaderOptions.defaults().follow())) {
            while (reader.next()) {
                assertThat(reader.payloadSize()).isLessThan(6);
            }
            Files.write(file, Arrays.copyOf(RecordFiles.GOLDEN, 35));
            assertThatThrownBy(reader::next)
                    .isInstanceOfSatisfying(
                            CorruptRecordException.class,
                            damage ->
                                    assertThat(damage.reason()).isEqualTo(CorruptRecordException.Reason.SOURCE_SHRANK));
        }
    }

    @Test
    void keepsExistingRecordsInZipFileSystems() throws IOException {
        try (FileSystem zip = FileSystems.newFileSystem(directory.resolve("a.zip"), Map.of("create", "true"))) {
            Path inside = zip.getPath("/log");
            Files.write(inside, RecordFiles.GOLDEN);
            try (RecordWriter writer = RecordWriter.append(inside)) {
                writer.write("more");
                writer.commit();
            }
            try (Stream<String> records = RecordReader.open(inside).stream(Bytes::utf8)) {
                assertThat(records).containsExactly("abc", "", "hello", "more");
            }
        }
    }

    @Test
    void keepsRecordsThatAnotherWriterAppended() throws IOException {
        RecordWriter writer = RecordWriter.append(file);
        writer.write("mine");
        byte[] theirs = RecordFiles.tfRecords("theirs".getBytes());
        Files.write(file, theirs, StandardOpenOption.APPEND);
        assertThatThrownBy(writer::commit).hasMessageContaining("another program wrote to this file");
        assertThatThrownBy(writer::close).isInstanceOf(IllegalStateException.class);
        try (Stream<String> records = RecordReader.open(file).stream(Bytes::utf8)) {
            assertThat(records).containsExactly("abc", "", "hello", "theirs");
        }
    }
}
