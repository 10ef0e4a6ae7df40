package dev.riffle.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.RecordFiles;
import dev.riffle.RecordFormat;
import dev.riffle.RecordWriterOptions;
import dev.riffle.Rounds;
import dev.riffle.example.Example;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.SampleBytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Reads records by number from files that are not mapped. All results equal those of mapped files. */
class UnmappedIndexTest extends RecordIndexTest {

    private static final IndexOptions MAPPED = IndexOptions.defaults().withMapping();
    private static final IndexOptions UNMAPPED =
            IndexOptions.defaults().withoutMapping().concurrentReads(3);

    @Override
    IndexOptions options() {
        return UNMAPPED;
    }

    private Path write(String name, byte[]... payloads) throws IOException {
        return Files.write(directory.resolve(name), RecordFiles.tfRecords(payloads));
    }

    private static RecordIndex open(IndexOptions options, Path... files) throws IOException {
        return RecordIndex.open(List.of(files), options);
    }

    @FunctionalInterface
    private interface Reading {
        Object of(RecordIndex index) throws IOException;
    }

    /** Returns the result or the failure. */
    private static String outcome(RecordIndex index, Reading reading) {
        try {
            return String.valueOf(reading.of(index));
        } catch (IOException | RuntimeException e) {
            return e.toString();
        }
    }

    private static void assertSame(RecordIndex mapped, RecordIndex unmapped, String name) {
        for (long i = 0; i < mapped.size(); i++) {
            long record = i;
            assertThat(outcome(unmapped, index -> index.get(record)))
                    .as("%s record %d", name, i)
                    .isEqualTo(outcome(mapped, index -> index.get(record)));
        }
        long[] all = IntStream.range(0, (int) mapped.size())
                .mapToLong(i -> mapped.size() - 1 - i)
                .toArray();
        assertThat(outcome(unmapped, index -> index.getAll(all)))
                .as(name)
                .isEqualTo(outcome(mapped, index -> index.getAll(all)));
        assertThat(outcome(unmapped, index -> index.range(0, index.size()).toList()))
                .as(name)
                .isEqualTo(outcome(mapped, index -> index.range(0, index.size()).toList()));
    }

    @Test
    void mapsNoFile() throws IOException {
        for (int size : new int[] {10, 300_000}) {
            Path file = write("file" + size, new byte[size]);
            try (RecordIndex mapped = open(MAPPED, file);
                    RecordIndex chosen = open(IndexOptions.defaults(), file);
                    RecordIndex unmapped = open(UNMAPPED, file)) {
                assertThat(List.of(mapped, chosen, unmapped)).allMatch(RecordIndex::readsAhead);
                assertThat(mapped.recordsAhead()).isEqualTo(64);
                assertThat(chosen.recordsAhead()).isEqualTo(64);
                assertThat(unmapped.recordsAhead()).isEqualTo(256);
            }
        }
    }

    /** Sizes around the largest range that is read at once, and records that together exceed what is read ahead. */
    @Test
    void readsRecordsOfAllSizes() throws IOException {
        int[] sizes = IntStream.concat(
                        IntStream.of(0, 1, (1 << 20) - 17, (1 << 20) - 16, (1 << 20) - 15, 9 << 20),
                        IntStream.range(0, 200).map(i -> i * 1000))
                .toArray();
        byte[][] payloads = IntStream.of(sizes)
                .mapToObj(size -> SampleBytes.random(size, size))
                .toArray(byte[][]::new);
        Path file = write("sizes", payloads);
        try (RecordIndex mapped = open(MAPPED, file);
                RecordIndex unmapped = open(UNMAPPED, file)) {
            assertThat(mapped.get(5).size()).isEqualTo(9 << 20);
            assertSame(mapped, unmapped, "sizes");
        }
    }

    @Test
    void returnsARecordTwiceInOneCall() throws IOException {
        Path file = write("twice", new byte[] {1}, new byte[] {2});
        try (RecordIndex index = open(UNMAPPED, file)) {
            assertThat(index.getAll(1, 0, 1, 1).toString())
                    .isEqualTo(List.of(index.get(1), index.get(0), index.get(1), index.get(1))
                            .toString());
        }
    }

    @ParameterizedTest
    @MethodSource("dev.riffle.BuiltInFormats#all")
    void reportsDamageLikeAMappedFile(RecordFormat format) throws IOException {
        byte[] content = format == RecordFormat.TFRECORD
                ? RecordFiles.tfRecords(new byte[] {1, 2, 3}, new byte[0], new byte[70], new byte[] {0})
                : RecordFiles.write(
                        RecordWriterOptions.defaults().format(format),
                        Bytes.ofHex("0a0c0a016112070a050a03616263").toByteArray(),
                        Bytes.ofHex("0a0c0a016112070a050a03616200").toByteArray());
        for (int at = 0; at < content.length; at++) {
            Path file = Files.write(directory.resolve("flipped" + at), content);
            try (RecordIndex mapped = open(MAPPED, file);
                    RecordIndex unmapped = open(UNMAPPED, file);
                    FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                for (int bit = 0; bit < 8; bit++) {
                    channel.write(ByteBuffer.wrap(new byte[] {(byte) (content[at] ^ 1 << bit)}), at);
                    assertSame(mapped, unmapped, "bit " + bit + " of byte " + at);
                }
            }
            Files.write(file, content);
            try (RecordIndex mapped = open(MAPPED, file);
                    RecordIndex unmapped = open(UNMAPPED, file);
                    FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                channel.truncate(at);
                assertSame(mapped, unmapped, "cut at " + at);
            }
        }
    }

