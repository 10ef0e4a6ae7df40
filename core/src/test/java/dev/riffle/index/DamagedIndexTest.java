package dev.riffle.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.riffle.CorruptRecordException;
import dev.riffle.DamagePolicy;
import dev.riffle.RecordFiles;
import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import dev.riffle.RecordWriterOptions;
import dev.riffle.Rounds;
import dev.riffle.SkippedRegion;
import dev.riffle.example.Example;
import dev.riffle.io.ByteSink;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Opens an index over the intact records of damaged files. */
class DamagedIndexTest {

    private static final DamagePolicy SKIP = DamagePolicy.skip(region -> {});
    private static final IndexOptions SKIPPING = IndexOptions.defaults().damage(SKIP);

    @TempDir
    Path directory;

    /** Returns records with the payloads {@code id: 0}, {@code id: 1} and so on. */
    private static byte[] examples(int count) {
        byte[][] payloads = new byte[count][];
        for (int i = 0; i < count; i++) {
            payloads[i] = Example.builder()
                    .put("id", i)
                    .put("text", "x".repeat(i % 50))
                    .build()
                    .toByteArray();
        }
        return RecordFiles.tfRecords(payloads);
    }

    /** The intact records of a file, as a reader with the same policy returns them. */
    private record Intact(List<Bytes> payloads, List<Long> numbers, List<Long> offsets, List<SkippedRegion> regions) {

        static Intact of(Path file) throws IOException {
            Intact intact = new Intact(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
            RecordReaderOptions options = RecordReaderOptions.defaults().damage(DamagePolicy.skip(intact.regions::add));
            try (RecordReader reader = RecordReader.open(file, options)) {
                while (reader.next()) {
                    intact.payloads.add(Bytes.copyOf(reader.payloadBytes()));
                    intact.numbers.add(reader.index());
                    intact.offsets.add(reader.offset());
                }
            }
            return intact;
        }
    }

    private static void check(RecordIndex index, Intact intact) throws IOException {
        assertThat(index.size()).isEqualTo(intact.payloads.size());
        for (int i = 0; i < index.size(); i++) {
            assertThat(index.get(i)).isEqualTo(intact.payloads.get(i));
            assertThat(index.numberInFile(i)).isEqualTo(intact.numbers.get(i));
            assertThat(index.place(i).offset()).isEqualTo(intact.offsets.get(i));
        }
        assertThat(index.range(0, index.size())).containsExactlyElementsOf(intact.payloads);
        assertThat(index.damagedRegions())
                .extracting(SkippedRegion::offset, SkippedRegion::length, SkippedRegion::index)
                .containsExactlyElementsOf(intact.regions.stream()
                        .map(region -> tuple(region.offset(), region.length(), region.index()))
                        .toList());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void hasTheIntactRecordsOfAReader(int threads) throws IOException {
        long seed = Rounds.seed("damaged index");
        Random random = new Random(seed);
        int damaged = 0;
        for (int round = 0; round < Rounds.count(200); round++) {
            byte[] bytes = examples(random.nextInt(60));
            for (int i = random.nextInt(4); i > 0 && bytes.length > 0; i--) {
                switch (random.nextInt(3)) {
                    case 0 -> bytes[random.nextInt(bytes.length)] ^= (byte) (1 + random.nextInt(255));
                    case 1 -> bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length));
                    default -> {
                        int from = random.nextInt(bytes.length);
                        Arrays.fill(bytes, from, Math.min(bytes.length, from + random.nextInt(300)), (byte) 0);
                    }
                }
            }
            Path file = Files.write(directory.resolve("data.tfrecord"), bytes);
            Intact intact = Intact.of(file);
            damaged += intact.regions.isEmpty() ? 0 : 1;
            List<SkippedRegion> heard = new ArrayList<>();
            IndexOptions options = IndexOptions.defaults().threads(threads).damage(DamagePolicy.skip(heard::add));
            try (RecordIndex index = RecordIndex.open(List.of(file), options)) {
                check(index, intact);
                assertThat(heard).as("seed %d", seed).isEqualTo(index.damagedRegions());
            }
        }
        assertThat(damaged).isPositive();
    }

    /** The file is large enough for several splits, and large files are mapped. */
    @Test
    void scansLargeFilesWithSeveralThreads() throws IOException {
        Random random = new Random(7);
        byte[][] payloads = new byte[6_000][];
        for (int i = 0; i < payloads.length; i++) {
            payloads[i] = new byte[random.nextInt(4_000)];
            random.nextBytes(payloads[i]);
        }
        byte[] bytes = RecordFiles.tfRecords(payloads);
        for (int i = 0; i < 9; i++) {
            bytes[random.nextInt(bytes.length)] ^= 1;
        }
        Path file = Files.write(directory.resolve("data.tfrecord"), bytes);
        Intact intact = Intact.of(file);
        assertThat(intact.regions).hasSizeGreaterThan(5);
        try (RecordIndex index = RecordIndex.open(List.of(file), SKIPPING.threads(4))) {
            check(index, intact);
        }
    }

