package dev.riffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.riffle.internal.MaskedCrc32c;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Compression;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FindTest {

    private static final RecordReaderOptions PLAIN = RecordFiles.tfRecord(Compression.NONE);

    @TempDir
    Path directory;

    @Test
    void findsTheFirstRecordFromEveryOffset() throws IOException {
        Random random = new Random(Rounds.seed("found"));
        for (int round = 0; round < Rounds.count(50); round++) {
            byte[][] payloads = new byte[1 + random.nextInt(10)][];
            for (int i = 0; i < payloads.length; i++) {
                payloads[i] = switch (random.nextInt(4)) {
                    case 0 -> RecordFiles.GOLDEN;
                    case 1 -> new byte[random.nextInt(60)];
                    case 2 -> new byte[0];
                    default -> RecordFiles.tfRecords(RecordFiles.GOLDEN, new byte[7]);
                };
            }
            byte[] file = RecordFiles.tfRecords(payloads);
            if (round % 3 == 0) {
                file[random.nextInt(file.length)] ^= 1;
            }
            TreeSet<Long> places = new TreeSet<>();
            for (int at = 0; at < file.length; at++) {
                if (isRecord(file, at)) {
                    places.add((long) at);
                }
            }
            RecordReaderOptions options = round % 2 == 0 ? PLAIN : PLAIN.ignorePayloadChecksums();
            for (RecordReader reader : List.of(
                    RecordReader.open(RecordFiles.source(file), options),
                    RecordReader.open(RecordFiles.source(file), options.withoutMapping()))) {
                try (reader) {
                    for (long from = 0; from <= file.length + 3; from++) {
                        Long first = places.ceiling(from);
                        OptionalLong expected = first == null ? OptionalLong.empty() : OptionalLong.of(first);
                        assertThat(reader.find(from, Long.MAX_VALUE)).isEqualTo(expected);
                        long to = from + random.nextInt(40);
                        assertThat(reader.find(from, to))
                                .isEqualTo(
                                        expected.isPresent() && expected.getAsLong() < to
                                                ? expected
                                                : OptionalLong.empty());
                    }
                }
            }
        }
    }

    private static boolean isRecord(byte[] file, int at) throws IOException {
        try (RecordReader reader = RecordReader.open(RecordFiles.source(file), PLAIN)) {
            reader.seek(at, 0);
            return reader.next();
        } catch (CorruptRecordException e) {
            return false;
        }
    }

    @Test
    void keepsThePositionOfTheReader() throws IOException {
        Random random = new Random(Rounds.seed("stays"));
        byte[][] payloads = new byte[2000][];
        for (int i = 0; i < payloads.length; i++) {
            payloads[i] = new byte[random.nextInt(1500)];
            random.nextBytes(payloads[i]);
        }
        byte[] content = RecordFiles.tfRecords(payloads);
        Path file = Files.write(directory.resolve("file"), content);
        for (RecordReader reader :
                List.of(RecordReader.open(file, PLAIN), RecordReader.open(file, PLAIN.withoutMapping()))) {
            try (reader) {
                for (byte[] payload : payloads) {
                    assertThat(reader.next()).isTrue();
                    long from = random.nextInt(content.length);
                    OptionalLong found = reader.find(from, from + 5000);
                    if (found.isPresent()) {
                        assertThat(isRecord(content, (int) found.getAsLong())).isTrue();
                        assertThat(found.getAsLong()).isBetween(from, from + 1600);
                    }
                    assertThat(reader.payloadBytes()).isEqualTo(payload);
                }
            }
        }
    }

    @Test
    void findsAllRecordsInOrder() throws IOException {
        byte[] content = RecordFiles.tfRecords(new byte[5000][20]);
        Path file = Files.write(directory.resolve("file"), content);
        for (ByteSource source : List.of(RecordFiles.source(content), ByteSource.of(file))) {
            for (RecordReaderOptions options : List.of(PLAIN, PLAIN.withoutMapping())) {
                try (RecordReader reader = RecordReader.open(source, options)) {
                    for (long at = 0; at < 200 * 36; at += 36) {
                        assertThat(reader.find(at, at + 1)).hasValue(at);
                    }
                    for (long at = 0; at < 200 * 36; at += 72) {
                        assertThat(reader.find(at, Long.MAX_VALUE)).hasValue(at);
                    }
                }
            }
        }
    }

    @Test
    void doesNotHoldClaimedPayloadsInMemory() throws IOException {
        HostileFile file = new HostileFile(200 << 20, 1000);
        // Two headers that claim large payloads, followed by a record that the search finds.
        file.claim(100, 30 << 20);
        file.claim(200, 30 << 20);
        file.put(300, RecordFiles.tfRecords(new byte[50]));
        try (RecordReader reader = RecordReader.open(file, PLAIN)) {
            assertThat(reader.find(50, 1000)).hasValue(300);
            assertThat(file.read).isBetween(60L << 20, 62L << 20);
            assertThat(file.largestBuffer).isLessThanOrEqualTo(256 << 10);
            assertThat(reader.find(250, 1000)).hasValue(300);
        }
    }

    @Test
    void findsALargeRecordPieceByPiece() throws IOException {
        byte[] content = RecordFiles.tfRecords(new byte[10], new byte[5_000_000], new byte[10]);
        try (RecordReader reader = RecordReader.open(RecordFiles.source(content), PLAIN.withoutMapping())) {
            assertThat(reader.find(1, Long.MAX_VALUE)).hasValue(26);
            assertThat(reader.find(27, Long.MAX_VALUE)).hasValue(5_000_042);
        }
        content[4_000_000] ^= 1;
        try (RecordReader reader = RecordReader.open(RecordFiles.source(content), PLAIN.withoutMapping())) {
            assertThat(reader.find(1, Long.MAX_VALUE)).hasValue(5_000_042);
        }
    }

    @Test
    void givesUpAfterLargeWrongClaims() throws IOException {
        HostileFile file = new HostileFile(200 << 20, 5000);
        for (int i = 0; i < 100; i++) {
            file.claim(100 + 12 * i, 30 << 20);
        }
        file.put(2000, RecordFiles.tfRecords(new byte[50]));
        try (RecordReader reader = RecordReader.open(file, PLAIN)) {
            assertThat(reader.find(50, 5000)).isEmpty();
            assertThat(file.read).isLessThan(65L << 20);
            assertThat(reader.find(1500, 5000)).hasValue(2000);
        }
    }

    @Test
    void findsAppendedRecords() throws IOException {
        Path file = Files.write(directory.resolve("file"), RecordFiles.tfRecords(new byte[20]));
        try (RecordReader reader =
                RecordReader.open(file, RecordReaderOptions.defaults().follow())) {
            assertThat(reader.find(1, Long.MAX_VALUE)).isEmpty();
            Files.write(file, RecordFiles.tfRecords(new byte[20]), StandardOpenOption.APPEND);
            assertThat(reader.find(1, Long.MAX_VALUE)).hasValue(36);
        }
    }

    @Test
    void verifiesNothingAfterTheEndOfTheSearch() throws IOException {
        byte[] content = RecordFiles.tfRecords(new byte[50_000][84]);
        Path file = Files.write(directory.resolve("file"), content);
        try (RecordReader reader = RecordReader.open(file, PLAIN)) {
            long begin = reader.find(50, 1_000_050).orElseThrow();
            reader.seek(begin, 0);
            long end = begin;
            while (end < 1_000_050) {
                assertThat(reader.next()).isTrue();
                end = reader.endOffset();
            }
            assertThat(reader.summedBytes()).isLessThanOrEqualTo(end - begin);
            while (reader.next()) {
                end = reader.endOffset();
            }
            assertThat(end).isEqualTo(content.length);
        }
    }

    @Test
    void rejectsCompressionStreamsAndNegativeOffsets() throws IOException {
        byte[] zipped = RecordFiles.write(RecordWriterOptions.defaults().compression(Compression.GZIP), new byte[3]);
        try (RecordReader reader = RecordReader.open(RecordFiles.source(zipped))) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> reader.find(0, 1))
                    .withMessage(
                            "memory: records can be found only in an uncompressed TFRecord file; this source is GZIP");
        }
        try (RecordReader reader = RecordReader.open(RecordFiles.source(RecordFiles.GOLDEN_OFRECORD))) {
            assertThatIllegalStateException().isThrownBy(() -> reader.find(0, 1));
        }
        try (RecordReader reader =
                RecordReader.open(ByteSource.of(new ByteArrayInputStream(RecordFiles.GOLDEN), "stream"), PLAIN)) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> reader.find(0, 1))
                    .withMessage("stream: records cannot be found in a stream, which can be read only once");
        }
        RecordReader reader = RecordReader.open(RecordFiles.source(RecordFiles.GOLDEN));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> reader.find(-1, 1))
                .withMessage("from must not be negative: -1");
        reader.close();
        assertThatIllegalStateException().isThrownBy(() -> reader.find(0, 1));
    }

    /** A large file of zeros with some other bytes at the beginning. It counts the bytes read and cannot be mapped. */
    private static final class HostileFile implements ByteSource {
        private final long size;
        private final byte[] beginning;
        long read;
        int largestBuffer;

        HostileFile(long size, int beginning) {
            this.size = size;
            this.beginning = new byte[beginning];
        }

        void put(int at, byte[] bytes) {
            System.arraycopy(bytes, 0, beginning, at, bytes.length);
        }

        /** Writes a header that claims a payload of this length. */
        void claim(int at, long length) {
            ByteBuffer bytes = ByteBuffer.wrap(beginning).order(ByteOrder.LITTLE_ENDIAN);
            bytes.putLong(at, length).putInt(at + 8, MaskedCrc32c.ofLength(length));
        }

        @Override
        public String name() {
            return "hostile";
        }

        @Override
        public OptionalLong size() {
            return OptionalLong.of(size);
        }

        @Override
        public ReadableByteChannel open(long offset) {
            return new ReadableByteChannel() {
                private long at = offset;

                @Override
                public int read(ByteBuffer target) {
                    largestBuffer = Math.max(largestBuffer, target.capacity());
                    int count = (int) Math.min(target.remaining(), size - at);
                    byte[] bytes = new byte[count];
                    if (at < beginning.length) {
                        System.arraycopy(beginning, (int) at, bytes, 0, (int) Math.min(count, beginning.length - at));
                    }
                    target.put(bytes);
                    at += count;
                    read += count;
                    return count == 0 ? -1 : count;
                }

                @Override
                public boolean isOpen() {
                    return true;
                }

                @Override
                public void close() {
                    // There is nothing to close.
                }
            };
        }
    }
}