    @Test
    void returnsTheOldRecordsOfAReplacedFile() throws IOException {
        Path file = write("replaced", new byte[] {1}, new byte[] {2});
        try (RecordIndex index = open(UNMAPPED, file)) {
            Files.move(write("other", new byte[] {3}, new byte[] {4}), file, StandardCopyOption.REPLACE_EXISTING);
            assertThat(index.get(0).toByteArray()).containsExactly(1);
            Files.delete(file);
            assertThat(index.get(1).toByteArray()).containsExactly(2);
        }
    }

    @Test
    void findsKeysLikeAMappedFile() throws IOException {
        byte[][] examples = IntStream.range(0, 300)
                .mapToObj(i -> Example.builder().put("id", i % 100).build().toByteArray())
                .toArray(byte[][]::new);
        Path file = write("keys", examples);
        try (RecordIndex mapped = open(MAPPED.key("id"), file);
                RecordIndex unmapped = open(UNMAPPED.key("id"), file)) {
            for (long key = 0; key <= 100; key++) {
                assertThat(unmapped.findAll(key)).isEqualTo(mapped.findAll(key)).hasSize(key < 100 ? 3 : 0);
            }
        }
    }

    /** Many threads read and read ahead, and some of them are interrupted at any time: no read fails. */
    @Test
    void readsForManyThreadsAndInterruptedOnes() throws Exception {
        List<Path> files = new ArrayList<>();
        List<Bytes> expected = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            byte[][] payloads = new byte[400][];
            for (int k = 0; k < payloads.length; k++) {
                payloads[k] = SampleBytes.random(k, i);
                expected.add(Bytes.ofOwned(payloads[k]));
            }
            files.add(write("file" + i, payloads));
        }
        long seed = Rounds.seed("unmapped index");
        ExecutorService pool = Executors.newFixedThreadPool(6);
        try (RecordIndex index = RecordIndex.open(files, UNMAPPED)) {
            List<Future<?>> running = new ArrayList<>();
            for (int t = 0; t < 6; t++) {
                Random random = new Random(seed + t);
                boolean interrupts = t % 2 == 0;
                running.add(pool.submit(() -> {
                    for (int round = 0; round < 200; round++) {
                        long[] some = random.longs(20, 0, expected.size()).toArray();
                        if (interrupts) {
                            Thread.currentThread().interrupt();
                        }
                        List<Bytes> read = index.getAll(some);
                        Bytes last = index.get(some[0]);
                        assertThat(Thread.interrupted()).isEqualTo(interrupts);
                        for (int i = 0; i < some.length; i++) {
                            assertThat(read.get(i)).as("seed %d", seed).isEqualTo(expected.get((int) some[i]));
                        }
                        assertThat(last).isEqualTo(read.get(0));
                    }
                    return null;
                }));
            }
            for (Future<?> each : running) {
                each.get();
            }
        } finally {
            pool.shutdownNow();
        }
    }

    /** Closes an index while threads read: each gets its record or the exception of a closed index. */
    @Test
    void closesDuringReads() throws Exception {
        Path file = write("closed", SampleBytes.random(1000, 1), SampleBytes.random(2000, 2));
        for (int round = 0; round < Rounds.count(100); round++) {
            RecordIndex index = open(UNMAPPED, file);
            Bytes first = index.get(0);
            ExecutorService pool = Executors.newFixedThreadPool(4);
            try {
                List<Future<?>> running = new ArrayList<>();
                for (int t = 0; t < 4; t++) {
                    running.add(pool.submit(() -> {
                        while (true) {
                            assertThat(index.getAll(0, 1).get(0)).isEqualTo(first);
                        }
                    }));
                }
                index.get(1);
                index.close();
                for (Future<?> each : running) {
                    assertThatThrownBy(each::get).cause().isInstanceOf(IllegalStateException.class);
                }
            } finally {
                pool.shutdownNow();
            }
        }
    }

    @Test
    void mapsFilesUpToHalfOfTheMemory() {
        assertThat(IndexOpening.fits(100, OptionalLong.of(200))).isTrue();
        assertThat(IndexOpening.fits(101, OptionalLong.of(200))).isFalse();
        assertThat(IndexOpening.fits(Long.MAX_VALUE, OptionalLong.empty())).isTrue();
    }

    @Test
    void needsAReadAtATime() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IndexOptions.defaults().concurrentReads(0))
                .withMessage("concurrentReads must be positive, or -1 (Riffle chooses): 0");
    }

    @Test
    void readsOtherSourcesAsBefore() throws IOException {
        ByteSource memory = RecordFiles.source(RecordFiles.GOLDEN);
        try (RecordIndex index =
                RecordIndex.openSources(List.of(memory, ByteSource.of(write("a", new byte[7]))), UNMAPPED)) {
            assertThat(index.getAll(3, 0).get(0).size()).isEqualTo(7);
        }
    }
}