    @Test
    void findsKeysInIntactRecords() throws IOException {
        byte[] bytes = examples(20);
        Path intact = Files.write(directory.resolve("intact"), bytes);
        long begin;
        try (RecordIndex index = RecordIndex.open(List.of(intact))) {
            begin = index.place(5).offset();
        }
        bytes[(int) begin + 14] ^= 1;
        Path damaged = Files.write(directory.resolve("damaged"), bytes);
        List<String> notes = new ArrayList<>();
        IndexOptions options =
                SKIPPING.key("id").writeIndexFiles().notes(notes::add).threads(1);
        for (int round = 0; round < 2; round++) {
            try (RecordIndex index = RecordIndex.open(List.of(damaged, intact), options)) {
                assertThat(index.size()).isEqualTo(39);
                assertThat(index.findAll(5)).containsExactly(19 + 5);
                assertThat(index.findAll(6)).containsExactly(5, 19 + 6);
                assertThat(index.numberInFile(4)).isEqualTo(4);
                assertThat(index.numberInFile(5)).isEqualTo(6);
                assertThat(index.numberInFile(19)).isZero();
                assertThat(index.regionsBefore(4)).isZero();
                assertThat(index.regionsBefore(5)).isOne();
                assertThat(index.regionsBefore(38)).isOne();
                assertThat(index.damagedRegions()).hasSize(1);
                SkippedRegion region = index.damagedRegions().get(0);
                assertThat(region.source()).isEqualTo(damaged.toString());
                assertThat(region.offset()).isEqualTo(begin);
                assertThat(region.cause().reason()).isEqualTo(CorruptRecordException.Reason.PAYLOAD_CHECKSUM);
            }
        }
        // A damaged file gets no index file, and an intact file gets one.
        assertThat(notes)
                .hasSize(2)
                .allMatch(note ->
                        note.endsWith("not written, because " + damaged + " is damaged; repair the file first"));
        assertThat(IndexFile.of(damaged).path()).doesNotExist();
        assertThat(IndexFile.of(intact).check().kind()).isEqualTo(IndexState.Kind.FRESH);
        assertThatThrownBy(() -> IndexFile.of(damaged).build(options)).isInstanceOf(CorruptRecordException.class);
        assertThatThrownBy(() -> RecordIndex.open(List.of(damaged))).isInstanceOf(CorruptRecordException.class);
    }

    @Test
    void stopsAtATornTail() throws IOException {
        byte[] bytes = examples(10);
        Path file = Files.write(directory.resolve("torn"), Arrays.copyOf(bytes, bytes.length - 3));
        IndexOptions options = IndexOptions.defaults().damage(DamagePolicy.STOP_AT_TORN_TAIL);
        try (RecordIndex index = RecordIndex.open(List.of(file), options)) {
            assertThat(index.size()).isEqualTo(9);
            assertThat(Example.parse(index.get(8)).feature("id").longValue()).isEqualTo(8);
            assertThat(index.damagedRegions()).singleElement().satisfies(region -> {
                assertThat(region.index()).isEqualTo(9);
                assertThat(region.offset() + region.length()).isEqualTo(bytes.length - 3);
            });
        }
        bytes[40] ^= 1;
        Files.write(file, bytes);
        assertThatThrownBy(() -> RecordIndex.open(List.of(file), options)).isInstanceOf(CorruptRecordException.class);
    }

    @Test
    void skipsDamagedRecordsOfACompressedFile() throws IOException {
        byte[] plain;
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(RecordFiles.write(
                RecordWriterOptions.defaults().compression(Compression.GZIP),
                "a".getBytes(),
                "b".getBytes(),
                "c".getBytes())))) {
            plain = in.readAllBytes();
        }
        plain[17 + 12] ^= 1;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(plain);
        }
        Path file = Files.write(directory.resolve("data.gz"), bytes.toByteArray());
        try (RecordIndex index = RecordIndex.open(List.of(file), SKIPPING)) {
            check(index, Intact.of(file));
            assertThat(index.size()).isEqualTo(2);
        }
    }

    @Test
    void exportsTheOffsetsOfIntactRecords() throws IOException {
        byte[] bytes = RecordFiles.tfRecords("a".getBytes(), "b".getBytes(), "c".getBytes());
        bytes[17 + 12] ^= 1;
        Path file = Files.write(directory.resolve("data"), bytes);
        Path text = directory.resolve("text");
        IndexFile.of(file).exportText(ByteSink.of(text), SKIPPING);
        assertThat(text).hasContent("0 17\n34 17\n");
    }
}
