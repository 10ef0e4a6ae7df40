package dev.riffle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.internal.MaskedCrc32c;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Compression;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Reads files that an attacker made expensive. The work of skipping their damage grows linearly with their size. */
class HostileFilesTest {

    /** The number of chains that a search keeps. */
    private static final int MOST_CHAINS = 1 << 17;

    private static final int FEW = 60_000;
    private static final int MANY = 600_000;

    /** The maximum number of steps per byte: offsets checked for a header, payloads summed, and table entries moved. */
    private static final int MOST_STEPS = 12;

    /**
     * The maximum number of bytes summed per byte of a file. A sum reads up to 256 more bytes at both ends, and a
     * header has 12 bytes.
     */
    private static final int MOST_SUMMED = 600;

    @TempDir
    Path directory;

    /** The kinds of content. */
    enum Content {
        HEADERS_OF_NEAR_ENDS,
        HEADERS_OF_ANY_END,
        HEADERS_OF_ONE_END,
        HEADERS_OF_NEXT_HEADER,
        JUNK_AND_HEADERS,
        HEADERS_WITH_A_WRONG_BIT,
        TORN_HEADERS_AND_RECORDS,
        WRONG_HEADERS_AND_RECORDS,
        WRONG_PAYLOADS_AND_RECORDS,
        HEADERS_THAT_A_RECORD_OVERLAPS,
        RECORDS_IN_RECORDS,
        RECORDS_IN_ONE_RECORD_AND_WRONG_PAYLOADS
    }

