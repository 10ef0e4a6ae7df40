package dev.riffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.io.ByteSource;
import dev.riffle.io.Compression;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceBytesReadTest {

    private static final int RECORDS = 400;
    private static final int PAYLOAD_BYTES = 4000;

    /** The bytes that a decompression on one thread may read ahead: its own buffer and the content of the window. */
    private static final long READ_AHEAD_BYTES = 128 << 10;

    private static final long WINDOW_BYTES = 256 << 10;

    @TempDir
    Path directory;

    private static byte[][] payloads() {
        Random random = new Random(7);
        byte[][] payloads = new byte[RECORDS][PAYLOAD_BYTES];
        for (byte[] payload : payloads) {
            random.nextBytes(payload);
        }
        return payloads;
    }

    private static byte[] file(Compression compression) {
        return RecordFiles.write(RecordWriterOptions.defaults().compression(compression), payloads());
    }

    private List<RecordReader> readers(byte[] content, RecordReaderOptions options) throws IOException {
        Path file = Files.write(directory.resolve("file"), content);
        return List.of(
                RecordReader.open(file, options),
                RecordReader.open(file, options.withoutMapping()),
                RecordReader.open(RecordFiles.source(content), options),
                RecordReader.open(new ByteArrayInputStream(content), "stream", options),
                RecordReader.open(
                        ByteSource.of(Channels.newChannel(new ByteArrayInputStream(content)), "ch"), options));
    }

    @Test
    void isTheEndOfTheRecordWithoutCompression() throws IOException {
        byte[] content = file(Compression.NONE);
        for (RecordReader reader : readers(content, RecordReaderOptions.defaults())) {
            try (reader) {
                assertThat(reader.sourceBytesRead()).isZero();
                while (reader.next()) {
                    assertThat(reader.sourceBytesRead()).isEqualTo(reader.endOffset());
                }
                assertThat(reader.sourceBytesRead()).isEqualTo(content.length);
            }
            assertThat(reader.sourceBytesRead()).isEqualTo(content.length);
        }
    }

    @Test
    void includesTheRecordsOfAGroup() throws IOException {
        byte[] content = file(Compression.NONE);
        for (RecordReader reader : readers(content, RecordReaderOptions.defaults())) {
            try (reader) {
                int[] sizes = new int[7];
                while (reader.nextSizes(sizes) > 0) {
                    assertThat(reader.sourceBytesRead()).isEqualTo(reader.endOffset());
                }
                assertThat(reader.sourceBytesRead()).isEqualTo(content.length);
            }
        }
    }

    @Test
    void isTheNumberOfCompressedBytesWithCompression() throws IOException {
        byte[] members = file(Compression.GZIP.cutMembers(64 << 10));
        ByteArrayOutputStream two = new ByteArrayOutputStream();
        two.writeBytes(file(Compression.GZIP));
        two.writeBytes(file(Compression.GZIP.level(1)));
        List<byte[]> contents = new ArrayList<>(List.of(members, two.toByteArray()));
        for (Compression compression : List.of(Compression.GZIP, Compression.ZLIB, Compression.SNAPPY)) {
            contents.add(file(compression));
        }
        for (byte[] content : contents) {
            for (RecordReader reader : readers(content, RecordReaderOptions.defaults())) {
                try (reader) {
                    long before = reader.sourceBytesRead();
                    assertThat(before).isZero();
                    while (reader.next()) {
                        long read = reader.sourceBytesRead();
                        // Random payloads are as long as their compressed form, up to a thousandth and the headers.
                        assertThat(read)
                                .isBetween(before, (long) content.length)
                                .isGreaterThan(reader.endOffset() * 999 / 1000 - 1)
                                .isLessThan(reader.endOffset() * 1001 / 1000 + READ_AHEAD_BYTES + WINDOW_BYTES);
                        before = read;
                    }
                    assertThat(reader.sourceBytesRead()).isEqualTo(content.length);
                }
                assertThat(reader.sourceBytesRead()).isEqualTo(content.length);
            }
        }
    }

    @Test
    void countsTheMembersThatThreadsDecompress() throws IOException {
        byte[] content = file(Compression.GZIP.cutMembers(16 << 10));
        for (RecordReader reader :
                readers(content, RecordReaderOptions.defaults().threads(2))) {
            try (reader) {
                assertThat(reader.next()).isTrue();
                assertThat(reader.sourceBytesRead()).isBetween(1L, content.length / 2L);
                long before = 0;
                while (reader.next()) {
                    assertThat(reader.sourceBytesRead()).isBetween(before, (long) content.length);
                    before = reader.sourceBytesRead();
                }
                assertThat(reader.sourceBytesRead()).isEqualTo(content.length);
            }
        }
    }

    @Test
    void countsOnlyArrivedBytes() throws IOException {
        byte[] content = RecordFiles.write(
                RecordWriterOptions.defaults().compression(Compression.GZIP), new byte[100], new byte[50]);
        ByteSource slow = ByteSource.of(new OneByteChannel(content), "slow");
        try (RecordReader reader = RecordReader.open(slow, RecordFiles.tfRecord(Compression.GZIP))) {
            assertThat(reader.sourceBytesRead()).isZero();
            assertThat(reader.next()).isTrue();
            assertThat(reader.sourceBytesRead()).isBetween(1L, content.length - 8L);
            assertThat(reader.next()).isTrue();
            assertThat(reader.next()).isFalse();
            assertThat(reader.sourceBytesRead()).isEqualTo(content.length);
        }
    }

    @Test
    void includesTheBytesBeforeASeek() throws IOException {
        Path file = Files.write(directory.resolve("file"), file(Compression.NONE));
        for (RecordReaderOptions options : List.of(
                RecordReaderOptions.defaults(), RecordReaderOptions.defaults().withoutMapping())) {
            try (RecordReader reader = RecordReader.open(file, options)) {
                long frame = Files.size(file) / RECORDS;
                reader.seek(300 * frame, 300);
                assertThat(reader.sourceBytesRead()).isEqualTo(300 * frame);
                assertThat(reader.next()).isTrue();
                assertThat(reader.sourceBytesRead()).isEqualTo(301 * frame);
                reader.seek(frame, 1);
                assertThat(reader.next()).isTrue();
                assertThat(reader.sourceBytesRead()).isEqualTo(2 * frame);
            }
        }
    }

    @Test
    void isTheEndOfTheLastCopiedRecord() throws IOException {
        Path file = Files.write(directory.resolve("file"), file(Compression.NONE));
        try (RecordReader reader = RecordReader.open(file);
                RecordWriter writer = RecordWriter.create(directory.resolve("copy"), RecordWriterOptions.defaults())) {
            long frame = Files.size(file) / RECORDS;
            assertThat(reader.copyTo(writer, Long.MAX_VALUE, 3 * frame)).isEqualTo(3);
            assertThat(reader.sourceBytesRead()).isEqualTo(3 * frame);
            assertThat(reader.next()).isTrue();
            assertThat(reader.sourceBytesRead()).isEqualTo(4 * frame);
            assertThat(reader.copyTo(writer, Long.MAX_VALUE, Long.MAX_VALUE)).isEqualTo(RECORDS - 4);
            assertThat(reader.sourceBytesRead()).isEqualTo(Files.size(file));
            writer.commit();
        }
    }

    @Test
    void includesDamageAtTheEnd() throws IOException {
        byte[] content = file(Compression.NONE);
        byte[] damaged = content.clone();
        damaged[content.length - 1] ^= 1;
        List<SkippedRegion> skipped = new ArrayList<>();
        RecordReaderOptions skipping = RecordReaderOptions.defaults().damage(DamagePolicy.skip(skipped::add));
        for (RecordReader reader : readers(damaged, skipping)) {
            assertAllRead(reader, content.length);
        }
        assertThat(skipped).hasSize(5);
        byte[] torn = Arrays.copyOf(content, content.length - 1);
        RecordReaderOptions stopping = RecordReaderOptions.defaults().damage(DamagePolicy.STOP_AT_TORN_TAIL);
        for (RecordReader reader : readers(torn, stopping)) {
            assertAllRead(reader, torn.length);
        }
    }

    private static void assertAllRead(RecordReader reader, long bytes) throws IOException {
        try (reader) {
            int records = 0;
            while (reader.next()) {
                assertThat(reader.sourceBytesRead()).isEqualTo(reader.endOffset());
                records++;
            }
            assertThat(records).isEqualTo(RECORDS - 1);
            assertThat(reader.sourceBytesRead()).isEqualTo(bytes);
        }
    }

    @Test
    void endsBeforeDamageThatTheReaderDoesNotSkip() throws IOException {
        byte[] content = file(Compression.NONE);
        long frame = content.length / RECORDS;
        content[(int) (5 * frame) + 20] ^= 1;
        for (RecordReader reader : readers(content, RecordReaderOptions.defaults())) {
            try (reader) {
                for (int i = 0; i < 5; i++) {
                    assertThat(reader.next()).isTrue();
                }
                assertThatThrownBy(reader::next).isInstanceOf(CorruptRecordException.class);
                assertThat(reader.sourceBytesRead()).isEqualTo(5 * frame);
            }
        }
    }
}
