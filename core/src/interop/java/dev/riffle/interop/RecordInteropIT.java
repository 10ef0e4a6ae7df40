package dev.riffle.interop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordReader;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that TensorFlow and Riffle read each other's records in every compression. */
@ExtendWith(TensorFlowPresence.class)
class RecordInteropIT {

    private static final int RECORDS = 60;
    private static final int LARGEST = 4 << 20;

    /**
     * The largest Snappy block that TensorFlow can read. For a larger record, TensorFlow itself writes a larger block.
     */
    private static final int LARGEST_SNAPPY_OF_TENSORFLOW = 256 << 10;

    @TempDir
    Path directory;

    static Stream<Compression> written() {
        return Stream.of(
                Compression.NONE,
                Compression.GZIP,
                Compression.GZIP.level(0),
                Compression.GZIP.level(1),
                Compression.GZIP.level(9),
                Compression.GZIP.cutMembers(4 << 10),
                Compression.GZIP.cutMembers(64 << 10).level(1),
                Compression.GZIP.cutMembers(256 << 10).level(0),
                Compression.GZIP.cutMembers(1 << 20).threads(2),
                Compression.ZLIB,
                Compression.ZLIB.level(0),
                Compression.ZLIB.level(9),
                Compression.SNAPPY);
    }

    @ParameterizedTest
    @MethodSource("written")
    void tensorFlowReadsFilesOfRiffle(Compression compression) throws IOException {
        Path file = directory.resolve("ours");
        List<byte[]> records = edgesAndRandom();
        write(file, compression, records);
        assertSame(TensorFlowRecords.read(file, compression), records);
    }

    @ParameterizedTest
    @MethodSource("written")
    void tensorFlowReadsAFileWithoutRecords(Compression compression) throws IOException {
        Path file = directory.resolve("none");
        write(file, compression, List.of());
        assertThat(TensorFlowRecords.read(file, compression)).isEmpty();
    }

    static List<Compression> builtIn() {
        return Compression.builtIn();
    }

    @ParameterizedTest
    @MethodSource("builtIn")
    void readsFilesOfTensorFlow(Compression compression) throws IOException {
        Path file = directory.resolve("theirs");
        List<byte[]> records = edgesAndRandom();
        TensorFlowRecords.write(file, compression, records);
        List<byte[]> read = new ArrayList<>();
        try (RecordReader reader = RecordReader.open(file)) {
            assertThat(reader.compression().name()).isEqualTo(compression.name());
            for (Bytes payload : reader) {
                read.add(payload.toByteArray());
            }
        }
        assertSame(read, records);
    }

    @ParameterizedTest
    @MethodSource("builtIn")
    void writesTheUncompressedBytesOfTensorFlow(Compression compression) throws IOException {
        Path ours = directory.resolve("ours");
        Path theirs = directory.resolve("theirs");
        List<byte[]> records = new RandomRecords().list(RECORDS, 0, LARGEST_SNAPPY_OF_TENSORFLOW);
        write(ours, compression, records);
        TensorFlowRecords.write(theirs, compression, records);
        if (compression.name().equals("NONE")) {
            assertThat(ours).hasSameBinaryContentAs(theirs);
        }
        assertSame(TensorFlowRecords.read(ours, compression), TensorFlowRecords.read(theirs, compression));
    }

    /** Returns records of the largest size and of sizes near buffer sizes, between random records. */
    private static List<byte[]> edgesAndRandom() {
        RandomRecords random = new RandomRecords();
        List<byte[]> records = random.list(RECORDS, 0, LARGEST);
        for (int edge : new int[] {1, 1 << 10, 128 << 10, 256 << 10, 1 << 20, LARGEST}) {
            for (int size = Math.max(0, edge - 17); size <= Math.min(edge + 1, LARGEST); size++) {
                if (edge < 1 << 20 || size >= edge - 1) {
                    records.add(random.payload(size));
                }
            }
        }
        return records;
    }

    static void write(Path file, Compression compression, List<byte[]> records) throws IOException {
        RecordWriter.write(
                file, RecordWriterOptions.defaults().compression(compression).withoutSync(), writer -> {
                    for (byte[] payload : records) {
                        writer.write(payload);
                    }
                });
    }

    static void assertSame(List<byte[]> actual, List<byte[]> expected) {
        for (int i = 0; i < Math.min(actual.size(), expected.size()); i++) {
            // The test compares arrays itself, because AssertJ needs minutes for large records.
            if (!Arrays.equals(actual.get(i), expected.get(i))) {
                assertThat(actual.get(i)).as("record %d", i).isEqualTo(expected.get(i));
            }
        }
        assertThat(actual).as("records").hasSize(expected.size());
    }
}
