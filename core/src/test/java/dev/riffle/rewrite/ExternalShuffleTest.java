package dev.riffle.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.CorruptRecordException;
import dev.riffle.DamagePolicy;
import dev.riffle.Progress;
import dev.riffle.ProgressEvents;
import dev.riffle.RecordFiles;
import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import dev.riffle.RecordWriterOptions;
import dev.riffle.Rounds;
import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import dev.riffle.io.CountingSource;
import dev.riffle.shard.RecordInput;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.ShardNames;
import dev.riffle.shard.WrittenShard;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests shuffles of sets of any size with little memory. */
class ExternalShuffleTest {

    private static final long LEAST = ExternalShuffle.LEAST_MEMORY_BYTES;
    private static final RecordWriterOptions PLAIN =
            RecordWriterOptions.defaults().withoutSync();

    @TempDir
    Path directory;

    private Path temporary;

    private Path temporary() throws IOException {
        if (temporary == null) {
            temporary = Files.createDirectory(directory.resolve("temporary"));
        }
        return temporary;
    }

    private static byte[] payload(long number, int size) {
        byte[] payload = new byte[size];
        new Random(number).nextBytes(payload);
        return payload;
    }

    private static byte[][] payloads(int count, int size) {
        return IntStream.range(0, count).mapToObj(i -> payload(i, size)).toArray(byte[][]::new);
    }

    private static byte[][] randomPayloads(Random random, int count, int max) {
        return IntStream.range(0, count)
                .mapToObj(i -> payload(random.nextLong(), random.nextInt(max)))
                .toArray(byte[][]::new);
    }

    private static List<Bytes> expected(long seed, byte[]... payloads) {
        ShuffleKeys keys = new ShuffleKeys(seed);
        return LongStream.range(0, payloads.length)
                .boxed()
                .sorted(Comparator.comparing(keys::of, Long::compareUnsigned))
                .map(number -> Bytes.copyOf(payloads[number.intValue()]))
                .toList();
    }

    private static List<Bytes> records(Path file) throws IOException {
        try (RecordReader reader = RecordReader.open(file)) {
            return reader.stream().toList();
        }
    }

    private ExternalShuffle shuffle(long seed, byte[]... payloads) throws IOException {
        return shuffle(seed, input(payloads));
    }

    private ExternalShuffle shuffle(long seed, RecordInput input) throws IOException {
        return ExternalShuffle.of(input, seed).temporaryDirectory(temporary()).memory(LEAST);
    }

    private static RecordInput input(byte[]... payloads) {
        return RecordInput.of(List.of(RecordFiles.source(RecordFiles.tfRecords(payloads))));
    }

    private ShuffleReport toFile(ExternalShuffle shuffle) throws IOException {
        return shuffle.writeTo(RecordOutput.file(directory.resolve("out"), PLAIN.overwrite()));
    }

