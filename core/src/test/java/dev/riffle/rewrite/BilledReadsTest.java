package dev.riffle.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordFiles;
import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import dev.riffle.RecordWriterOptions;
import dev.riffle.index.RecordIndex;
import dev.riffle.io.BilledSource;
import dev.riffle.io.ByteSink;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import dev.riffle.io.CountingSource;
import dev.riffle.io.SampleBytes;
import dev.riffle.scan.ParallelScan;
import dev.riffle.shard.RecordOutput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Reads from remote storage receive at most 1.1 times the bytes that they need, and 64 KiB. {@link BilledSource} counts
 * the bytes that a server sends.
 */
class BilledReadsTest {

    private static final int COUNT = 9000;
    private static final int PAYLOAD = 1000;
    private static final long FRAME = PAYLOAD + 16;
    private static final byte[] FILE = file();

    private final BilledSource source = billed(FILE);

    private static byte[] file() {
        byte[][] payloads = new byte[COUNT][];
        for (int i = 0; i < COUNT; i++) {
            payloads[i] = SampleBytes.random(PAYLOAD, i);
        }
        return RecordFiles.tfRecords(payloads);
    }

    private static BilledSource billed(byte[] file) {
        return new BilledSource(ByteSource.of(Bytes.ofOwned(file), "remote.tfrecord"));
    }

