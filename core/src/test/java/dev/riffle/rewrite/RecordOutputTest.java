package dev.riffle.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.CorruptRecordException;
import dev.riffle.DamagePolicy;
import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.Rounds;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Compression;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.SetManifest;
import dev.riffle.shard.ShardNames;
import dev.riffle.shard.WrittenShard;
import dev.riffle.shard.internal.OutputPlan;
import dev.riffle.shard.internal.SetOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecordOutputTest {

    private static final RecordWriterOptions OPTIONS =
            RecordWriterOptions.defaults().withoutSync();

    @TempDir
    Path directory;

    private Path prefix() {
        return directory.resolve("train");
    }

    private Path input(String name, List<String> records) throws IOException {
        return input(name, records, OPTIONS);
    }

    private Path input(String name, List<String> records, RecordWriterOptions options) throws IOException {
        Path path = directory.resolve(name);
        RecordWriter.write(path, options, writer -> {
            for (String each : records) {
                writer.write(each);
            }
        });
        return path;
    }

    private static List<String> numbered(int count) {
        return Stream.iterate(0, i -> i + 1)
                .limit(count)
                .map(i -> "record " + i)
                .toList();
    }

    private static List<String> read(Path path) throws IOException {
        List<String> records = new ArrayList<>();
        try (RecordReader reader = RecordReader.open(path)) {
            while (reader.next()) {
                records.add(new String(reader.payloadBytes(), StandardCharsets.UTF_8));
            }
        }
        return records;
    }

    private static List<String> readAll(List<WrittenShard> shards) throws IOException {
        List<String> records = new ArrayList<>();
        for (WrittenShard shard : shards) {
            List<String> its = read(Path.of(shard.name()));
            assertThat(shard.records()).isEqualTo(its.size());
            records.addAll(its);
        }
        return records;
    }

    private static List<Long> counts(RewriteReport report) {
        return report.written().stream().map(WrittenShard::records).toList();
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private static RecordRewrite on(Path... inputs) {
        return RecordRewrite.of(Stream.of(inputs).map(ByteSource::of).toList());
    }

    @Test
    void mergesSeveralFiles() throws Exception {
        RewriteReport report = on(input("a", numbered(3)), input("b", List.of()), input("c", numbered(2)))
                .copyTo(RecordOutput.file(directory.resolve("all"), OPTIONS));
        assertThat(report.recordsRead()).isEqualTo(5);
        assertThat(readAll(report.written()))
                .containsExactly("record 0", "record 1", "record 2", "record 0", "record 1");
        assertThat(names()).containsExactly("a", "all", "b", "c");
        assertThatThrownBy(
                        () -> on(directory.resolve("a")).copyTo(RecordOutput.file(directory.resolve("all"), OPTIONS)))
                .isInstanceOf(FileAlreadyExistsException.class);
    }

    @ParameterizedTest
    @CsvSource({"0,1", "0,3", "1,3", "10,3", "9,3", "5,10", "1,1"})
    void dividesTheRecordsEvenlyInOrder(int records, int shards) throws Exception {
        RewriteReport report = on(input("a", numbered(records / 2)), input("b", numbered(records - records / 2)))
                .copyTo(RecordOutput.shards(ShardNames.of(prefix(), shards), OPTIONS));
        List<Long> counts = counts(report);
        assertThat(counts).hasSize(shards);
        assertThat(counts.get(0) - counts.get(shards - 1)).isBetween(0L, 1L);
        assertThat(counts).isSortedAccordingTo((a, b) -> Long.compare(b, a));
        List<String> expected = new ArrayList<>(numbered(records / 2));
        expected.addAll(numbered(records - records / 2));
        assertThat(readAll(report.written())).isEqualTo(expected);
        assertThat(SetManifest.read(SetManifest.pathOf(ShardNames.of(prefix(), shards)))
                        .records())
                .isEqualTo(records);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 4, 5, 6, 11})
    void fillsShardsByRecordCountAcrossInputs(int records) throws Exception {
        RewriteReport report = on(input("a", numbered(records / 3)), input("b", numbered(records - records / 3)))
                .copyTo(RecordOutput.ofRecords(prefix(), ".x", 5, OPTIONS));
        assertThat(report.written()).hasSize(Math.max((records + 4) / 5, 1));
        assertThat(counts(report).subList(0, report.written().size() - 1)).allMatch(count -> count == 5);
        assertThat(readAll(report.written())).hasSize(records);
        assertThat(ShardNames.ofSet(report.written().stream()
                                .map(shard -> Path.of(shard.name()))
                                .toList())
                        .suffix())
                .isEqualTo(".x");
    }

    @ParameterizedTest
    @ValueSource(strings = {"NONE", "GZIP"})
    void fillsShardsBySize(String compression) throws Exception {
        long seed = Rounds.seed("set target");
        Random random = new Random(seed);
        List<Path> inputs = new ArrayList<>();
        List<String> all = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            List<String> records = new ArrayList<>();
            for (int k = random.nextInt(100); k > 0; k--) {
                records.add("x".repeat(random.nextInt(k == 7 ? 3000 : 300)));
            }
            all.addAll(records);
            inputs.add(input("in" + i, records, OPTIONS.compression(Compression.of(compression))));
        }
        long limit = 1000;
        RewriteReport report =
                on(inputs.toArray(new Path[0])).copyTo(RecordOutput.ofSize(prefix(), "", limit, OPTIONS));
        assertThat(readAll(report.written())).as("seed %d", seed).isEqualTo(all);
        // Computes the expected counts with a greedy loop.
        List<Long> expected = new ArrayList<>();
        long count = 0;
        long bytes = 0;
        for (String each : all) {
            long frame = each.length() + 16L;
            if (count > 0 && bytes + frame > limit) {
                expected.add(count);
                count = 0;
                bytes = 0;
            }
            count++;
            bytes += frame;
        }
        expected.add(count);
        assertThat(counts(report)).as("seed %d", seed).isEqualTo(expected);
    }

    @Test
    void fillsTheSameShardsRecordByRecord() throws Exception {
        for (RecordOutput target : List.of(
                RecordOutput.ofSize(directory.resolve("size"), "", 60, OPTIONS),
                RecordOutput.ofRecords(directory.resolve("records"), "", 3, OPTIONS),
                RecordOutput.shards(ShardNames.of(directory.resolve("even"), 3), OPTIONS))) {
            try (SetOutput output = OutputPlan.of(target).open(7)) {
                for (String each : numbered(7)) {
                    output.write(ByteBuffer.wrap(each.getBytes(StandardCharsets.UTF_8)));
                }
                List<WrittenShard> written = output.commit();
                assertThat(readAll(written)).isEqualTo(numbered(7));
                assertThat(written).hasSizeBetween(3, 4);
                assertThatThrownBy(() -> output.write(ByteBuffer.allocate(1)))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("the output is committed");
            }
        }
    }

    @Test
    void detectsAnInputThatChangesAfterTheCount() throws Exception {
        Path input = input("a", numbered(5));
        for (long counted : List.of(4L, 6L)) {
            RecordOutput target = RecordOutput.shards(ShardNames.of(prefix(), 2), OPTIONS);
            try (SetOutput output = OutputPlan.of(target).open(counted);
                    RecordReader reader = RecordReader.open(input)) {
                assertThatThrownBy(() -> {
                            while (output.copy(reader, Long.MAX_VALUE) > 0) {}
                            output.commit();
                        })
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("expected " + counted + " records in the input, found ");
                assertThatThrownBy(output::commit).isInstanceOf(IllegalStateException.class);
            }
            assertThat(names()).containsExactly("a");
        }
    }

    @Test
    void leavesNothingAtDamageUnlessSkipped() throws Exception {
        Path input = input("a", numbered(9));
        byte[] bytes = Files.readAllBytes(input);
        bytes[100] ^= 1;
        Files.write(input, bytes);
        AtomicLong reported = new AtomicLong();
        for (RecordOutput target : List.of(
                RecordOutput.file(directory.resolve("all"), OPTIONS),
                RecordOutput.ofSize(directory.resolve("size"), "", 50, OPTIONS),
                RecordOutput.ofRecords(directory.resolve("records"), "", 3, OPTIONS),
                RecordOutput.shards(ShardNames.of(prefix(), 3), OPTIONS))) {
            List<String> before = names();
            assertThatThrownBy(() -> on(input).copyTo(target)).isInstanceOf(CorruptRecordException.class);
            assertThat(names()).isEqualTo(before);
            reported.set(0);
            RewriteReport report = RecordRewrite.of(on(input)
                            .input()
                            .reading(RecordReaderOptions.defaults()
                                    .damage(DamagePolicy.skip(region -> reported.incrementAndGet()))))
                    .copyTo(target);
            assertThat(readAll(report.written())).hasSize(8);
            assertThat(reported).hasValue(1);
        }
    }

    @Test
    void rejectsExistingFilesBeforeTheWork() throws Exception {
        input("train-00001-of-00007", numbered(1));
        for (RecordOutput target : List.of(
                RecordOutput.ofSize(prefix(), "", 50, OPTIONS),
                RecordOutput.ofRecords(prefix(), "", 3, OPTIONS),
                RecordOutput.shards(ShardNames.of(prefix(), 7), OPTIONS))) {
            assertThatThrownBy(() -> OutputPlan.of(target).open(3))
                    .isInstanceOf(FileAlreadyExistsException.class)
                    .hasMessageContaining("train-00001-of-00007")
                    .hasMessageContaining("exists already");
        }
        assertThat(names()).containsExactly("train-00001-of-00007");
    }

    @Test
    void rejectsInvalidArguments() {
        assertThatThrownBy(() -> RecordOutput.ofSize(prefix(), "", 0, OPTIONS)).hasMessage("bytes must be positive: 0");
        assertThatThrownBy(() -> RecordOutput.ofRecords(prefix(), "", -1, OPTIONS))
                .hasMessage("records must be positive: -1");
        assertThatThrownBy(() -> RecordOutput.ofRecords(prefix(), "/x", 1, OPTIONS))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RecordOutput.shards(ShardNames.of(prefix(), 1), OPTIONS.inPlace()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("in place");
    }

    @Test
    void reportsTheProgressOfAllRecords() throws Exception {
        AtomicLong records = new AtomicLong();
        AtomicLong bytes = new AtomicLong();
        Path input = input("a", numbered(100));
        RecordRewrite.of(on(input).input().progress(progress -> {
                    records.set(progress.records());
                    bytes.set(progress.bytes());
                }))
                .copyTo(RecordOutput.ofRecords(prefix(), "", 7, OPTIONS));
        assertThat(records).hasValue(100);
        assertThat(bytes).hasValue(Files.size(input));
    }
}
