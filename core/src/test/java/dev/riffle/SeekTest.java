package dev.riffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SeekTest {

    private static final RecordReaderOptions UNMAPPED =
            RecordReaderOptions.defaults().withoutMapping();

    @TempDir
    Path directory;

    @Test
    void seeksToAnyRecordInAnyOrder() throws IOException {
        Random random = new Random(Rounds.seed("leaps"));
        Path file = directory.resolve("file");
        List<Bytes> payloads = new ArrayList<>();
        RecordWriter.write(file, RecordWriterOptions.defaults().withoutSync(), writer -> {
            for (int i = 0; i < 3000; i++) {
                byte[] payload = new byte[random.nextInt(i % 100 == 0 ? 20_000 : 300)];
                random.nextBytes(payload);
                writer.write(payload);
                payloads.add(Bytes.ofOwned(payload));
            }
        });
        Bytes content = Bytes.ofOwned(Files.readAllBytes(file));
        for (RecordReader reader : List.of(
                RecordReader.open(file),
                RecordReader.open(file, UNMAPPED),
                RecordReader.open(ByteSource.of(content, "memory")))) {
            try (reader) {
                List<Long> offsets = new ArrayList<>();
                while (reader.next()) {
                    assertThat(reader.offset()).isEqualTo(offsets.isEmpty() ? 0 : offsets.get(offsets.size() - 1));
                    offsets.add(reader.endOffset());
                }
                offsets.add(0, 0L);
                for (int round = 0; round < 500; round++) {
                    int from = random.nextInt(3000);
                    reader.seek(offsets.get(from), from);
                    for (int i = from; i < Math.min(3000, from + random.nextInt(50)); i++) {
                        assertThat(reader.next()).isTrue();
                        assertThat(reader.index()).isEqualTo(i);
                        assertThat(reader.offset()).isEqualTo(offsets.get(i));
                        assertThat(Bytes.copyOf(reader.payload())).isEqualTo(payloads.get(i));
                    }
                }
                // Gives the same index to another record.
                reader.seek(offsets.get(7), 0);
                assertThat(reader.next()).isTrue();
                assertThat(Bytes.copyOf(reader.payload())).isEqualTo(payloads.get(7));
                reader.seek(offsets.get(8), 0);
                assertThat(reader.next()).isTrue();
                assertThat(Bytes.copyOf(reader.payload())).isEqualTo(payloads.get(8));
                reader.seek(offsets.get(3000), 3000);
                assertThat(reader.next()).isFalse();
            }
        }
    }

    @Test
    void doesNotVerifyTheCurrentRecordTwice() throws IOException {
        byte[] content = RecordFiles.tfRecords(new byte[20_000][84]);
        Path file = Files.write(directory.resolve("file"), content);
        try (RecordReader reader = RecordReader.open(file)) {
            for (int i = 0; i < 20_000; i++) {
                assertThat(reader.next()).isTrue();
                reader.seek(reader.offset(), i);
                assertThat(reader.next()).isTrue();
                assertThat(reader.index()).isEqualTo(i);
                assertThat(reader.offset()).isEqualTo(i * 100L);
            }
            assertThat(reader.next()).isFalse();
            assertThat(reader.summedBytes()).isLessThanOrEqualTo(content.length);
        }
    }

    @Test
    void seeksInOfRecordFiles() throws IOException {
        byte[] file = RecordFiles.GOLDEN_OFRECORD;
        try (RecordReader reader = RecordReader.open(RecordFiles.source(file))) {
            reader.seek(22, 1);
            assertThat(reader.next()).isTrue();
            assertThat(Bytes.ofOwned(reader.payloadBytes()).utf8()).endsWith("hello");
            assertThat(reader.endOffset()).isEqualTo(file.length);
            assertThat(reader.next()).isFalse();
            reader.seek(0, 0);
            assertThat(reader.next()).isTrue();
            assertThat(reader.endOffset()).isEqualTo(22);
        }
    }

    @Test
    void reportsDamageIfNoRecordBeginsAtTheOffset() throws IOException {
        for (RecordReaderOptions options : List.of(RecordReaderOptions.defaults(), UNMAPPED)) {
            try (RecordReader reader = RecordReader.open(RecordFiles.source(RecordFiles.GOLDEN), options)) {
                reader.seek(18, 4);
                assertThatThrownBy(reader::next).isInstanceOfSatisfying(CorruptRecordException.class, e -> {
                    assertThat(e.recordOffset()).isEqualTo(18);
                    assertThat(e.recordIndex()).isEqualTo(4);
                });
                reader.seek(19, 1);
                assertThat(reader.next()).isTrue();
                assertThat(reader.payloadSize()).isZero();
            }
        }
    }

    @Test
    void returnsFalseAfterTheEnd() throws IOException {
        byte[] content = RecordFiles.tfRecords(new byte[100_000], new byte[1_000_000]);
        Path file = Files.write(directory.resolve("file"), content);
        for (RecordReader reader : List.of(
                RecordReader.open(file),
                RecordReader.open(file, UNMAPPED),
                RecordReader.open(RecordFiles.source(content)),
                RecordReader.open(ByteSource.of(Bytes.copyOf(content), "memory")),
                RecordReader.open(ByteSource.of(Bytes.copyOf(content), "memory"), UNMAPPED))) {
            try (reader) {
                for (long after : new long[] {0, 1, 5000, 1L << 33}) {
                    reader.seek(content.length + after, 3);
                    assertThat(reader.next())
                            .as("%d bytes after the end", after)
                            .isFalse();
                    assertThat(reader.next()).isFalse();
                    reader.seek(0, 0);
                    assertThat(reader.next()).isTrue();
                    assertThat(reader.endOffset()).isEqualTo(100_016);
                }
            }
        }
    }

    @Test
    void reportsAShrunkFileAfterItsEnd() throws IOException {
        byte[] payload = new byte[1_000_000];
        byte[] content = RecordFiles.tfRecords(payload, payload, payload);
        Path file = Files.write(directory.resolve("file"), content);
        try (RecordReader reader = RecordReader.open(file)) {
            assertThat(reader.next()).isTrue();
            long second = reader.endOffset();
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                channel.truncate(second);
            }
            for (int after = 1; after <= 2; after++) {
                reader.seek(content.length + after, 3);
                assertThatThrownBy(reader::next)
                        .isInstanceOfSatisfying(
                                CorruptRecordException.class,
                                damage -> assertThat(damage.reason())
                                        .isEqualTo(CorruptRecordException.Reason.SOURCE_SHRANK));
            }
            reader.seek(0, 0);
            assertThat(reader.next()).isTrue();
            assertThat(reader.payloadBytes()).isEqualTo(payload);
        }
    }

    @Test
    void rejectsCompressedSourcesAndNegativeOffsets() throws IOException {
        byte[] zipped = RecordFiles.write(RecordWriterOptions.defaults().compression(Compression.GZIP), new byte[] {1});
        try (RecordReader reader = RecordReader.open(RecordFiles.source(zipped))) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> reader.seek(0, 0))
                    .withMessage("memory: cannot seek in a compressed source (GZIP); read up to offset 0");
        }
        RecordReader plain = RecordReader.open(RecordFiles.source(RecordFiles.GOLDEN));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> plain.seek(-1, 0))
                .withMessage("offset must not be negative: -1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> plain.seek(0, -1))
                .withMessage("index must not be negative: -1");
        plain.close();
        assertThatIllegalStateException().isThrownBy(() -> plain.seek(0, 0));
    }
}
