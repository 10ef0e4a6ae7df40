package dev.riffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.CorruptRecordException.Reason;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import dev.riffle.io.SourcePart;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the records and reports of a reader that skips damage. */
class SkipDamageTest {

    private record Read(List<String> records, List<SkippedRegion> skipped) {}

    private static Read skip(ByteSource source, Compression compression) throws IOException {
        List<SkippedRegion> skipped = new ArrayList<>();
        List<String> records = new ArrayList<>();
        RecordReaderOptions options = RecordFiles.tfRecord(compression).damage(DamagePolicy.skip(skipped::add));
        try (RecordReader reader = RecordReader.open(source, options)) {
            for (Bytes record : reader) {
                records.add(record.utf8());
            }
        }
        return new Read(records, skipped);
    }

    private static Read skip(byte[] file) throws IOException {
        Read inMemory = skip(RecordFiles.source(file), Compression.NONE);
        Read asStream = skip(ByteSource.of(new ByteArrayInputStream(file), "memory"), Compression.NONE);
        assertThat(asStream.records).isEqualTo(inMemory.records);
        assertThat(asStream.skipped)
                .extracting(SkippedRegion::offset, SkippedRegion::length)
                .isEqualTo(inMemory.skipped.stream()
                        .map(region -> org.assertj.core.groups.Tuple.tuple(region.offset(), region.length()))
                        .toList());
        return inMemory;
    }

    @Test
    void skipsARecordWithADamagedPayload() throws IOException {
        byte[] file = RecordFiles.tfRecords("one".getBytes(), "two".getBytes(), "three".getBytes());
        file[19 + 13] ^= 4;
        Read read = skip(file);
        assertThat(read.records).containsExactly("one", "three");
        assertThat(read.skipped).hasSize(1);
        SkippedRegion region = read.skipped.get(0);
        assertThat(region.offset()).isEqualTo(19);
        assertThat(region.length()).isEqualTo(19);
        assertThat(region.index()).isEqualTo(1);
        assertThat(region.cause().reason()).isEqualTo(Reason.PAYLOAD_CHECKSUM);
    }

    @Test
    void reportsEachDamageWithItsPart() throws IOException {
        byte[] file = RecordFiles.tfRecords("one".getBytes(), "two".getBytes(), "three".getBytes(), "four".getBytes());
        file[19 + 13] ^= 4;
        file[38 + 13] ^= 4;
        Read read = skip(new PartedSource(file), Compression.NONE);
        assertThat(read.records).containsExactly("one", "four");
        assertThat(read.skipped)
                .extracting(region -> region.cause().part().orElseThrow())
                .containsExactly(new SourcePart("part-3", 1), new SourcePart("part-5", 0));
    }

