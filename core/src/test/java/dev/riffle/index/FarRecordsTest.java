package dev.riffle.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordFile;
import dev.riffle.RecordFiles;
import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import dev.riffle.RecordWriterOptions;
import dev.riffle.io.ByteSink;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.scan.SparseFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads records at offsets above the range of {@code int} in a sparse file. */
class FarRecordsTest {

    private static final long GIB = 1L << 30;

    /** Offsets across the ends of mapped windows, and at powers of two. */
    private static final List<Long> PLACES = List.of(0L, GIB - 5, 2 * GIB - 17, 3 * GIB + 1, 4 * GIB - 7, 5 * GIB + 3);

    private static final byte[] OFRECORD_PAYLOAD = HexFormat.of().parseHex("0a0c0a016112070a050a03616263");
    private static final byte[] TFRECORD_PAYLOAD = "some payload".getBytes(StandardCharsets.UTF_8);

    @TempDir
    Path directory;

    @BeforeEach
    void requireSparseFiles() throws IOException {
        SparseFiles.assumeIn(directory);
    }

    @AfterEach
    void endMappings() {
        SparseFiles.endMappings();
    }

    private static FileChannel sparse(Path file) throws IOException {
        return FileChannel.open(
                file, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW, StandardOpenOption.SPARSE);
    }

    private Path write(byte[] record) throws IOException {
        Path file = directory.resolve("far");
        try (FileChannel channel = sparse(file)) {
            for (long place : PLACES) {
                channel.write(ByteBuffer.wrap(record), place);
            }
        }
        return file;
    }

    /** Fills the gaps with records that have one unknown field, whose content is a hole. */
    private static void fillGaps(Path file, int recordBytes) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            for (int i = 1; i < PLACES.size(); i++) {
                long from = PLACES.get(i - 1) + recordBytes;
                long payload = PLACES.get(i) - from - Long.BYTES;
                ByteBuffer begin = ByteBuffer.allocate(14).order(ByteOrder.LITTLE_ENDIAN);
                begin.putLong(payload).put((byte) (15 << 3 | 2));
                long length = payload - 6;
                for (int bits = 0; bits < 28; bits += 7) {
                    begin.put((byte) (length >>> bits | 0x80));
                }
                begin.put((byte) (length >>> 28));
                channel.write(begin.flip(), from);
            }
        }
    }

    @Test
    void readsFarRecordsByOffset() throws IOException {
        byte[] record = RecordFiles.tfRecords(TFRECORD_PAYLOAD);
        Path path = write(record);
        try (RecordFile file = RecordFile.open(ByteSource.of(path), RecordFormat.TFRECORD)) {
            for (long place : PLACES) {
                assertThat(file.get(place, 0)).as("%d", place).isEqualTo(Bytes.copyOf(TFRECORD_PAYLOAD));
            }
        }
        for (RecordReaderOptions options : List.of(
                RecordReaderOptions.defaults(), RecordReaderOptions.defaults().withoutMapping())) {
            try (RecordReader reader = RecordReader.open(path, options)) {
                for (int i = PLACES.size() - 1; i >= 0; i--) {
                    reader.seek(PLACES.get(i), i);
                    assertThat(reader.next()).isTrue();
                    assertThat(reader.offset()).isEqualTo(PLACES.get(i));
                    assertThat(reader.payloadBytes()).isEqualTo(TFRECORD_PAYLOAD);
                    reader.seek(Files.size(path), PLACES.size());
                    assertThat(reader.next()).isFalse();
                }
            }
        }
    }

    @Test
    void findsFarRecordsInAnIndex() throws IOException {
        byte[] record =
                RecordFiles.write(RecordWriterOptions.defaults().format(RecordFormat.OFRECORD), OFRECORD_PAYLOAD);
        Path path = write(record);
        fillGaps(path, record.length);
        try (RecordIndex index = RecordIndex.open(List.of(path))) {
            assertThat(index.size()).isEqualTo(2L * PLACES.size() - 1);
            for (int i = PLACES.size() - 1; i >= 0; i--) {
                assertThat(index.get(2L * i)).isEqualTo(Bytes.copyOf(OFRECORD_PAYLOAD));
                assertThat(index.place(2L * i).offset()).isEqualTo(PLACES.get(i));
            }
        }
        assertThat(IndexFile.of(path).build(IndexOptions.defaults()).records()).isEqualTo(2L * PLACES.size() - 1);
        assertThat(IndexFile.of(path).check().kind()).isEqualTo(IndexState.Kind.FRESH);
        try (RecordIndex index = RecordIndex.open(List.of(path))) {
            for (int i = PLACES.size() - 1; i >= 0; i--) {
                assertThat(index.get(2L * i)).isEqualTo(Bytes.copyOf(OFRECORD_PAYLOAD));
                assertThat(index.place(2L * i).offset()).isEqualTo(PLACES.get(i));
            }
        }
        checkTextOfOffsets(path);
    }

    private void checkTextOfOffsets(Path path) throws IOException {
        IndexFile index = IndexFile.of(path);
        Path text = directory.resolve("offsets");
        assertThat(index.exportText(ByteSink.of(text))).isEqualTo(2L * PLACES.size() - 1);
        List<String> lines = Files.readAllLines(text);
        assertThat(lines.get(lines.size() - 1)).startsWith(PLACES.get(PLACES.size() - 1) + " ");
        assertThat(index.remove()).isTrue();
        assertThat(index.importText(ByteSource.of(text)).records()).isEqualTo(lines.size());
        assertThat(index.check().kind()).isEqualTo(IndexState.Kind.FRESH);
    }
}