    private static void assertSent(BilledSource source, long needed) {
        assertThat(source.sent()).isBetween(needed, needed + needed / 10 + (64 << 10));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void aCountReceivesTheFileOnce(int threads) throws IOException {
        assertThat(ParallelScan.of(source).threads(threads).count()).isEqualTo(COUNT);

        assertSent(source, FILE.length);
        assertThat(source.requests()).isLessThan(20);
    }

    /** A split begins inside a record, so a scan of large records must not read the rest of many records in vain. */
    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void aCountOfLargeRecordsReceivesTheFileOnce(int threads) throws IOException {
        Random random = new Random(threads);
        for (int[] sizes : List.of(
                random.ints(20, 2_000_000, 2_000_001).toArray(),
                random.ints(60, 0, 1_500_000).toArray(),
                IntStream.concat(random.ints(9000, 0, 2000), random.ints(8, 1 << 20, 8 << 20))
                        .toArray())) {
            byte[][] payloads = IntStream.range(0, sizes.length)
                    .mapToObj(i -> SampleBytes.random(sizes[i], i))
                    .toArray(byte[][]::new);
            byte[] file = RecordFiles.tfRecords(payloads);
            BilledSource large = billed(file);

            assertThat(ParallelScan.of(large).threads(threads).count()).isEqualTo(sizes.length);

            assertSent(large, file.length);
        }
    }

    @Test
    void aCountOfCompressedRecordsReceivesTheFileOnce() throws IOException {
        byte[] gzip = RecordFiles.write(
                RecordWriterOptions.defaults().compression(Compression.GZIP),
                Bytes.ofOwned(FILE).toByteArray());
        BilledSource compressed = billed(gzip);

        assertThat(ParallelScan.of(compressed).threads(2).count()).isEqualTo(1);

        assertSent(compressed, gzip.length);
        assertThat(compressed.requests()).isEqualTo(2);
    }

    /** A reader does not know how many records its caller reads, but still requests few bytes in vain. */
    @ParameterizedTest
    @ValueSource(ints = {1, 10, 100, 1000, 5000, COUNT})
    void theFirstRecordsReceiveFewMoreBytes(int records) throws IOException {
        try (RecordReader reader = RecordReader.open(source)) {
            for (int i = 0; i < records; i++) {
                assertThat(reader.next()).isTrue();
            }
        }

        assertSent(source, records * FRAME);
    }

    @Test
    void anAnnouncedReadIsOneRequestAfterTheDetection() throws IOException {
        long count = 0;
        try (RecordReader reader = RecordReader.open(source)) {
            reader.willReadTo(Long.MAX_VALUE);
            while (reader.next()) {
                count++;
            }
        }

        assertThat(count).isEqualTo(COUNT);
        assertThat(source.sent()).isEqualTo(FILE.length);
        assertThat(source.requests()).isEqualTo(2);
    }

    @Test
    void aSeekReceivesOnlyTheRecordsAfterIt() throws IOException {
        try (RecordReader reader = RecordReader.open(
                source,
                RecordReaderOptions.defaults().format(RecordFormat.TFRECORD).compression(Compression.NONE))) {
            reader.seek(5000 * FRAME, 5000);
            assertThat(reader.next()).isTrue();
            assertThat(reader.payloadBytes()).isEqualTo(SampleBytes.random(PAYLOAD, 5000));
        }

        assertSent(source, FRAME);
        assertThat(source.requests()).isEqualTo(1);
    }

    @Test
    void anIndexReceivesTheFileOnceAndThenSingleRecords() throws IOException {
        try (RecordIndex index = RecordIndex.openSources(List.of(source))) {
            assertSent(source, FILE.length);

            source.reset();
            assertThat(index.get(777).toByteArray()).isEqualTo(SampleBytes.random(PAYLOAD, 777));
            assertThat(source.sent()).isEqualTo(FRAME);
            assertThat(source.requests()).isEqualTo(1);
        }
    }

    @Test
    void anIndexOfACompressedFileReceivesTheBytesAroundARecord() throws IOException {
        byte[][] payloads = new byte[COUNT][];
        for (int i = 0; i < COUNT; i++) {
            payloads[i] = SampleBytes.random(PAYLOAD, i);
        }
        BilledSource compressed =
                billed(RecordFiles.write(RecordWriterOptions.defaults().compression(Compression.GZIP), payloads));
        try (RecordIndex index = RecordIndex.openSources(List.of(compressed))) {
            compressed.reset();

            assertThat(index.get(777).toByteArray()).isEqualTo(payloads[777]);

            // An access point is at most every 1 MiB, so these bytes are needed.
            assertSent(compressed, 1 << 20);
        }
    }

    @Test
    void adjacentRecordsAreAFewRequests() throws IOException {
        try (RecordIndex index = RecordIndex.openSources(List.of(source))) {
            source.reset();
            long[] adjacent = LongStream.range(4000, 4100).toArray();

            List<Bytes> records = index.getAll(adjacent);

            assertThat(records.get(99).toByteArray()).isEqualTo(SampleBytes.random(PAYLOAD, 4099));
            assertSent(source, 100 * FRAME);
            assertThat(source.requests()).isLessThanOrEqualTo(3);

            source.reset();
            assertThat(index.range(4000, 4100)).hasSize(100).contains(records.get(57));
            assertSent(source, 100 * FRAME);
            assertThat(source.requests()).isLessThanOrEqualTo(3);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 50, 100, 2000})
    void adjacentRecordsOneByOneAreAFewRequests(int records) throws IOException {
        try (RecordIndex index = RecordIndex.openSources(List.of(source))) {
            source.reset();
            for (int i = 0; i < records; i++) {
                assertThat(index.get(3000 + i).toByteArray()).isEqualTo(SampleBytes.random(PAYLOAD, 3000 + i));
            }
            assertSent(source, records * FRAME);
            assertThat(source.requests()).isLessThanOrEqualTo(records <= 100 ? 3 : 25);
        }
    }

    /** A source without ranges, such as a file of another file system, opens once and reads on. */
    @Test
    void aSourceWithoutRangesOpensOnce() throws IOException {
        CountingSource plain = new CountingSource(ByteSource.of(Bytes.ofOwned(FILE), "plain"));
        try (RecordReader reader = RecordReader.open(plain)) {
            assertThat(reader.stream()).hasSize(COUNT);
        }
        assertThat(plain.opened()).isEqualTo(1);
        assertThat(plain.read()).isEqualTo(FILE.length);
    }

    @Test
    void recordsFarFromEachOtherReceiveNoBytesBetweenThem() throws IOException {
        try (RecordIndex index = RecordIndex.openSources(List.of(source))) {
            source.reset();
            long[] every90th = LongStream.range(0, 100).map(i -> i * 90).toArray();

            List<Bytes> records = index.getAll(every90th);

            assertThat(records.get(9).toByteArray()).isEqualTo(SampleBytes.random(PAYLOAD, 810));
            assertSent(source, 100 * FRAME);
        }
    }

    @Test
    void aSliceReceivesTheFileUpToItsEnd() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        RecordRewrite.of(List.of(source))
                .slice(100, 600, RecordOutput.sink(ByteSink.of(out, "slice"), RecordWriterOptions.defaults()));

        assertThat(out.toByteArray()).hasSize((int) (500 * FRAME));
        assertSent(source, 600 * FRAME);
    }
}