    private static byte[] file(Content content, int size) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Random random = new Random(1);
        byte[] small = RecordFiles.tfRecords(new byte[3]);
        while (out.size() < size) {
            int left = size - out.size();
            switch (content) {
                case HEADERS_OF_NEAR_ENDS -> out.writeBytes(header(40_000));
                case HEADERS_OF_ANY_END -> out.writeBytes(header(random.nextInt(left)));
                case HEADERS_OF_ONE_END -> out.writeBytes(header(Math.max(0, left - 16)));
                case HEADERS_OF_NEXT_HEADER -> out.writeBytes(header(8 + 12 * random.nextInt(100)));
                case JUNK_AND_HEADERS -> {
                    out.write(7);
                    out.writeBytes(header(1000));
                }
                case HEADERS_WITH_A_WRONG_BIT ->
                    out.writeBytes(wrong(header(random.nextInt(left)), random.nextInt(12)));
                case TORN_HEADERS_AND_RECORDS -> {
                    out.writeBytes(header(10L * size));
                    out.writeBytes(small);
                }
                case WRONG_HEADERS_AND_RECORDS -> {
                    out.writeBytes(small);
                    out.writeBytes(wrong(small, 8));
                }
                case WRONG_PAYLOADS_AND_RECORDS -> {
                    out.writeBytes(small);
                    out.writeBytes(wrong(small, 13));
                }
                case HEADERS_THAT_A_RECORD_OVERLAPS -> {
                    byte[] headers = new byte[12_000];
                    for (int i = 0; i < headers.length; i += 12) {
                        System.arraycopy(header(8 + 12 * random.nextInt(1000)), 0, headers, i, 12);
                    }
                    out.writeBytes(headers);
                    out.writeBytes(RecordFiles.tfRecords(headers));
                }
                case RECORDS_IN_RECORDS -> {
                    byte[] inner = {};
                    while (inner.length < Math.min(left, 20_000)) {
                        inner = RecordFiles.tfRecords(inner);
                    }
                    out.writeBytes(header(inner.length + 8));
                    out.writeBytes(inner);
                }
                case RECORDS_IN_ONE_RECORD_AND_WRONG_PAYLOADS ->
                    out.writeBytes(
                            out.size() == 0
                                    ? wrong(RecordFiles.tfRecords(nested(size / 32, 0)), 12 + size / 32 * 16)
                                    : wrong(small, 13));
            }
        }
        return out.toByteArray();
    }

    /** Returns records without a payload, each followed by {@code gap} other bytes. */
    private static byte[] nested(int records, int gap) {
        byte[] record = RecordFiles.tfRecords(new byte[0]);
        byte[] bytes = new byte[records * (record.length + gap)];
        for (int i = 0; i < records; i++) {
            System.arraycopy(record, 0, bytes, i * (record.length + gap), record.length);
        }
        return bytes;
    }

    private static byte[] header(long length) {
        return ByteBuffer.allocate(12)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(length)
                .putInt(MaskedCrc32c.ofLength(length))
                .array();
    }

    private static byte[] wrong(byte[] bytes, int at) {
        byte[] changed = bytes.clone();
        changed[at] ^= 1;
        return changed;
    }

    private static RecordReaderOptions skipping() {
        return RecordFiles.tfRecord(Compression.NONE).damage(DamagePolicy.skip(region -> {}));
    }

    @ParameterizedTest
    @EnumSource
    void takesTimeProportionalToTheSize(Content content) throws IOException {
        for (int size : new int[] {FEW, MANY}) {
            byte[] file = file(content, size);
            try (RecordReader reader = RecordReader.open(RecordFiles.source(file), skipping())) {
                while (reader.next()) {
                    assertThat(reader.payloadSize()).isNotNegative();
                }
                // The reader does not keep the sums of a few wrong payloads.
                long summed = Math.max(0, reader.summedBytes() - (8 << 20));
                assertThat(reader.searchSteps() / file.length).as("steps").isLessThan(MOST_STEPS);
                assertThat(summed / file.length).as("summed").isLessThan(MOST_SUMMED);
            }
        }
    }

    /** Compares the reader with the model on files that are small enough for the model, which tries every offset. */
    @ParameterizedTest
    @EnumSource
    void agreesWithTheModel(Content content) throws IOException {
        byte[] file = file(content, 1500);
        DamageModel.Found model = DamageModel.of(file);
        Path path = Files.write(directory.resolve("a"), file);
        for (RecordReaderOptions options : List.of(skipping(), skipping().withoutMapping())) {
            List<String> records = new ArrayList<>();
            try (RecordReader reader = RecordReader.open(path, options)) {
                while (reader.next()) {
                    records.add(reader.offset() + " " + reader.payloadSize());
                }
            }
            assertThat(records)
                    .isEqualTo(model.records().stream()
                            .map(record -> record[0] + " " + record[1])
                            .toList());
        }
    }

    /**
     * Puts headers with any length into a damaged record. The search holds only the damaged record and a few more
     * bytes.
     */
    @Test
    void doesNotReadClaimedLengths() throws IOException {
        byte[][] payloads = new byte[120][100_000];
        System.arraycopy(header(9 << 20), 0, payloads[3], 1000, 12);
        byte[] file = RecordFiles.tfRecords(payloads);
        for (int at : new int[] {2, 5, 9}) {
            byte[] damaged = file.clone();
            damaged[3 * 100_016 + at] ^= 1;
            damaged[4 * 100_016 + at] ^= 1;
            InputStream stream = new ByteArrayInputStream(damaged);
            List<Long> read = new ArrayList<>();
            RecordReaderOptions options = RecordFiles.tfRecord(Compression.NONE)
                    .damage(DamagePolicy.skip(region -> read.add(damaged.length - available(stream))));
            int records = 0;
            try (RecordReader reader = RecordReader.open(ByteSource.of(stream, "stream"), options)) {
                while (reader.next()) {
                    records++;
                }
            }
            assertThat(records).isEqualTo(118);
            assertThat(read).hasSize(2).allSatisfy(bytes -> assertThat(bytes).isLessThan(3 << 20));
        }
    }

    /** Reads files in a process with little memory. */
    static final class LittleMemory {

        private LittleMemory() {}

        public static void main(String[] arguments) throws IOException {
            for (String file : arguments) {
                long records = 0;
                try (RecordReader reader = RecordReader.open(Path.of(file), skipping())) {
                    while (reader.next()) {
                        records++;
                    }
                }
                System.out.println(records);
            }
        }
    }

    /**
     * Reads a damaged record with many nested records, in one chain or with other bytes between them. The search uses
     * bounded memory.
     */
    @Test
    void takesLittleMemoryForRecordsInsideADamagedOne() throws Exception {
        int chained = 1_000_000;
        int apart = MOST_CHAINS + 1;
        List<String> command = new ArrayList<>(List.of("-Xmx64m", LittleMemory.class.getName()));
        for (byte[] nested : List.of(nested(chained, 0), nested(apart, 1))) {
            byte[] file = RecordFiles.tfRecords(new byte[5], nested, new byte[5]);
            file[file.length - 22] ^= 1;
            command.add(Files.write(directory.resolve("file" + command.size()), file)
                    .toString());
        }
        ChildProcess process =
                ChildProcess.java(directory, directory.resolve("output"), command.toArray(String[]::new));
        int exit = process.awaitEnd();
        // The records of one chain are nested. Records after the last kept chain are doubtful.
        assertThat(process.output().lines()).containsExactly("2", String.valueOf(apart + 2));
        assertThat(exit).isZero();
    }

    private static long available(InputStream stream) {
        try {
            return stream.available();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Counts the work for zeros, the most frequent damage of disks: one step per byte and no sum. */
    @Test
    void examinesZerosOnce() throws IOException {
        byte[] file = new byte[8 << 20];
        byte[] record = RecordFiles.tfRecords(new byte[1000]);
        System.arraycopy(record, 0, file, 0, record.length);
        System.arraycopy(record, 0, file, file.length - record.length, record.length);
        try (RecordReader reader = RecordReader.open(RecordFiles.source(file), skipping())) {
            assertThat(reader.next()).isTrue();
            assertThat(reader.next()).isTrue();
            assertThat(reader.next()).isFalse();
            assertThat(reader.searchSteps()).isLessThan(file.length + 1000L);
            assertThat(reader.summedBytes()).isLessThan(6000);
        }
    }
}
