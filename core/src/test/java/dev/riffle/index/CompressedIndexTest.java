package dev.riffle.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.CorruptRecordException;
import dev.riffle.CorruptRecordException.Reason;
import dev.riffle.RecordFiles;
import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.RecordWriterOptions;
import dev.riffle.Rounds;
import dev.riffle.io.BilledSource;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.CompressedSamples;
import dev.riffle.io.Compression;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Reads records of compressed files of all layouts by number. */
class CompressedIndexTest {

    private static final byte[] OF_RECORD = HexFormat.of().parseHex("0a0c0a016112070a050a03616263");

    @TempDir
    Path directory;

    private final long seed = Rounds.seed("compressed index");
    private final Random random = new Random(seed);

    private Path write(String name, byte[] content) throws IOException {
        return Files.write(directory.resolve(name), content);
    }

    /** Returns payloads of many sizes. Some payloads are larger than the output of one decompression step. */
    private byte[][] payloads(int count, int largest) {
        byte[][] payloads = new byte[count][];
        for (int i = 0; i < count; i++) {
            payloads[i] = new byte[random.nextInt(random.nextInt(200) == 0 ? 60_000 : 900)];
            random.nextBytes(payloads[i]);
            if (random.nextBoolean()) {
                Arrays.fill(payloads[i], (byte) i);
            }
        }
        if (largest > 0) {
            payloads[count / 2] = new byte[largest];
            random.nextBytes(payloads[count / 2]);
        }
        return payloads;
    }

    private static List<Bytes> sequential(Path file) throws IOException {
        try (RecordReader reader = RecordReader.open(file)) {
            List<Bytes> records = new ArrayList<>();
            reader.forEach(records::add);
            return records;
        }
    }

    private void assertSame(RecordIndex index, List<Bytes> expected, int gets) throws IOException {
        assertThat(index.size()).as("seed %d", seed).isEqualTo(expected.size());
        for (int k = 0; k < gets && !expected.isEmpty(); k++) {
            int i = random.nextInt(expected.size());
            assertThat(index.get(i)).as("seed %d record %d", seed, i).isEqualTo(expected.get(i));
        }
        for (int i = 0; i < expected.size(); i++) {
            assertThat(index.get(i)).as("seed %d record %d", seed, i).isEqualTo(expected.get(i));
        }
    }

    @ParameterizedTest
    @EnumSource(CompressedSamples.class)
    void readsEveryRecordOfEveryLayout(CompressedSamples layout) throws IOException {
        List<Path> files = new ArrayList<>();
        List<Bytes> expected = new ArrayList<>();
        int[] counts = {3, 0, 4000, 1, 300};
        int[] largest = {0, 0, 0, 0, 2_500_000};
        for (int i = 0; i < counts.length; i++) {
            byte[] plain = RecordFiles.tfRecords(payloads(counts[i], largest[i]));
            byte[] file = layout.compress(plain, random);
            if (file.length > 0) {
                files.add(write("data-" + i + ".tfrecord", file));
                expected.addAll(sequential(files.get(files.size() - 1)));
            }
        }
        assertThat(expected).hasSize(4304);
        try (RecordIndex index = RecordIndex.open(files)) {
            assertSame(index, expected, 500);
            long[] some = random.longs(300, 0, index.size()).toArray();
            List<Bytes> got = index.getAll(some);
            for (int i = 0; i < some.length; i++) {
                assertThat(got.get(i)).isEqualTo(expected.get((int) some[i]));
            }
            index.checkUnchanged();
        }
    }

    @Test
    void readsUncompressedAndCompressedFilesTogether() throws IOException {
        byte[][] messages = new byte[5000][];
        Arrays.fill(messages, OF_RECORD);
        RecordWriterOptions options = RecordWriterOptions.defaults().format(RecordFormat.OFRECORD);
        Path plain = write("a.ofrecord", RecordFiles.write(options, messages));
        Path gzip = write("b.ofrecord.gz", RecordFiles.write(options.compression(Compression.GZIP), messages));
        try (RecordIndex index = RecordIndex.open(List.of(plain, gzip))) {
            assertSame(index, Collections.nCopies(10_000, Bytes.copyOf(OF_RECORD)), 100);
        }
    }

