package dev.riffle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Writes records in every format and compression, and reads them back from every kind of source. */
class RecordRoundTripTest {

    private static final int[] SIZES = {
        1, 0, 11, 12, 13, 560, 4095, 65_536, 131_060, 262_115, 262_128, 262_132, 262_144, 262_145, 300_000, 1_500_000, 3
    };

    @TempDir
    Path directory;

    private static Stream<Arguments> formats() {
        List<Arguments> all = new ArrayList<>();
        for (Compression compression : Compression.builtIn()) {
            all.add(Arguments.of(RecordFormat.TFRECORD, compression));
        }
        all.add(Arguments.of(RecordFormat.TFRECORD, Compression.GZIP.cutMembers(64 << 10)));
        all.add(Arguments.of(
                RecordFormat.TFRECORD, Compression.GZIP.cutMembers(4 << 10).threads(2)));
        all.add(Arguments.of(RecordFormat.OFRECORD, Compression.NONE));
        all.add(Arguments.of(RecordFormat.OFRECORD, Compression.GZIP));
        return all.stream();
    }

    private static List<Bytes> payloads(RecordFormat format) {
        Random random = new Random(7);
        List<Bytes> payloads = new ArrayList<>();
        for (int size : SIZES) {
            byte[] bytes = new byte[size];
            random.nextBytes(bytes);
            if (format == RecordFormat.TFRECORD) {
                payloads.add(Bytes.ofOwned(bytes));
            } else {
                payloads.add(ofRecord(bytes));
            }
        }
        return payloads;
    }

    /** Returns an OFRecord with one feature {@code a} of one value. All its sizes are varints of five bytes. */
    private static Bytes ofRecord(byte[] value) {
        ByteBuffer message = ByteBuffer.allocate(value.length + 27);
        int size = value.length;
        putHead(message, 0x0a, size + 21);
        message.put(new byte[] {0x0a, 1, 'a'});
        putHead(message, 0x12, size + 12);
        putHead(message, 0x0a, size + 6);
        putHead(message, 0x0a, size);
        return Bytes.copyOf(message.put(value).flip());
    }

    private static void putHead(ByteBuffer target, int tag, int size) {
        target.put((byte) tag);
        for (int i = 0; i < 4; i++) {
            target.put((byte) (size >>> 7 * i & 0x7f | 0x80));
        }
        target.put((byte) (size >>> 28));
    }

    @ParameterizedTest
    @MethodSource("formats")
    void readsWrittenRecordsFromEveryKindOfSource(RecordFormat format, Compression compression) throws IOException {
        List<Bytes> payloads = payloads(format);
        Path file = directory.resolve("data");
        RecordWriterOptions options =
                RecordWriterOptions.defaults().format(format).compression(compression);
        RecordWriter.write(file, options, writer -> {
            for (Bytes payload : payloads) {
                writer.write(payload);
            }
            assertThat(writer.count()).isEqualTo(SIZES.length);
        });
        byte[] content = Files.readAllBytes(file);
        RecordReaderOptions defaults = RecordReaderOptions.defaults();
        List<ByteSource> sources = List.of(
                ByteSource.of(file),
                ByteSource.of(Bytes.copyOf(content), "memory"),
                ByteSource.of(new ByteArrayInputStream(content), "stream"),
                ByteSource.of(new OneByteChannel(content), "slow channel"));
        for (ByteSource source : sources) {
            assertThat(RecordFiles.read(source, defaults).records())
                    .as(source.name())
                    .isEqualTo(payloads);
        }
        for (RecordReaderOptions other :
                List.of(defaults.withoutMapping(), defaults.threads(3), defaults.ignorePayloadChecksums())) {
            assertThat(RecordFiles.read(ByteSource.of(file), other).records()).isEqualTo(payloads);
        }
        try (RecordReader reader = RecordReader.open(file)) {
            assertThat(reader.format()).isEqualTo(format);
            assertThat(reader.compression().name()).isEqualTo(compression.name());
        }
    }

    @Test
    void writesTheBytesOfTheGoldenFiles() {
        byte[][] payloads = {"abc".getBytes(), {}, "hello".getBytes()};
        assertThat(RecordFiles.tfRecords(payloads)).isEqualTo(RecordFiles.GOLDEN);
        assertThat(RecordFiles.write(
                        RecordWriterOptions.defaults().format(RecordFormat.OFRECORD),
                        Bytes.ofHex("0a0c0a016112070a050a03616263").toByteArray(),
                        Bytes.ofHex("0a0e0a016112090a070a0568656c6c6f").toByteArray()))
                .isEqualTo(RecordFiles.GOLDEN_OFRECORD);
    }

    @Test
    void reportsPositionsAndNumbers() throws IOException {
        try (RecordReader reader = RecordReader.open(RecordFiles.source(RecordFiles.GOLDEN))) {
            long[] offsets = {0, 19, 35};
            for (int i = 0; i < 3; i++) {
                assertThat(reader.next()).isTrue();
                assertThat(reader.index()).isEqualTo(i);
                assertThat(reader.offset()).isEqualTo(offsets[i]);
                assertThat(reader.payloadBytes()).hasSize(reader.payloadSize());
                assertThat(reader.payload().isReadOnly()).isTrue();
                assertThat(reader.payload().order()).isEqualTo(java.nio.ByteOrder.LITTLE_ENDIAN);
                assertThat(reader.payload().remaining()).isEqualTo(reader.payloadSize());
            }
            assertThat(reader.next()).isFalse();
            assertThat(reader.next()).isFalse();
        }
    }

    @Test
    void streamsAndLoopsReturnCopies() throws IOException {
        List<Bytes> kept = new ArrayList<>();
        try (RecordReader reader = RecordReader.open(RecordFiles.source(RecordFiles.GOLDEN))) {
            for (Bytes payload : reader) {
                kept.add(payload);
            }
        }
        assertThat(kept).extracting(Bytes::utf8).containsExactly("abc", "", "hello");
        try (Stream<String> texts = RecordReader.open(RecordFiles.source(RecordFiles.GOLDEN)).stream(Bytes::utf8)) {
            assertThat(texts).containsExactly("abc", "", "hello");
        }
    }

    @Test
    void twoReadersOfOneFileAreIndependent() throws IOException {
        Path file = directory.resolve("shared");
        Files.write(file, RecordFiles.GOLDEN);
        ByteSource source = ByteSource.of(file);
        try (RecordReader first = RecordReader.open(source);
                RecordReader second = RecordReader.open(source)) {
            while (first.next()) {
                assertThat(second.next()).isTrue();
                assertThat(second.payload()).isEqualTo(first.payload());
            }
            assertThat(second.next()).isFalse();
        }
    }

    @Test
    void readsEmptyFilesOfEveryCompression() throws IOException {
        for (Compression compression : Compression.builtIn()) {
            byte[] empty = RecordFiles.write(RecordWriterOptions.defaults().compression(compression));
            assertThat(RecordFiles.read(RecordFiles.source(empty), RecordReaderOptions.defaults()))
                    .isEqualTo(new RecordFiles.Outcome(List.of(), List.of()));
            assertThat(RecordFiles.read(RecordFiles.source(new byte[0]), RecordFiles.tfRecord(compression)))
                    .isEqualTo(new RecordFiles.Outcome(List.of(), List.of()));
        }
    }
}