    private void assertNoTemporaryFiles() throws IOException {
        assertThat(temporary()).isEmptyDirectory();
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files.map(file -> String.valueOf(file.getFileName()))).allMatch(name -> !name.startsWith("."));
        }
    }

    @Test
    void keepsTheOrderOfASeedInEveryVersion() {
        ShuffleKeys keys = new ShuffleKeys(42);
        List<Long> order = LongStream.range(0, 12)
                .boxed()
                .sorted(Comparator.comparing(keys::of, Long::compareUnsigned))
                .toList();
        assertThat(order).isEqualTo(List.of(ORDER_OF_42));
        assertThat(keys.of(0)).isEqualTo(FIRST_KEY_OF_42);
        assertThat(keys.of(1L << 40)).isEqualTo(FAR_KEY_OF_42);
    }

    private static final Long[] ORDER_OF_42 = {4L, 11L, 0L, 8L, 6L, 7L, 3L, 10L, 1L, 9L, 2L, 5L};
    private static final long FIRST_KEY_OF_42 = 0x738aa37ecfcecb10L;
    private static final long FAR_KEY_OF_42 = 0x904cf16a4ec8e840L;

    @ParameterizedTest
    @ValueSource(longs = {LEAST, LEAST + 1, 100_000, 1 << 18, 1 << 20, 1L << 40})
    void keepsTheOrderWithAnyMemoryLimit(long memory) throws IOException {
        long seed = Rounds.seed("external shuffle");
        byte[][] payloads = randomPayloads(new Random(seed), 3000, 400);
        CountingSpill steps = new CountingSpill(-1);
        ShuffleReport report = toFile(shuffle(seed, payloads).memory(memory).steps(steps));
        assertThat(records(directory.resolve("out"))).as("seed " + seed).isEqualTo(expected(seed, payloads));
        assertThat(report.records()).isEqualTo(3000);
        assertThat(report.memoryBytes()).isLessThanOrEqualTo(memory);
        assertThat(steps.files() == 0).isEqualTo(memory >= 1 << 20);
        assertNoTemporaryFiles();
    }

    @Test
    void keepsTheOrderWithAnyShards() throws IOException {
        long seed = Rounds.seed("external shuffle");
        Random random = new Random(seed);
        byte[][] payloads = randomPayloads(random, 2000, 300);
        for (int files = 1; files < 8; files++) {
            int[] cuts = IntStream.concat(
                            IntStream.of(0, payloads.length), random.ints(files - 1, 0, payloads.length + 1))
                    .sorted()
                    .toArray();
            List<ByteSource> sources = new ArrayList<>();
            for (int i = 0; i < files; i++) {
                sources.add(
                        RecordFiles.source(RecordFiles.tfRecords(Arrays.copyOfRange(payloads, cuts[i], cuts[i + 1]))));
            }
            toFile(ExternalShuffle.of(sources, 7).memory(LEAST).temporaryDirectory(temporary()));
            assertThat(records(directory.resolve("out"))).as("seed " + seed).isEqualTo(expected(7, payloads));
        }
    }

    @Test
    void writesShardsOfEqualRecordCounts() throws IOException {
        byte[][] payloads = payloads(1001, 200);
        ShardNames names = ShardNames.of(directory.resolve("s"), 4);
        ShuffleReport report = shuffle(3, payloads).writeTo(RecordOutput.shards(names, PLAIN));
        List<Bytes> found = new ArrayList<>();
        for (Path path : names.paths()) {
            found.addAll(records(path));
        }
        assertThat(found).isEqualTo(expected(3, payloads));
        assertThat(report.written()).extracting(WrittenShard::records).containsExactly(251L, 250L, 250L, 250L);
    }

    /**
     * Checks that all orders of four records are about equally likely, by a chi-squared test with 23 degrees of
     * freedom.
     */
    @Test
    void producesAllOrdersWithEqualProbability() {
        Map<List<Integer>, Integer> times = new HashMap<>();
        int seeds = 240_000;
        for (long seed = 0; seed < seeds; seed++) {
            ShuffleKeys keys = new ShuffleKeys(seed);
            List<Integer> order = Stream.of(0, 1, 2, 3)
                    .sorted(Comparator.comparing(i -> keys.of(i), Long::compareUnsigned))
                    .toList();
            times.merge(order, 1, Integer::sum);
        }
        assertThat(times).hasSize(24);
        double each = seeds / 24.0;
        double chiSquare = times.values().stream()
                .mapToDouble(count -> (count - each) * (count - each) / each)
                .sum();
        assertThat(chiSquare).isLessThan(56);
    }

    /** Checks that each record of a long set has the same probability for each position in the result. */
    @Test
    void producesAllPlacesWithEqualProbability() {
        int places = 64;
        int[] times = new int[places];
        int seeds = 2_000;
        for (long seed = 0; seed < seeds; seed++) {
            ShuffleKeys keys = new ShuffleKeys(seed << 32);
            for (long number = 0; number < 100; number++) {
                times[(int) (keys.of(number) >>> 58)]++;
            }
        }
        double each = 100.0 * seeds / places;
        double chiSquare = Arrays.stream(times)
                .mapToDouble(count -> (count - each) * (count - each) / each)
                .sum();
        assertThat(chiSquare).isLessThan(125);
    }

    @Test
    void shufflesAnEmptySet() throws IOException {
        ShuffleReport report = toFile(shuffle(1));
        assertThat(report.records()).isZero();
        assertThat(records(directory.resolve("out"))).isEmpty();
        toFile(ExternalShuffle.of(List.of(), 1).temporaryDirectory(temporary()));
        assertThat(records(directory.resolve("out"))).isEmpty();
    }

    @Test
    void shufflesEmptyRecords() throws IOException {
        byte[][] payloads = payloads(200_000, 0);
        ShuffleReport report = toFile(shuffle(1, payloads));
        assertThat(records(directory.resolve("out"))).hasSize(200_000).containsOnly(Bytes.empty());
        assertThat(report.memoryBytes()).isLessThanOrEqualTo(LEAST);
    }

    /**
     * Shuffles records of sizes from 0 to six times the memory. The records of some keys are much larger than other
     * records.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shufflesRecordsLargerThanTheMemory(long seed) throws IOException {
        Random random = new Random(seed);
        byte[][] payloads = IntStream.range(0, 300)
                .mapToObj(i -> payload(
                        random.nextLong(),
                        random.nextInt(40) == 0
                                ? random.nextInt((int) (6 * LEAST))
                                : (int) Math.exp(random.nextDouble() * 9)))
                .toArray(byte[][]::new);
        ShuffleReport report = toFile(shuffle(seed, payloads));
        assertThat(records(directory.resolve("out"))).isEqualTo(expected(seed, payloads));
        assertThat(report.memoryBytes()).isLessThanOrEqualTo(LEAST);
        assertNoTemporaryFiles();
    }

    /**
     * Shuffles streams and compressed files. Their uncompressed size is unknown, so the shuffle divides large buckets
     * again.
     */
    @Test
    void shufflesASetMuchLargerThanExpected() throws IOException {
        byte[][] payloads = IntStream.range(0, 4_000)
                .mapToObj(i -> ("number " + i + " ".repeat(3000)).getBytes(StandardCharsets.US_ASCII))
                .toArray(byte[][]::new);
        byte[] gzip = RecordFiles.write(PLAIN.compression(Compression.GZIP), payloads);
        assertThat(gzip.length).isLessThan(4_000 * 3016 / 20);
        for (ByteSource source :
                List.of(RecordFiles.source(gzip), ByteSource.of(new ByteArrayInputStream(gzip), "stream"))) {
            CountingSpill steps = new CountingSpill(-1);
            ShuffleReport report = toFile(ExternalShuffle.of(List.of(source), 5)
                    .memory(LEAST)
                    .temporaryDirectory(temporary())
                    .steps(steps));
            assertThat(records(directory.resolve("out"))).isEqualTo(expected(5, payloads));
            assertThat(report.memoryBytes()).isLessThanOrEqualTo(LEAST);
            // The first pass creates at most 64 buckets. Their average size exceeds the memory.
            assertThat(steps.files()).isGreaterThan(2 * 64);
            assertThat(report.temporaryBytesRead()).isEqualTo(report.temporaryBytesWritten());
            assertNoTemporaryFiles();
        }
    }

    /** Counts the bytes in the file operations, independently of the shuffle. */
    @ParameterizedTest
    @ValueSource(ints = {1, 9, 100, 4_000})
    void readsAndWritesAtMostTwiceTheBytes(int size) throws IOException {
        int count = (int) (4 * LEAST / (size + 16)) + 1;
        byte[][] payloads = payloads(count, size);
        byte[] file = RecordFiles.tfRecords(payloads);
        assertThat((long) file.length).isGreaterThanOrEqualTo(4 * LEAST);
        CountingSource source = new CountingSource(ByteSource.of(Bytes.copyOf(file), "counted"));
        CountingSpill steps = new CountingSpill(-1);
        ShuffleReport report = toFile(ExternalShuffle.of(List.of(source), 1)
                .memory(LEAST)
                .temporaryDirectory(temporary())
                .steps(steps));
        long out = Files.size(directory.resolve("out"));
        assertThat(out).isEqualTo(file.length);
        assertThat(source.read() + steps.read()).isLessThan(2L * file.length);
        assertThat(steps.written() + out).isLessThan(2L * file.length);
        assertThat(report.temporaryBytesRead()).isEqualTo(steps.read());
        assertThat(report.temporaryBytesWritten()).isEqualTo(steps.written());
        assertThat(report.bytesWritten()).isEqualTo(steps.written() + out);
        assertThat(report.bytesRead()).isEqualTo(file.length + steps.read());
        assertThat(report.memoryBytes()).isLessThanOrEqualTo(LEAST);
    }

    @Test
    void keepsTheFirstRecordsOfTheOrderInMemory() throws IOException {
        byte[][] payloads = payloads(400, 600);
        ShuffleReport report = toFile(shuffle(1, payloads));
        assertThat(report.inputBytes()).isGreaterThan(3 * LEAST);
        assertThat(report.temporaryBytesWritten()).isLessThan(report.inputBytes() - LEAST / 3);
        assertThat(records(directory.resolve("out"))).isEqualTo(expected(1, payloads));
    }

    @Test
    void readsAndWritesAtMostTwiceTheBytesOfALargeSet() throws IOException {
        byte[][] payloads = payloads(20_000, 60);
        byte[] file = RecordFiles.tfRecords(payloads);
        assertThat((long) file.length).isGreaterThan(20 * LEAST);
        ShuffleReport report = toFile(shuffle(1, payloads));
        assertThat(report.bytesRead()).isLessThan(2L * file.length);
        assertThat(report.bytesWritten()).isLessThan(2L * file.length);
        assertThat(records(directory.resolve("out"))).isEqualTo(expected(1, payloads));
    }

    @Test
    void leavesNoFilesWhenAnyStepFails() throws IOException {
        byte[][] payloads = payloads(1_200, 100);
        int failures = 0;
        for (int failing = 0; ; failing += Rounds.step(7)) {
            CountingSpill steps = new CountingSpill(failing);
            Path out = directory.resolve("out" + failing);
            try {
                shuffle(1, payloads).steps(steps).writeTo(RecordOutput.file(out, PLAIN));
                assertThat(steps.hasFailed()).isFalse();
                break;
            } catch (IOException e) {
                assertThat(steps.hasFailed()).isTrue();
                assertThat(e)
                        .hasMessageContaining(".tmp: disk full; free some space")
                        .hasMessageContaining("use another temporary directory");
                failures++;
            }
            assertThat(out).doesNotExist();
            assertNoTemporaryFiles();
        }
        assertThat(failures).isGreaterThan(40);
        assertNoTemporaryFiles();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void detectsDamagedTemporaryFiles(boolean cut) throws IOException {
        byte[][] payloads = payloads(1_500, 100);
        SpillSteps damaging = new SpillSteps() {
            @Override
            ReadableByteChannel read(Path file) throws IOException {
                byte[] bytes = Files.readAllBytes(file);
                if (cut) {
                    Files.write(file, Arrays.copyOf(bytes, bytes.length - 1));
                } else {
                    bytes[bytes.length / 2] ^= 4;
                    Files.write(file, bytes);
                }
                return super.read(file);
            }
        };
        Path out = directory.resolve("never");
        assertThatThrownBy(() -> shuffle(1, payloads).steps(damaging).writeTo(RecordOutput.file(out, PLAIN)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("damaged temporary file")
                .hasMessageContaining("no output was written");
        assertThat(out).doesNotExist();
        assertNoTemporaryFiles();
    }

    /**
     * Damages temporary files, also while the shuffle divides a bucket. The division uses records before it reads the
     * end of the file.
     */
    @Test
    void survivesHostileTemporaryFiles() throws IOException {
        long seed = Rounds.seed("external shuffle");
        Random random = new Random(seed);
        for (int round = 0; round < Rounds.count(60); round++) {
            byte[][] payloads = IntStream.range(0, 40)
                    .mapToObj(i -> payload(i, random.nextInt(20_000)))
                    .toArray(byte[][]::new);
            SpillSteps damaging = new SpillSteps() {
                @Override
                ReadableByteChannel read(Path file) throws IOException {
                    byte[] bytes = Files.readAllBytes(file);
                    for (int i = 0; i < 20; i++) {
                        bytes[random.nextInt(Math.min(bytes.length, 1 + random.nextInt(bytes.length)))] ^=
                                (byte) (1 + random.nextInt(255));
                    }
                    Files.write(file, bytes);
                    return super.read(file);
                }
            };
            Path out = directory.resolve("never" + round);
            byte[] gzip = RecordFiles.write(PLAIN.compression(Compression.GZIP), payloads);
            assertThatThrownBy(() -> ExternalShuffle.of(List.of(RecordFiles.source(gzip)), random.nextLong())
                            .memory(LEAST)
                            .temporaryDirectory(temporary())
                            .steps(damaging)
                            .writeTo(RecordOutput.file(out, PLAIN)))
                    .as("seed " + seed)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("damaged");
            assertThat(out).doesNotExist();
            assertNoTemporaryFiles();
        }
    }

    @Test
    void leavesNoFilesWhenTheOutputFails() throws IOException {
        byte[][] payloads = payloads(1_500, 100);
        Path out = directory.resolve("no such directory/out");
        assertThatThrownBy(() -> shuffle(1, payloads).writeTo(RecordOutput.file(out, PLAIN)))
                .isInstanceOf(IOException.class);
        assertNoTemporaryFiles();
    }

    @Test
    void failsAtDamageOrSkipsIt() throws IOException {
        byte[][] payloads = payloads(1_500, 100);
        byte[] file = RecordFiles.tfRecords(payloads);
        file[700 * 116 + 50] ^= 1;
        RecordInput damaged = RecordInput.of(List.of(RecordFiles.source(file)));
        assertThatThrownBy(() -> toFile(shuffle(1, damaged))).isInstanceOf(CorruptRecordException.class);
        assertThat(directory.resolve("out")).doesNotExist();
        assertNoTemporaryFiles();
        int[] regions = {0};
        toFile(shuffle(
                1, damaged.reading(RecordReaderOptions.defaults().damage(DamagePolicy.skip(region -> regions[0]++)))));
        byte[][] whole = IntStream.range(0, payloads.length)
                .filter(i -> i != 700)
                .mapToObj(i -> payloads[i])
                .toArray(byte[][]::new);
        assertThat(records(directory.resolve("out"))).isEqualTo(expected(1, whole));
        assertThat(regions[0]).isEqualTo(1);
    }

    @Test
    void shufflesOfRecords() throws IOException {
        byte[][] payloads = LongStream.range(0, 20_000)
                .mapToObj(i -> Example.of(Map.of("a", Feature.of(i))).toByteArray(Dialect.ONEFLOW))
                .toArray(byte[][]::new);
        RecordWriterOptions ofRecord = PLAIN.format(RecordFormat.OFRECORD);
        byte[] file = RecordFiles.write(ofRecord, payloads);
        ShuffleReport report = ExternalShuffle.of(List.of(RecordFiles.source(file)), 1)
                .memory(LEAST)
                .temporaryDirectory(temporary())
                .writeTo(RecordOutput.file(directory.resolve("out"), ofRecord));
        assertThat(records(directory.resolve("out"))).isEqualTo(expected(1, payloads));
        assertThat(report.bytesRead()).isLessThan(2L * file.length);
    }

    @Test
    void rejectsMixedFormats() throws IOException {
        List<ByteSource> mixed =
                List.of(RecordFiles.source(RecordFiles.GOLDEN), RecordFiles.source(RecordFiles.GOLDEN_OFRECORD));
        assertThatThrownBy(() -> toFile(ExternalShuffle.of(mixed, 1).temporaryDirectory(temporary())))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is OFRecord, but memory is TFRecord; read the files of each format separately");
    }

    @Test
    void rejectsTooLittleMemoryAndMissingDirectories() throws IOException {
        assertThatThrownBy(() -> shuffle(1).memory(LEAST - 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("bytes must be at least 65536, or -1 (Riffle chooses): 65535");
        assertThatThrownBy(() -> toFile(shuffle(1).temporaryDirectory(directory.resolve("no"))))
                .hasMessageContaining("no such directory for temporary files; create it first");
    }

    @Test
    void readingIsHalfOfTheWork() throws IOException {
        ProgressEvents events = new ProgressEvents();
        RecordInput input = input(payloads(5000, 10)).progress(events);
        toFile(shuffle(1, input));
        long bytes = input.sources().get(0).size().getAsLong();
        assertThat(events.last()).isEqualTo(new Progress(5000, bytes, OptionalLong.of(bytes), true));
        assertThat(events.all())
                .filteredOn(progress -> progress.records() == 0)
                .hasSizeGreaterThan(10)
                .allMatch(progress -> progress.bytes() <= bytes / 2);
        assertThat(events.all())
                .filteredOn(progress -> progress.records() > 0)
                .hasSizeGreaterThan(10)
                .allMatch(progress -> progress.bytes() >= bytes / 2);
    }

    @Test
    void deletesTemporaryFilesWhenInterrupted() throws IOException {
        byte[][] payloads = payloads(3_000, 100);
        int[] calls = {0};
        try {
            assertThatThrownBy(() -> toFile(shuffle(1, input(payloads).progress(progress -> {
                        if (++calls[0] == 8) {
                            Thread.currentThread().interrupt();
                        }
                    }))))
                    .isInstanceOf(ClosedByInterruptException.class);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(directory.resolve("out")).doesNotExist();
        assertNoTemporaryFiles();
    }
}