    /** Returns a source of one gzip member with 2000 records of incompressible bytes, 4 MiB together. */
    private BilledSource incompressible() throws IOException {
        byte[][] payloads = new byte[2000][2 << 10];
        for (byte[] payload : payloads) {
            random.nextBytes(payload);
        }
        byte[] file = CompressedSamples.ONE_MEMBER.compress(RecordFiles.tfRecords(payloads), random);
        return new BilledSource(ByteSource.of(Bytes.ofOwned(file), "one.tfrecord"));
    }

    private static long mostSentForARecord(BilledSource source, RecordIndex index) throws IOException {
        long most = 0;
        for (long i = 0; i < index.size(); i += 100) {
            source.reset();
            index.get(i);
            most = Math.max(most, source.sent());
        }
        return most;
    }

    @Test
    void closeAccessPointsDecompressLessForARecord() throws IOException {
        BilledSource source = incompressible();
        IndexOptions uncached = IndexOptions.defaults().decompressedCache(0);
        try (RecordIndex index = RecordIndex.openSources(List.of(source), uncached)) {
            assertThat(mostSentForARecord(source, index)).isBetween(1L << 20, 3L << 20);
        }
        try (RecordIndex index = RecordIndex.openSources(List.of(source), uncached.accessPointSpacing(64 << 10))) {
            assertThat(mostSentForARecord(source, index)).isBetween(64L << 10, 3L * (128 << 10));
        }
    }

    @Test
    void theCacheOfAnIndexKeepsAsManyBytesAsItMay() throws IOException {
        BilledSource source = incompressible();
        for (long bytes : new long[] {0, 8 << 20}) {
            try (RecordIndex index = RecordIndex.openSources(
                    List.of(source), IndexOptions.defaults().decompressedCache(bytes))) {
                for (long i = 0; i < index.size(); i++) {
                    index.get(i);
                }
                source.reset();
                for (long i = 0; i < index.size(); i += 100) {
                    index.get(i);
                }
                assertThat(source.requests()).isEqualTo(bytes == 0 ? 20 : 0);
            }
        }
    }

    /** An index file keeps its spacing, so an index with another spacing must not use it without a word. */
    @Test
    void ignoresAnIndexFileWithDistantAccessPoints() throws IOException {
        byte[][] payloads = payloads(4000, 2_500_000);
        Path file =
                write("one.tfrecord", CompressedSamples.ONE_MEMBER.compress(RecordFiles.tfRecords(payloads), random));
        IndexFile.of(file).build(IndexOptions.defaults());
        List<String> notes = new ArrayList<>();
        IndexOptions close =
                IndexOptions.defaults().accessPointSpacing(64 << 10).notes(notes::add);

        RecordIndex.open(List.of(file), close.writeIndexFiles()).close();
        assertThat(notes)
                .containsExactly(
                        IndexFile.of(file).path() + ": not used: its access points are farther apart than 65536 bytes");

        RecordIndex.open(List.of(file), close).close();
        RecordIndex.open(List.of(file), close.accessPointSpacing(1 << 20)).close();
        assertThat(notes).hasSize(1);
    }

    /** The access points of these files are about as close as the spacing. */
    @Test
    void usesAnIndexFileOfShortMembersWithEverySpacing() throws IOException {
        List<String> notes = new ArrayList<>();
        for (Compression compression : List.of(Compression.GZIP.cutMembers(64 << 10), Compression.SNAPPY)) {
            RecordWriterOptions options = RecordWriterOptions.defaults().compression(compression);
            Path file = write("short.tfrecord", RecordFiles.write(options, payloads(4000, 0)));
            IndexOptions close = IndexOptions.defaults().accessPointSpacing(64 << 10);
            IndexFile.of(file).build(IndexOptions.defaults());
            RecordIndex.open(List.of(file), close.notes(notes::add)).close();
        }
        assertThat(notes).isEmpty();
    }

