package dev.riffle.scan.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.riffle.CorruptRecordException;
import dev.riffle.RecordFiles;
import dev.riffle.RecordReaderOptions;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.Rounds;
import dev.riffle.io.BilledSource;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Compression;
import dev.riffle.io.CountingSource;
import dev.riffle.io.SampleBytes;
import dev.riffle.scan.internal.ReadSplits.Damage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SplitRecordsTest {

    private static final RecordReaderOptions DEFAULTS = RecordReaderOptions.defaults();

    /** Options that set the format, because a reader may not recognize a damaged file. */
    private static final RecordReaderOptions PLAIN = RecordFiles.tfRecord(Compression.NONE);

    private static byte[] payload(Random random, int most) {
        byte[] payload = new byte[random.nextInt(most + 1)];
        if (random.nextBoolean()) {
            random.nextBytes(payload);
        }
        return payload;
    }

    private static byte[] file(Random random, int records, int most) {
        byte[][] payloads = new byte[records][];
        for (int i = 0; i < records; i++) {
            payloads[i] = payload(random, most);
        }
        return RecordFiles.tfRecords(payloads);
    }

    /** Writes a file whose payloads contain record files, some of them with another level of nested records. */
    private static byte[] nestedFile(Random random, int records) {
        byte[][] payloads = new byte[records][];
        for (int i = 0; i < records; i++) {
            payloads[i] = random.nextInt(3) == 0 ? payload(random, 40) : nested(random, 2);
        }
        return RecordFiles.tfRecords(payloads);
    }

    private static byte[] nested(Random random, int depth) {
        byte[] inner = depth > 1 && random.nextBoolean()
                ? RecordFiles.tfRecords(nested(random, depth - 1), payload(random, 9))
                : file(random, 1 + random.nextInt(4), 9);
        byte[] before = random.nextBoolean() ? new byte[0] : payload(random, 7);
        byte[] nextAfter = random.nextBoolean() ? new byte[0] : payload(random, 7);
        byte[] payload = Arrays.copyOf(before, before.length + inner.length + nextAfter.length);
        System.arraycopy(inner, 0, payload, before.length, inner.length);
        System.arraycopy(nextAfter, 0, payload, before.length + inner.length, nextAfter.length);
        return payload;
    }

    private static void assertSame(byte[] file, Damage damage, long bytes, long proofBytes, Object about)
            throws IOException {
        ReadSplits expected = ReadSplits.sequentially(file, PLAIN, damage);
        ReadSplits found = ReadSplits.inRanges(file, PLAIN, damage, bytes, proofBytes);

        assertThat(found.failures()).as("%s, ranges of %d", about, bytes).isEmpty();
        assertThat(found.records()).as("%s, ranges of %d", about, bytes).isEqualTo(expected.records());
        assertThat(found.regions()).as("%s, ranges of %d", about, bytes).isEqualTo(expected.regions());
    }

    @Test
    void returnsEachRecordOnceWithAnyRangeSize() throws IOException {
        byte[] file = file(new Random(1), 40, 60);

        for (long proof : new long[] {1, 50, 300, SplitEdges.PROOF_BYTES}) {
            for (int bytes = 1; bytes <= file.length + 1; bytes++) {
                assertSame(file, Damage.FAIL, bytes, proof, proof);
            }
        }
    }

    @Test
    void readsAFileOnDiskInRanges(@TempDir Path folder) throws IOException {
        Path path = folder.resolve("a.tfrecord");
        RecordWriter.write(path, RecordWriterOptions.defaults(), records -> {
            for (int i = 0; i < 1000; i++) {
                records.write(new byte[i]);
            }
        });
        long size = Files.size(path);
        long rangeBytes = 100_000;
        long count = 0;
        for (long start = 0; start < size; start += rangeBytes) {
            try (SplitRecords records = SplitRecords.open(ByteSource.of(path), start, rangeBytes, DEFAULTS)) {
                while (records.next()) {
                    count += records.reader().payloadSize();
                }
            }
        }

        assertThat(count).isEqualTo(999 * 1000 / 2);
    }

    @Test
    void ignoresRecordFilesInPayloads() throws IOException {
        for (int seed = 0; seed < 12; seed++) {
            byte[] file = nestedFile(new Random(seed), 12);
            for (long proof : new long[] {200, SplitEdges.PROOF_BYTES}) {
                for (int bytes = 1; bytes <= file.length + 1; bytes++) {
                    assertSame(file, Damage.FAIL, bytes, proof, "seed " + seed);
                }
            }
        }
    }

    /**
     * Nests a chain of records in a payload. The chain is longer than the required proof, so it looks like the file's
     * own records.
     */
    @Test
    void failsWhenAPayloadLooksLikeTheFileItself() throws IOException {
        int failed = 0;
        for (int seed = 0; seed < 8; seed++) {
            byte[] file = nestedFile(new Random(seed), 12);
            ReadSplits expected = ReadSplits.sequentially(file, DEFAULTS, Damage.FAIL);
            for (int bytes = 1; bytes <= file.length; bytes++) {
                ReadSplits found = ReadSplits.inRanges(file, DEFAULTS, Damage.FAIL, bytes, 20);
                if (found.failures().isEmpty()) {
                    assertThat(found.records())
                            .as("seed %d, ranges of %d", seed, bytes)
                            .isEqualTo(expected.records());
                } else {
                    failed++;
                    assertThat(found.failures().stream().filter(e -> !(e instanceof CorruptRecordException)))
                            .as("seed %d, ranges of %d", seed, bytes)
                            .isNotEmpty()
                            .allSatisfy(e -> assertThat(e).hasMessageContainingAll("memory", "offset", "splittable"));
                }
            }
        }
        assertThat(failed).isPositive();
    }

    /** Checks that ranges rarely fail. Bytes that damage moved can have two interpretations, and then a range fails. */
    @Test
    void reportsEachRegionOnceAndReturnsOtherRecordsOnce() throws IOException {
        long seed = Rounds.seed("split records tellsEachDamagedRegionOnceAndGivesTheRestOnce");
        Random random = new Random(seed);
        int rejected = 0;
        for (int round = 0; round < Rounds.count(150); round++) {
            byte[] file = nestedFile(random, 2 + random.nextInt(14));
            damage(file, random);
            byte[] cut = random.nextInt(4) == 0 ? Arrays.copyOf(file, random.nextInt(file.length) + 1) : file;
            boolean matched = true;
            for (int bytes = 1; bytes <= cut.length; bytes += 1 + random.nextInt(20)) {
                String about = "seed " + seed + " round " + round + " ranges of " + bytes;
                matched &= isSameOrRejected(cut, bytes, SplitEdges.PROOF_BYTES, about);
                isSameOrRejected(cut, bytes, 200, about);
            }
            rejected += matched ? 0 : 1;
        }
        assertThat(rejected).as("seed %d", seed).isLessThan(10);
    }

    private static boolean isSameOrRejected(byte[] file, long bytes, long proofBytes, String about) throws IOException {
        ReadSplits found = ReadSplits.inRanges(file, PLAIN, Damage.SKIP, bytes, proofBytes);
        if (found.failures().isEmpty()) {
            ReadSplits expected = ReadSplits.sequentially(file, PLAIN, Damage.SKIP);
            assertThat(found.records()).as(about).isEqualTo(expected.records());
            assertThat(found.regions()).as(about).isEqualTo(expected.regions());
            return true;
        }
        assertThat(found.failures())
                .as(about)
                .allSatisfy(e -> assertThat(e).hasMessageContainingAll("memory", "offset", "splittable"));
        return false;
    }

    private static void damage(byte[] file, Random random) {
        for (int i = random.nextInt(4); i >= 0; i--) {
            int at = random.nextInt(file.length);
            switch (random.nextInt(3)) {
                case 0 -> file[at] ^= (byte) (1 << random.nextInt(8));
                case 1 -> Arrays.fill(file, at, Math.min(file.length, at + random.nextInt(60)), (byte) 0);
                default -> System.arraycopy(file, at, file, at / 2, Math.min(file.length - at, random.nextInt(100)));
            }
        }
    }

    @Test
    void findsTheSameDamageAsOneReader() throws IOException {
        long seed = Rounds.seed("split records findsTheSameDamageAsOneReaderThatFails");
        Random random = new Random(seed);
        for (int round = 0; round < Rounds.count(300); round++) {
            byte[] file = nestedFile(random, 2 + random.nextInt(14));
            damage(file, random);
            ReadSplits expected = ReadSplits.sequentially(file, PLAIN, Damage.FAIL);
            int bytes = 1 + random.nextInt(file.length);
            ReadSplits found = ReadSplits.inRanges(file, PLAIN, Damage.FAIL, bytes, SplitEdges.PROOF_BYTES);

            assertThat(found.firstDamage()).as("seed %d round %d", seed, round).isEqualTo(expected.firstDamage());
            assertThat(new HashSet<>(found.records())).hasSameSizeAs(found.records());
            assertThat(found.records()
                            .subList(
                                    0,
                                    Math.min(
                                            expected.records().size(),
                                            found.records().size())))
                    .as("seed %d round %d", seed, round)
                    .isEqualTo(expected.records());
        }
    }

    @Test
    void endsAtATornTailAtAnyFileSize() throws IOException {
        byte[] file = nestedFile(new Random(3), 6);
        for (int size = 1; size <= file.length; size++) {
            byte[] cut = Arrays.copyOf(file, size);
            ReadSplits expected = ReadSplits.sequentially(cut, PLAIN, Damage.STOP_AT_TORN_TAIL);
            for (int bytes : new int[] {1, 7, 20, 50, 100, 300}) {
                ReadSplits found =
                        ReadSplits.inRanges(cut, PLAIN, Damage.STOP_AT_TORN_TAIL, bytes, SplitEdges.PROOF_BYTES);
                if (found.failures().isEmpty()) {
                    assertThat(found.records())
                            .as("cut at %d, ranges of %d", size, bytes)
                            .isEqualTo(expected.records());
                } else {
                    // The file ends with a nested record, which looks like the last record of the file.
                    assertThat(found.failures())
                            .hasSize(1)
                            .allSatisfy(e -> assertThat(e).hasMessageContaining("splittable"));
                }
            }
        }
    }

    @Test
    void readsOfRecordFilesInTheFirstRange() throws IOException {
        byte[] file = RecordFiles.GOLDEN_OFRECORD;
        ReadSplits expected = ReadSplits.sequentially(file, DEFAULTS, Damage.FAIL);

        for (int bytes = 1; bytes <= file.length; bytes++) {
            assertThat(ReadSplits.inRanges(file, DEFAULTS, Damage.FAIL, bytes, SplitEdges.PROOF_BYTES))
                    .isEqualTo(expected);
        }
    }

    @Test
    void returnsNoRecordsForEmptyRanges() throws IOException {
        try (SplitRecords empty = SplitRecords.open(ReadSplits.source(new byte[0]), 0, Long.MAX_VALUE, DEFAULTS);
                SplitRecords nothing = SplitRecords.open(ReadSplits.source(RecordFiles.GOLDEN), 0, 0, DEFAULTS);
                SplitRecords nextAfter = SplitRecords.open(ReadSplits.source(RecordFiles.GOLDEN), 1000, 10, DEFAULTS)) {
            assertThat(empty.next()).isFalse();
            assertThat(nothing.next()).isFalse();
            assertThat(nothing.next()).isFalse();
            assertThat(nextAfter.next()).isFalse();
        }
    }

    @Test
    void rejectsInvalidRanges() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SplitRecords.open(ReadSplits.source(RecordFiles.GOLDEN), -1, 1, DEFAULTS))
                .withMessageContaining("-1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SplitRecords.open(ReadSplits.source(RecordFiles.GOLDEN), 0, -5, DEFAULTS))
                .withMessageContaining("-5");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SplitRecords.open(ReadSplits.source(RecordFiles.GOLDEN), 0, 5, DEFAULTS.follow()))
                .withMessageContaining("followed");
    }

    /**
     * Counts the requests of a search for records. Requests to a remote store are slow, also in a search that finds no
     * proof.
     */
    @Test
    void skipsManyDamagedRecordsWithFewRequests() throws IOException {
        byte[][] payloads = new byte[2000][1000];
        byte[] file = RecordFiles.tfRecords(payloads);
        int frame = 1000 + 16;
        for (int record = 500; record < 1500; record++) {
            file[record * frame + 20] ^= 1;
        }
        CountingSource source = new CountingSource(ReadSplits.source(file));
        try (SplitEdges edges = new TfRecordEdges(source, file.length, 300_000)) {
            assertThat(edges.first(500L * frame - 1, file.length)).hasValue(1500L * frame);
        }

        assertThat(source.opened()).isLessThan(10);
        assertThat(source.read()).isLessThan(4L * file.length);
    }

    /** Sizes of the payloads of a file: all equal, mixed, and larger than a proof. */
    private static List<int[]> payloadSizes() {
        Random random = new Random(7);
        return List.of(
                IntStream.generate(() -> 1000).limit(6000).toArray(),
                IntStream.generate(() -> random.nextInt(20) == 0 ? random.nextInt(300_000) : random.nextInt(3000))
                        .limit(600)
                        .toArray(),
                IntStream.generate(() -> 200_000 + random.nextInt(2_000_000))
                        .limit(6)
                        .toArray());
    }

    /**
     * A split needs the bytes from its beginning to the end of its last record, and the proof of the next record. Its
     * own proof consists of the same bytes.
     */
    @ParameterizedTest
    @ValueSource(longs = {10_000, 300_000, 2_000_000})
    void aSplitReceivesItsBytesAndOneProof(long length) throws IOException {
        for (int[] sizes : payloadSizes()) {
            byte[][] payloads = new byte[sizes.length][];
            TreeMap<Long, Long> ends = new TreeMap<>();
            long at = 0;
            for (int i = 0; i < sizes.length; i++) {
                payloads[i] = SampleBytes.random(sizes[i], i);
                ends.put(at, at + sizes[i] + 16);
                at += sizes[i] + 16;
            }
            byte[] file = RecordFiles.tfRecords(payloads);
            for (long proof : new long[] {100_000, SplitEdges.PROOF_BYTES}) {
                assertBounded(file, ends, length, proof);
            }
        }
    }

    private static void assertBounded(byte[] file, TreeMap<Long, Long> ends, long length, long proof)
            throws IOException {
        BilledSource source = new BilledSource(ReadSplits.source(file));
        long records = 0;
        for (long start = 0; start < file.length; start += length) {
            source.reset();
            try (SplitRecords split = SplitRecords.open(source, start, length, DEFAULTS, proof)) {
                while (split.next()) {
                    records++;
                }
            }
            long end = Math.min(start + length, file.length);
            Map.Entry<Long, Long> next = ends.ceilingEntry(end);
            boolean isEmpty = ends.subMap(start, end).isEmpty();
            long last = next == null ? file.length : Math.max(next.getKey() + proof, next.getValue());
            long needed = isEmpty ? end - start : Math.min(last, file.length) - start;
            assertThat(source.sent())
                    .as("from %d of %d, splits of %d, proofs of %d", start, file.length, length, proof)
                    .isLessThanOrEqualTo(needed + needed / 10 + (64 << 10));
        }
        assertThat(records).isEqualTo(ends.size());
    }

    @Test
    void aLargeSplitReceivesFewRequests() throws IOException {
        byte[] file = RecordFiles.tfRecords(new byte[6000][1000]);
        BilledSource source = new BilledSource(ReadSplits.source(file));
        try (SplitRecords split = SplitRecords.open(source, 2_000_000, 2_000_000, DEFAULTS, 100_000)) {
            while (split.next()) {
                assertThat(split.reader().payloadSize()).isEqualTo(1000);
            }
        }

        assertThat(source.requests()).isEqualTo(2);
    }

    @Test
    void aSplitOfMembersReceivesItsBytesAndOneProof() throws IOException {
        long proof = 100_000;
        byte[][] payloads = new byte[6000][];
        for (int i = 0; i < payloads.length; i++) {
            payloads[i] = SampleBytes.random(1000, i);
        }
        byte[] file = RecordFiles.write(
                RecordWriterOptions.defaults().compression(Compression.GZIP.cutMembers(64 << 10)), payloads);
        BilledSource source = new BilledSource(ReadSplits.source(file));
        long length = 2_000_000;
        long records = 0;
        for (long start = 0; start < file.length; start += length) {
            source.reset();
            try (SplitRecords split = SplitRecords.open(source, start, length, DEFAULTS, proof)) {
                while (split.next()) {
                    records++;
                }
            }

            long member = 70_000;
            long needed = Math.min(length, file.length - start) + 2 * member + proof;
            assertThat(source.sent()).as("from %d", start).isLessThanOrEqualTo(needed + needed / 10 + (64 << 10));
            assertThat(source.requests()).as("from %d", start).isEqualTo(2);
        }
        assertThat(records).isEqualTo(6000);
    }
}
