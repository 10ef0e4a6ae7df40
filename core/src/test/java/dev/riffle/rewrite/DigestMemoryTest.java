package dev.riffle.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.RecordReaderOptions;
import dev.riffle.RecordWriterOptions;
import dev.riffle.Rounds;
import dev.riffle.example.Example;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import dev.riffle.rewrite.RecordDifference.Side;
import dev.riffle.shard.RecordInput;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.ShardNames;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests deduplications and comparisons of more records than the memory holds. */
class DigestMemoryTest {

    private static final long LEAST = ExternalShuffle.LEAST_MEMORY_BYTES;
    private static final RecordWriterOptions PLAIN =
            RecordWriterOptions.defaults().withoutSync();
    private static final int RECORDS = 90_000;

    @TempDir
    Path directory;

    private Path temporary = Path.of("");

    @BeforeEach
    void createDirectory() throws IOException {
        temporary = Files.createDirectory(directory.resolve("temporary"));
    }

    private static Bytes record(int number) {
        return Bytes.ofUtf8("record " + number);
    }

    /** Returns many different records, some of them several times, and one record in masses. */
    private static List<Bytes> mixed(Random random, int count) {
        return random.ints(count, 0, count)
                .mapToObj(i -> record(i % 6 == 0 ? 0 : i))
                .toList();
    }

    private Path file(String name, Compression compression, List<Bytes> payloads) throws IOException {
        Path file = directory.resolve(name);
        RewriteFiles.write(file, PLAIN.compression(compression), payloads);
        Files.setLastModifiedTime(file, FileTime.from(Instant.EPOCH));
        return file;
    }

    /** Returns the records in three files. */
    private RecordInput input(String name, List<Bytes> payloads) throws IOException {
        int third = payloads.size() / 3;
        return RecordInput.of(List.of(
                        ByteSource.of(file(name + 1, Compression.NONE, payloads.subList(0, third))),
                        ByteSource.of(file(name + 2, Compression.GZIP, payloads.subList(third, 2 * third))),
                        ByteSource.of(file(name + 3, Compression.NONE, payloads.subList(2 * third, payloads.size())))))
                .reading(RecordReaderOptions.defaults().threads(2));
    }

    private RecordRewrite rewrite(RecordInput input, SpillSteps steps) {
        return RecordRewrite.of(input)
                .memory(LEAST)
                .temporaryDirectory(temporary)
                .steps(steps);
    }

    private SetDiff diff(RecordInput left, RecordInput right, SpillSteps steps) {
        return SetDiff.of(left, right)
                .memory(LEAST)
                .temporaryDirectory(temporary)
                .steps(steps);
    }

    private void assertNoTemporaryFiles() throws IOException {
        assertThat(temporary).isEmptyDirectory();
        RewriteFiles.assertNothingHidden(directory);
    }