    @Test
    void reportsDamageIfTheSourceCannotNameThePart() throws IOException {
        byte[] file = RecordFiles.tfRecords("one".getBytes(), "two".getBytes());
        file[13] ^= 4;
        PartedSource failing = new PartedSource(file) {
            @Override
            public Optional<SourcePart> partAt(long offset) throws IOException {
                throw new IOException("the network is gone");
            }
        };
        assertThat(skip(failing, Compression.NONE).records).containsExactly("two");
        try (RecordReader reader = RecordReader.open(failing, RecordFiles.tfRecord(Compression.NONE))) {
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(reader::next).isInstanceOfSatisfying(CorruptRecordException.class, e -> {
                    assertThat(e.reason()).isEqualTo(Reason.PAYLOAD_CHECKSUM);
                    assertThat(e.part()).isEmpty();
                    assertThat(e.getSuppressed())
                            .singleElement()
                            .satisfies(problem -> assertThat(problem).hasMessage("the network is gone"));
                });
            }
        }
    }

    /** A source that reports parts of ten bytes each. */
    private static class PartedSource implements ByteSource {

        private final ByteSource bytes;

        PartedSource(byte[] bytes) {
            this.bytes = RecordFiles.source(bytes);
        }

        @Override
        public String name() {
            return bytes.name();
        }

        @Override
        public OptionalLong size() throws IOException {
            return bytes.size();
        }

        @Override
        public ReadableByteChannel open(long offset) throws IOException {
            return bytes.open(offset);
        }

        @Override
        public Optional<SourcePart> partAt(long offset) throws IOException {
            return Optional.of(new SourcePart("part-" + offset / 10, offset % 10));
        }
    }

    @Test
    void losesOneRecordForADamagedHeader() throws IOException {
        byte[] file = RecordFiles.tfRecords("one".getBytes(), "two".getBytes(), "three".getBytes());
        file[19] = 77;
        Read read = skip(file);
        assertThat(read.records).containsExactly("one", "three");
        assertThat(read.skipped).singleElement().satisfies(region -> {
            assertThat(region.offset()).isEqualTo(19);
            assertThat(region.length()).isEqualTo(19);
            assertThat(region.cause().reason()).isEqualTo(Reason.LENGTH_CHECKSUM);
        });
    }

    @Test
    void keepsTheRecordAfterAPayloadWithMissingBytes() throws IOException {
        byte[] file = RecordFiles.tfRecords("one".getBytes(), "twenty-two".getBytes(), "three".getBytes());
        byte[] shorter = new byte[file.length - 2];
        System.arraycopy(file, 0, shorter, 0, 33);
        System.arraycopy(file, 35, shorter, 33, shorter.length - 33);
        Read read = skip(shorter);
        assertThat(read.records).containsExactly("one", "three");
        assertThat(read.skipped).singleElement().satisfies(region -> {
            assertThat(region.offset()).isEqualTo(19);
            assertThat(region.length()).isEqualTo(24);
        });
    }

    @Test
    void skipsForeignBytesAnywhere() throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.write("junk in front".getBytes());
        file.write(RecordFiles.tfRecords("one".getBytes()));
        file.write(new byte[100_000]);
        file.write(RecordFiles.tfRecords("two".getBytes()));
        file.write("tail".getBytes());
        Read read = skip(file.toByteArray());
        assertThat(read.records).containsExactly("one", "two");
        assertThat(read.skipped).extracting(SkippedRegion::offset).containsExactly(0L, 32L, 100_051L);
        assertThat(read.skipped).extracting(SkippedRegion::length).containsExactly(13L, 100_000L, 4L);
    }

    @Test
    void reportsACutLastRecord() throws IOException {
        byte[] file = RecordFiles.tfRecords("one".getBytes(), "two".getBytes());
        Read read = skip(Arrays.copyOf(file, file.length - 1));
        assertThat(read.records).containsExactly("one");
        assertThat(read.skipped).singleElement().satisfies(region -> {
            assertThat(region.cause().reason()).isEqualTo(Reason.TRUNCATED_PAYLOAD);
            assertThat(region.length()).isEqualTo(18);
        });
    }

    /** Applies any damage: each byte is either in a returned record or in exactly one reported region. */
    @Test
    void deliversOrReportsEveryByte() throws IOException {
        long seed = Rounds.seed("skip damage");
        Random random = new Random(seed);
        for (int round = 0; round < Rounds.count(300); round++) {
            byte[][] payloads = new byte[1 + random.nextInt(20)][];
            for (int i = 0; i < payloads.length; i++) {
                payloads[i] = new byte[random.nextInt(60)];
                random.nextBytes(payloads[i]);
            }
            byte[] file = RecordFiles.tfRecords(payloads);
            for (int i = random.nextInt(6); i > 0; i--) {
                int at = random.nextInt(file.length);
                int count = Math.min(1 + random.nextInt(30), file.length - at);
                for (int k = 0; k < count; k++) {
                    file[at + k] = (byte) random.nextInt();
                }
            }
            file = Arrays.copyOf(file, file.length - random.nextInt(Math.min(20, file.length)));
            List<SkippedRegion> skipped = new ArrayList<>();
            long accounted = 0;
            long expectedIndex = 0;
            RecordReaderOptions options =
                    RecordFiles.tfRecord(Compression.NONE).damage(DamagePolicy.skip(skipped::add));
            try (RecordReader reader = RecordReader.open(RecordFiles.source(file), options)) {
                while (reader.next()) {
                    accounted += 16 + reader.payloadSize();
                    assertThat(reader.index()).as("seed %d", seed).isGreaterThanOrEqualTo(expectedIndex);
                    expectedIndex = reader.index() + 1;
                }
            }
            accounted += skipped.stream().mapToLong(SkippedRegion::length).sum();
            assertThat(accounted).as("seed %d round %d", seed, round).isEqualTo(file.length);
        }
    }

    /** Reads a file several times: each seek discards the search results for the buffered bytes. */
    @Test
    void secondPassAgreesWithTheFirst(@TempDir Path directory) throws IOException {
        byte[][] payloads = new byte[100][];
        Random random = new Random(1);
        for (int i = 0; i < payloads.length; i++) {
            payloads[i] = new byte[random.nextInt(400_000)];
            random.nextBytes(payloads[i]);
        }
        byte[] file = RecordFiles.tfRecords(payloads);
        int at = 0;
        for (int i = 0; i < payloads.length; i++) {
            if (i % 5 == 3 || i == 99) {
                file[at + 3] ^= 1;
            }
            at += 16 + payloads[i].length;
        }
        Path path = Files.write(directory.resolve("a"), file);
        RecordReaderOptions options =
                RecordFiles.tfRecord(Compression.NONE).withoutMapping().damage(DamagePolicy.skip(region -> {}));
        try (RecordReader reader = RecordReader.open(path, options)) {
            for (int pass = 0; pass < 3; pass++) {
                int records = 0;
                while (reader.next()) {
                    records++;
                }
                assertThat(records).as("pass %d", pass).isEqualTo(79);
                reader.seek(0, 0);
            }
        }
    }

    @Test
    void doesNotSkipABrokenCompressedStream() throws IOException {
        byte[] file = RecordFiles.write(
                RecordWriterOptions.defaults().compression(Compression.GZIP), "one".getBytes(), "two".getBytes());
        byte[] cut = Arrays.copyOf(file, file.length - 9);
        assertThatThrownBy(() -> skip(RecordFiles.source(cut), Compression.GZIP))
                .hasRootCauseInstanceOf(dev.riffle.io.CompressionException.class)
                .hasMessageContaining("damaged compressed stream");
    }

    @Test
    void skipsDamageInsideAnIntactCompressedStream() throws IOException {
        byte[] plain = RecordFiles.tfRecords("one".getBytes(), "two".getBytes(), "three".getBytes());
        plain[20] ^= 1;
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (java.util.zip.GZIPOutputStream gzip = new java.util.zip.GZIPOutputStream(file)) {
            gzip.write(plain);
        }
        Read read = skip(RecordFiles.source(file.toByteArray()), Compression.GZIP);
        assertThat(read.records).containsExactly("one", "three");
        assertThat(read.skipped).hasSize(1);
    }

    @Test
    void rejectsSkippingInOfRecord() {
        RecordReaderOptions options = RecordReaderOptions.defaults().damage(DamagePolicy.skip(region -> {}));
        assertThatThrownBy(() -> RecordReader.open(RecordFiles.source(RecordFiles.GOLDEN_OFRECORD), options))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no checksums");
    }
}