    @Test
    void rejectsImpossibleSpacings() {
        IndexOptions options = IndexOptions.defaults();
        for (int wrong : new int[] {(32 << 10) - 1, (8 << 20) + 1}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> options.accessPointSpacing(wrong))
                    .withMessage("bytes must be at least 32768 and at most 8388608, or -1 (Riffle chooses): " + wrong);
        }
    }

    @Test
    void servesManyThreadsInParallel() throws Exception {
        Path first = write(
                "one.tfrecord",
                CompressedSamples.ONE_MEMBER.compress(RecordFiles.tfRecords(payloads(20_000, 0)), random));
        Path second = write(
                "cut.tfrecord",
                CompressedSamples.CUT_MEMBERS.compress(RecordFiles.tfRecords(payloads(5000, 0)), random));
        List<Bytes> expected = sequential(first);
        expected.addAll(sequential(second));
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try (RecordIndex index = RecordIndex.open(List.of(first, second))) {
            List<Future<Integer>> results = new ArrayList<>();
            for (int t = 0; t < 8; t++) {
                Random own = new Random(seed + t);
                results.add(threads.submit(() -> {
                    int right = 0;
                    for (int k = 0; k < 1000; k++) {
                        int i = own.nextInt(expected.size());
                        right += index.get(i).equals(expected.get(i)) ? 1 : 0;
                    }
                    return right;
                }));
            }
            for (Future<Integer> result : results) {
                assertThat(result.get()).as("seed %d", seed).isEqualTo(1000);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @ParameterizedTest
    @EnumSource(CompressedSamples.class)
    void storesAccessPointsInIndexFiles(CompressedSamples layout) throws IOException {
        Path file = write("data.tfrecord", layout.compress(RecordFiles.tfRecords(payloads(6000, 1_500_000)), random));
        List<Bytes> expected = sequential(file);
        IndexReport report = IndexFile.of(file).build(IndexOptions.defaults());
        assertThat(report.records()).isEqualTo(6000);
        assertThat(IndexFile.of(file).check().kind()).isEqualTo(IndexState.Kind.FRESH);
        List<String> notes = new ArrayList<>();
        try (RecordIndex index =
                RecordIndex.open(List.of(file), IndexOptions.defaults().notes(notes::add))) {
            assertSame(index, expected, 200);
        }
        assertThat(notes).isEmpty();
    }

    /** Damages each byte of an index file. A read returns the right record, or reports a stale index file. */
    @Test
    void detectsDamageAtEveryByteOfAnIndexFile() throws IOException {
        byte[] plain = RecordFiles.tfRecords(payloads(200, 1_200_000));
        int stale = 0;
        for (CompressedSamples layout : List.of(CompressedSamples.ONE_MEMBER, CompressedSamples.CUT_MEMBERS)) {
            Path file = write("data.tfrecord", layout.compress(plain, random));
            List<Bytes> expected = sequential(file);
            IndexFile.of(file).build(IndexOptions.defaults());
            Path path = IndexFile.of(file).path();
            byte[] side = Files.readAllBytes(path);
            int step = 1 + side.length / Rounds.count(150);
            for (int at = 0; at < side.length; at += step) {
                byte[] damaged = side.clone();
                damaged[at] ^= (byte) (1 << random.nextInt(8));
                Files.write(path, random.nextInt(4) == 0 ? Arrays.copyOf(side, at) : damaged);
                assertThat(IndexFile.of(file).check().kind())
                        .as("seed %d byte %d", seed, at)
                        .isEqualTo(IndexState.Kind.UNUSABLE);
                try (RecordIndex index = RecordIndex.open(List.of(file))) {
                    int i = random.nextInt(expected.size());
                    assertThat(index.get(i)).as("seed %d byte %d", seed, at).isEqualTo(expected.get(i));
                } catch (StaleIndexException e) {
                    assertThat(e.source()).isEqualTo(file.toString());
                    stale++;
                }
            }
        }
        assertThat(stale).isPositive();
    }

    @Test
    void ignoresAStaleIndexFile() throws IOException {
        Path file = write(
                "data.tfrecord",
                CompressedSamples.ONE_MEMBER.compress(RecordFiles.tfRecords(payloads(900, 0)), random));
        IndexFile.of(file).build(IndexOptions.defaults());
        Files.write(file, CompressedSamples.ONE_MEMBER.compress(RecordFiles.tfRecords(payloads(1000, 0)), random));
        assertThat(IndexFile.of(file).check().kind()).isEqualTo(IndexState.Kind.STALE);
        try (RecordIndex index = RecordIndex.open(List.of(file))) {
            assertSame(index, sequential(file), 50);
        }
    }

    /** Checks that truncated and damaged files cause the same errors as in a reader. */
    @ParameterizedTest
    @EnumSource(CompressedSamples.class)
    void reportsDamageLikeAReader(CompressedSamples layout) throws IOException {
        byte[] intact = layout.compress(RecordFiles.tfRecords(payloads(800, 0)), random);
        for (int i = 0; i < Rounds.count(30); i++) {
            byte[] damaged = intact.clone();
            int at = 100 + random.nextInt(intact.length - 100);
            if (i % 2 == 0) {
                damaged[at] ^= (byte) (1 << random.nextInt(8));
            } else {
                damaged = Arrays.copyOf(intact, at);
            }
            Path file = write("damaged.tfrecord", damaged);
            IOException expected = null;
            try {
                sequential(file);
            } catch (UncheckedIOException e) {
                expected = e.getCause();
            }
            if (expected == null) {
                RecordIndex.open(List.of(file)).close();
                continue;
            }
            CorruptRecordException reported = (CorruptRecordException) expected;
            assertThatThrownBy(() -> RecordIndex.open(List.of(file)))
                    .as("seed %d layout %s at %d", seed, layout, at)
                    .isInstanceOfSatisfying(CorruptRecordException.class, found -> {
                        // The index returns at least this number of records, because the JDK's inflater may omit some
                        // bytes before the damage.
                        assertThat(found.recordIndex()).isGreaterThanOrEqualTo(reported.recordIndex());
                        assertThat(found.reason()).isEqualTo(reported.reason());
                    });
        }
    }

    /** Changes the file while the index is open. Each call returns a correct record or throws an exception. */
    @ParameterizedTest
    @EnumSource(CompressedSamples.class)
    void detectsDamageWhileTheIndexIsOpen(CompressedSamples layout) throws IOException {
        byte[] intact = layout.compress(RecordFiles.tfRecords(payloads(3000, 0)), random);
        Path file = write("data.tfrecord", intact);
        List<Bytes> expected = sequential(file);
        int rejected = 0;
        int rounds = Rounds.isFull() ? 6 : 2;
        for (int round = 0; round < rounds; round++) {
            Files.write(file, intact);
            try (RecordIndex index = RecordIndex.open(List.of(file))) {
                byte[] damaged = intact.clone();
                for (int k = 0; k < 20; k++) {
                    damaged[random.nextInt(intact.length)] ^= (byte) (1 + random.nextInt(255));
                }
                Files.write(file, round == rounds - 1 ? Arrays.copyOf(damaged, intact.length / 2) : damaged);
                for (int k = 0; k < 40; k++) {
                    int i = random.nextInt(expected.size());
                    try {
                        assertThat(index.get(i)).as("seed %d", seed).isEqualTo(expected.get(i));
                    } catch (CorruptRecordException e) {
                        assertThat(e.recordIndex()).isEqualTo(i);
                        assertThat(e.reason()).isEqualTo(Reason.DECOMPRESSION);
                        assertThat(e).hasMessageContaining("data.tfrecord");
                        rejected++;
                    }
                }
                if (round == rounds - 1) {
                    assertThatThrownBy(index::checkUnchanged)
                            .isInstanceOf(IOException.class)
                            .hasMessageContaining("data.tfrecord");
                }
            }
        }
        assertThat(rejected).as("seed %d", seed).isPositive();
    }

    @Test
    void reportsAMissingFile() throws IOException {
        Path file = write(
                "data.tfrecord", CompressedSamples.ONE_MEMBER.compress(RecordFiles.tfRecords(payloads(10, 0)), random));
        RecordIndex index = RecordIndex.open(List.of(file));
        Files.delete(file);
        assertThatThrownBy(() -> index.get(0)).isInstanceOf(IOException.class).hasMessageContaining("data.tfrecord");
        index.close();
        assertThatThrownBy(() -> index.get(0)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void rejectsACompressedStream() throws IOException {
        byte[] file = CompressedSamples.ZLIB.compress(RecordFiles.GOLDEN, random);
        ByteSource stream = ByteSource.of(new ByteArrayInputStream(file), "standard input");
        assertThatThrownBy(() -> RecordIndex.openSources(List.of(stream)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("standard input");
    }
}