    @ParameterizedTest
    @ValueSource(longs = {LEAST, 1 << 18, 1L << 40})
    void keepsTheFirstRecordsWithAnyMemory(long memory) throws IOException {
        Random random = new Random(Rounds.seed("digest memory"));
        List<Bytes> payloads = mixed(random, RECORDS);
        List<Bytes> kept = new ArrayList<>();
        List<Bytes> duplicates = new ArrayList<>();
        Set<Bytes> seen = new HashSet<>();
        payloads.forEach(payload -> (seen.add(payload) ? kept : duplicates).add(payload));
        CountingSpill steps = new CountingSpill(-1);
        RecordRewrite rewrite = rewrite(input("in", payloads), steps).memory(memory);
        Path out = directory.resolve("out");
        ShardNames dropped = ShardNames.of(directory.resolve("dropped"), 2);
        DedupeReport report = rewrite.dedupe(
                DistinctBy.payload(), RecordOutput.file(out, PLAIN), RecordOutput.shards(dropped, PLAIN));
        assertThat(RewriteFiles.read(out)).isEqualTo(kept);
        List<Bytes> left = new ArrayList<>(RewriteFiles.read(dropped.path(0)));
        left.addAll(RewriteFiles.read(dropped.path(1)));
        assertThat(left).isEqualTo(duplicates);
        assertThat(report.duplicates()).isEqualTo(duplicates.size());
        assertThat(rewrite.countDuplicates(DistinctBy.payload()))
                .isEqualTo(new DedupeReport(RECORDS, duplicates.size(), 0, List.of()));
        assertThat(steps.files() == 0).isEqualTo(memory > RECORDS * 48L);
        if (memory == LEAST) {
            // Both calls need files for a second level, in addition to the 32 files of the first level.
            assertThat(steps.files()).isGreaterThan(2 * (32 + 32));
        }
        assertThat(temporary).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(longs = {LEAST, 1 << 18, 1L << 40})
    void findsTheSameDifferencesWithAnyMemory(long memory) throws IOException {
        Random random = new Random(Rounds.seed("digest memory"));
        RecordInput left = input("left", mixed(random, RECORDS));
        RecordInput right = input("right", mixed(random, RECORDS));
        List<RecordDifference> expected = new ArrayList<>();
        DiffReport counts = SetDiff.of(left, right).asBags(expected::add);
        assertThat(counts.missing()).isPositive();
        CountingSpill steps = new CountingSpill(-1);
        List<RecordDifference> found = new ArrayList<>();
        assertThat(diff(left, right, steps).memory(memory).asBags(found::add)).isEqualTo(counts);
        assertThat(found).isEqualTo(expected);
        assertThat(steps.files() == 0).isEqualTo(memory > RECORDS * 96L);
        assertNoTemporaryFiles();
    }

    /** Divides parts several times. The table of a part holds some dozen digests. */
    @Test
    void dividesPartsUntilTheirTablesFit() throws IOException {
        Random random = new Random(Rounds.seed("digest memory"));
        long[] highs = random.longs(3_000).toArray();
        CountingSpill steps = new CountingSpill(-1);
        RecordMarks first = new RecordMarks();
        RecordMarks expected = new RecordMarks();
        Set<Long> seen = new HashSet<>();
        try (SpillFolder folder = new SpillFolder(temporary, steps)) {
            DigestParts parts = new DigestParts(folder, 4 << 10, () -> 0);
            for (int i = 0; i < 10_000; i++) {
                long high = i % 2 == 0 ? 42 : highs[random.nextInt(highs.length)];
                parts.add(high, high * 31, i);
                first.add(false);
                expected.add(seen.add(high));
            }
            parts.run((table, high, low, number) -> {
                if (table.add(high, low)) {
                    first.mark(number);
                }
            });
            assertThat(first.count()).isEqualTo(seen.size());
            for (int i = 0; i < 10_000; i++) {
                assertThat(first.isMarked(i)).isEqualTo(expected.isMarked(i));
            }
            // Three levels of four parts have 84 files.
            assertThat(steps.files()).isGreaterThan(84);
        }
        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void endsWithMassesOfEqualRecords() throws IOException {
        List<Bytes> same = new ArrayList<>(Collections.nCopies(100_000, record(1)));
        same.add(record(2));
        CountingSpill steps = new CountingSpill(-1);
        RecordRewrite rewrite = rewrite(input("in", same), steps);
        assertThat(rewrite.countDuplicates(DistinctBy.payload()).duplicates()).isEqualTo(99_999);
        assertThat(steps.files()).isBetween(1, 2);
        List<RecordDifference> found = new ArrayList<>();
        DiffReport report = diff(input("left", same), input("right", same.subList(50_000, same.size())), steps)
                .limit(3)
                .asBags(found::add);
        assertThat(report).isEqualTo(new DiffReport(100_001, 50_001, 50_001, 50_000, 0, 0, 0, 0, 0));
        assertThat(found)
                .extracting(one -> one.left().map(Side::number).orElse(-1L))
                .containsExactly(0L, 1L, 2L);
        assertNoTemporaryFiles();
    }

    @ParameterizedTest
    @EnumSource(DistinctBy.Missing.class)
    void keepsOrDropsRecordsWithoutKey(DistinctBy.Missing missing) throws IOException {
        List<Bytes> payloads = IntStream.range(0, 20_000)
                .mapToObj(i -> Example.builder().put(i % 2 == 0 ? "k" : "other", i / 4))
                .map(example -> Bytes.copyOf(example.build().toByteArray()))
                .toList();
        RecordRewrite rewrite = rewrite(input("in", payloads), new SpillSteps());
        DistinctBy by = DistinctBy.features(List.of("k")).missing(missing);
        if (missing == DistinctBy.Missing.FAIL) {
            assertThatThrownBy(() -> rewrite.countDuplicates(by))
                    .hasMessageContaining("in1: record 1 at offset")
                    .hasMessageContaining(": missing one or more of the features k");
            return;
        }
        Path out = directory.resolve("out");
        DedupeReport report = rewrite.dedupe(by, RecordOutput.file(out, PLAIN));
        assertThat(report.duplicates()).isEqualTo(5_000);
        assertThat(report.withoutKey()).isEqualTo(10_000);
        assertThat(RewriteFiles.read(out)).hasSize(missing == DistinctBy.Missing.KEEP ? 15_000 : 5_000);
    }

    @Test
    void copiesStreamsToTemporaryFiles() throws IOException {
        List<Bytes> payloads = mixed(new Random(1), 5_000);
        Path file = file("in", Compression.GZIP, payloads);
        Path out = directory.resolve("out");
        CountingSpill steps = new CountingSpill(-1);
        try (InputStream in = Files.newInputStream(file)) {
            rewrite(RecordInput.of(List.of(ByteSource.of(in, "stream"))), steps)
                    .dedupe(DistinctBy.payload(), RecordOutput.file(out, PLAIN));
        }
        assertThat(RewriteFiles.read(out))
                .isEqualTo(payloads.stream().distinct().toList());
        assertThat(steps.written()).isGreaterThan(Files.size(file));
        assertNoTemporaryFiles();
        List<RecordDifference> found = new ArrayList<>();
        try (InputStream in = Files.newInputStream(file)) {
            diff(RecordInput.of(List.of(ByteSource.of(in, "stream"))), RecordInput.of(List.of()), steps)
                    .limit(1)
                    .asBags(found::add);
        }
        assertThat(found.get(0).left().orElseThrow().file()).isEqualTo("stream");
        assertNoTemporaryFiles();
    }

    /** Lists the changes of a file between the passes. */
    enum Change {
        OTHER_BYTES,
        MORE_RECORDS,
        NEW_FILE;

        void of(Path file, Path other) throws IOException {
            byte[] content = Files.readAllBytes(file);
            switch (this) {
                case OTHER_BYTES -> Files.write(file, content);
                case MORE_RECORDS -> Files.write(file, Files.readAllBytes(other));
                case NEW_FILE -> {
                    Files.move(file, other);
                    Files.write(file, content);
                    Files.setLastModifiedTime(file, FileTime.from(Instant.EPOCH));
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void detectsAFileThatChangesBetweenThePasses(Change change) throws IOException {
        List<Bytes> payloads = mixed(new Random(1), 10_000);
        Path file = file("in", Compression.NONE, payloads);
        List<Bytes> longer = Stream.concat(payloads.stream(), payloads.stream()).toList();
        Path out = directory.resolve("out");
        List<Callable<Object>> operations = List.of(
                () -> rewrite(RecordInput.of(List.of(ByteSource.of(file))), changing(change, file, longer))
                        .dedupe(DistinctBy.payload(), RecordOutput.file(out, PLAIN)),
                () -> diff(
                                RecordInput.of(List.of(ByteSource.of(file))),
                                RecordInput.of(List.of()),
                                changing(change, file, longer))
                        .asBags(difference -> {}));
        for (Callable<Object> operation : operations) {
            file("in", Compression.NONE, payloads);
            assertThatThrownBy(operation::call)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("in: changed during the operation; run again when no process changes it");
            assertThat(out).doesNotExist();
            assertNoTemporaryFiles();
        }
    }

    /** Returns steps that change a file after the first pass, when the operation reads its first temporary file. */
    private SpillSteps changing(Change change, Path file, List<Bytes> longer) {
        return new SpillSteps() {
            private boolean changed;

            @Override
            ReadableByteChannel read(Path spilled) throws IOException {
                if (!changed) {
                    changed = true;
                    Path other = file("other", Compression.NONE, longer);
                    if (change == Change.NEW_FILE) {
                        Files.delete(other);
                    }
                    change.of(file, other);
                }
                return super.read(spilled);
            }
        };
    }

    @Test
    void leavesNoFilesWhenAnyStepFails() throws IOException {
        RecordInput input = input("in", mixed(new Random(1), 6_000));
        int failures = 0;
        for (int failing = 0; ; failing += Rounds.step(29)) {
            CountingSpill steps = new CountingSpill(failing);
            Path out = directory.resolve("out" + failing);
            try {
                rewrite(input, steps).dedupe(DistinctBy.payload(), RecordOutput.file(out, PLAIN));
                assertThat(steps.hasFailed()).isFalse();
                break;
            } catch (IOException e) {
                assertThat(steps.hasFailed()).isTrue();
                assertThat(e).hasMessageContaining(".tmp: disk full; free some space");
                failures++;
            }
            assertThat(out).doesNotExist();
            assertNoTemporaryFiles();
        }
        assertThat(failures).isGreaterThan(10);
        assertNoTemporaryFiles();
    }

    @Test
    void detectsDamagedTemporaryFiles() throws IOException {
        Random random = new Random(Rounds.seed("digest memory"));
        RecordInput input = input("in", mixed(random, 20_000));
        SpillSteps damaging = new SpillSteps() {
            @Override
            ReadableByteChannel read(Path file) throws IOException {
                byte[] bytes = Files.readAllBytes(file);
                for (int i = 0; i < 20; i++) {
                    bytes[random.nextInt(bytes.length)] ^= (byte) (1 + random.nextInt(255));
                }
                Files.write(file, bytes);
                return super.read(file);
            }
        };
        for (int round = 0; round < Rounds.count(10); round++) {
            assertThatThrownBy(() -> rewrite(input, damaging).countDuplicates(DistinctBy.payload()))
                    .hasMessageContaining("damaged temporary file");
            assertThatThrownBy(() -> diff(input, input, damaging).asBags(difference -> {}))
                    .hasMessageContaining("damaged temporary file");
            assertNoTemporaryFiles();
        }
    }

    @Test
    void checksTheFreeSpaceFirst() throws IOException {
        RecordInput input = input("in", mixed(new Random(1), 20_000));
        CountingSpill full = new CountingSpill(-1) {
            @Override
            long freeBytes(Path place) {
                return 100_000;
            }
        };
        Path out = directory.resolve("out");
        String message = "temporary: temporary files need about ";
        String remedy = " bytes, and the disk has 100000 free; free some space, or use another temporary directory";
        assertThatThrownBy(() -> rewrite(input, full).dedupe(DistinctBy.payload(), RecordOutput.file(out, PLAIN)))
                .hasMessageContainingAll(message, remedy);
        assertThatThrownBy(() -> diff(input, input, full).asBags(difference -> {}))
                .hasMessageContainingAll(message, remedy);
        assertThatThrownBy(() -> ExternalShuffle.of(input, 1)
                        .memory(LEAST)
                        .temporaryDirectory(temporary)
                        .steps(full)
                        .writeTo(RecordOutput.file(out, PLAIN)))
                .hasMessageContainingAll(message, remedy);
        assertThat(full.files()).isZero();
        assertThat(out).doesNotExist();
        assertNoTemporaryFiles();
    }

    @Test
    void writesTemporaryFilesBesideTheOutputOrElseTheInput() throws IOException {
        RecordInput input = input("in", mixed(new Random(1), 10_000));
        Set<Path> places = new HashSet<>();
        SpillSteps steps = new SpillSteps() {
            @Override
            void create(Path file) throws IOException {
                places.add(file.getParent());
                super.create(file);
            }
        };
        RecordRewrite rewrite = RecordRewrite.of(input).memory(LEAST).steps(steps);
        rewrite.countDuplicates(DistinctBy.payload());
        assertThat(places).containsExactly(directory);
        places.clear();
        rewrite.dedupe(DistinctBy.payload(), RecordOutput.file(temporary.resolve("out"), PLAIN));
        assertThat(places).containsExactly(temporary);
        places.clear();
        SetDiff.of(input, input).memory(LEAST).steps(steps).asBags(difference -> {});
        assertThat(places).containsExactly(directory);
        places.clear();
        ShardNames names = ShardNames.of(temporary.resolve("shuffled"), 2);
        ExternalShuffle.of(input, 1).memory(LEAST).steps(steps).writeTo(RecordOutput.shards(names, PLAIN));
        assertThat(places).containsExactly(temporary);
    }

    @Test
    void rejectsMoreKeysThanTheMemoryHolds() throws IOException {
        List<Bytes> payloads = IntStream.range(0, 5_000)
                .mapToObj(i -> Example.builder().put("k", i).build().toByteArray())
                .map(Bytes::copyOf)
                .toList();
        RecordInput many = input("many", payloads);
        RecordInput few = input("few", payloads.subList(0, 30));
        String message = " records need more than the memory limit of 65536 bytes; raise the limit, compare the sets as"
                + " bags, or join them with SQL";
        for (SetDiff diff : List.of(diff(many, few, new SpillSteps()), diff(few, many, new SpillSteps()))) {
            assertThatThrownBy(() -> diff.byKey(List.of("k"), difference -> {}))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("the keys of the first ")
                    .hasMessageEndingWith(message);
            assertThat(diff.memory(1 << 20)
                            .byKey(List.of("k"), difference -> {})
                            .equal())
                    .isEqualTo(30);
        }
    }
}
