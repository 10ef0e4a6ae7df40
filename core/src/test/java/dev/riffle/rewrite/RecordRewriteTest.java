package dev.riffle.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.CorruptRecordException;
import dev.riffle.DamagePolicy;
import dev.riffle.Progress;
import dev.riffle.ProgressEvents;
import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import dev.riffle.RecordWriterOptions;
import dev.riffle.Rounds;
import dev.riffle.SkippedRegion;
import dev.riffle.example.Example;
import dev.riffle.filter.FeatureFilter;
import dev.riffle.io.ByteSink;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import dev.riffle.shard.RecordInput;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.RecordSet;
import dev.riffle.shard.ShardNames;
import dev.riffle.shard.WrittenShard;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares each operation with a simple model, and tests failures of operations. */
class RecordRewriteTest {

    private static final int ROUNDS = Rounds.count(60);

    @TempDir
    Path directory;

    private long seed;
    private Random random;
    private Path out;

    @BeforeEach
    void seed() {
        seed = Rounds.seed("rewrite");
        random = new Random(seed);
        out = directory.resolve("out");
    }

    /** The operations that have one output. */
    enum Operation {
        SLICE,
        SAMPLE_RATE,
        SAMPLE_COUNT,
        DEDUPE,
        FILTER,
        COPY;

        RewriteReport run(RecordRewrite rewrite, RecordOutput target) throws IOException {
            return switch (this) {
                case SLICE -> rewrite.slice(0, Long.MAX_VALUE, target);
                case SAMPLE_RATE -> rewrite.sample(1, 1, target);
                case SAMPLE_COUNT -> rewrite.sampleCount(1000, 1, target);
                case DEDUPE -> {
                    DedupeReport report = rewrite.dedupe(DistinctBy.payload(), target);
                    yield new RewriteReport(report.recordsRead(), report.written());
                }
                case FILTER -> rewrite.filter(FeatureFilter.parse("len(nothing) == 0"), target);
                case COPY -> rewrite.copyTo(target);
            };
        }
    }

    private RecordOutput target(RewriteFiles.Input input) {
        return RecordOutput.file(out, input.options().overwrite());
    }

    @Test
    void slicesLikeAList() throws IOException {
        for (int round = 0; round < ROUNDS; round++) {
            RewriteFiles.Input input = RewriteFiles.random(random, directory);
            int size = input.payloads().size();
            int from = random.nextInt(2 * size + 4) - size - 2;
            int to = random.nextInt(2 * size + 4) - size - 2;
            RewriteReport report = input.rewrite().slice(from, to, target(input));
            int first = Math.min(size, from < 0 ? Math.max(0, from + size) : from);
            int after = Math.max(first, Math.min(size, to < 0 ? Math.max(0, to + size) : to));
            assertThat(RewriteFiles.read(out))
                    .as("seed %d round %d: %d to %d of %d", seed, round, from, to, size)
                    .isEqualTo(input.payloads().subList(first, after));
            assertThat(report.recordsWritten()).isEqualTo(after - first);
        }
    }

    @Test
    void slicesOverSeveralFilesIntoShards() throws IOException {
        for (int round = 0; round < 20; round++) {
            RewriteFiles.Input input = RewriteFiles.random(random, directory);
            ShardNames names = ShardNames.of(directory.resolve("shards"), 3);
            int to = random.nextInt(input.payloads().size() + 1);
            input.rewrite().take(to, RecordOutput.shards(names, input.options().overwrite()));
            List<Bytes> read = new ArrayList<>();
            for (Path path : names.paths()) {
                if (Files.size(path) > 0) {
                    read.addAll(RewriteFiles.read(path));
                }
            }
            assertThat(read)
                    .as("seed %d round %d", seed, round)
                    .isEqualTo(input.payloads().subList(0, to));
        }
    }

    @Test
    void readsNothingAfterTheSlice() throws IOException {
        Path path = directory.resolve("in");
        List<Bytes> payloads = IntStream.range(0, 100)
                .mapToObj(i -> Bytes.ofUtf8("record " + i))
                .toList();
        RewriteFiles.write(path, RecordWriterOptions.defaults(), payloads);
        flip(path, (int) Files.size(path) - 1);
        RecordRewrite.of(List.of(ByteSource.of(path), ByteSource.of(directory.resolve("not there"))))
                .take(99, RecordOutput.file(out, RecordWriterOptions.defaults()));
        assertThat(RewriteFiles.read(out)).isEqualTo(payloads.subList(0, 99));
    }

    @Test
    void samplesByRecordNumberAndSeedOnly() throws IOException {
        for (int round = 0; round < ROUNDS; round++) {
            RewriteFiles.Input input = RewriteFiles.random(random, directory);
            long chosen = random.nextInt(5);
            double rate = random.nextInt(5) / 4.0;
            RewriteReport report = input.rewrite().sample(rate, chosen, target(input));
            List<Bytes> expected = new ArrayList<>();
            for (int i = 0; i < input.payloads().size(); i++) {
                if ((Sampling.hash(chosen, i) >>> 11) * 0x1p-53 < rate) {
                    expected.add(input.payloads().get(i));
                }
            }
            assertThat(RewriteFiles.read(out))
                    .as("seed %d round %d", seed, round)
                    .isEqualTo(expected);
            assertThat(report.recordsRead()).isEqualTo(input.payloads().size());
        }
    }

    @Test
    void samplesTheExpectedFraction() {
        int taken = 0;
        for (int i = 0; i < 100_000; i++) {
            taken += (Sampling.hash(7, i) >>> 11) * 0x1p-53 < 0.1 ? 1 : 0;
        }
        assertThat(taken).isBetween(9_600, 10_400);
    }

    @Test
    void choosesTheSameSampleFromFilesAndStreams() throws IOException {
        for (int round = 0; round < ROUNDS; round++) {
            RewriteFiles.Input input = RewriteFiles.random(random, directory);
            int count = random.nextInt(input.payloads().size() + 3);
            RewriteReport report = input.rewrite().sampleCount(count, round, target(input));
            List<Bytes> sample = RewriteFiles.read(out);
            assertThat(sample)
                    .as("seed %d round %d", seed, round)
                    .hasSize(Math.min(count, input.payloads().size()));
            assertThat(report.recordsRead()).isEqualTo(input.payloads().size());
            assertThat(isSubsequence(sample, input.payloads())).isTrue();

            List<ByteSource> streams = new ArrayList<>();
            for (ByteSource source : input.sources()) {
                streams.add(ByteSource.of(
                        new ByteArrayInputStream(Files.readAllBytes(Path.of(source.name()))), source.name()));
            }
            RecordRewrite.of(streams).sampleCount(count, round, target(input));
            assertThat(RewriteFiles.read(out))
                    .as("seed %d round %d", seed, round)
                    .isEqualTo(sample);
        }
    }

    private static boolean isSubsequence(List<Bytes> some, List<Bytes> all) {
        int at = 0;
        for (Bytes each : all) {
            at += at < some.size() && some.get(at).equals(each) ? 1 : 0;
        }
        return at == some.size();
    }

    @Test
    void samplesAllRecordsWithEqualProbability() {
        int[] times = new int[10];
        for (int seed = 0; seed < 10_000; seed++) {
            SmallestHashes chosen = new SmallestHashes(3);
            for (int i = 0; i < 10; i++) {
                chosen.offer(Sampling.hash(seed, i), i);
            }
            for (long number : chosen.numbers()) {
                times[(int) number]++;
            }
        }
        assertThat(Arrays.stream(times).boxed().toList()).allMatch(count -> count > 2_800 && count < 3_200);
    }

    @Test
    void keepsTheSmallestHashes() {
        for (int round = 0; round < 200; round++) {
            int most = random.nextInt(40);
            int offered = random.nextInt(100);
            SmallestHashes chosen = new SmallestHashes(most);
            List<long[]> all = new ArrayList<>();
            for (int i = 0; i < offered; i++) {
                long hash = random.nextInt(20);
                chosen.offer(hash, i);
                all.add(new long[] {hash, i});
            }
            all.sort((a, b) -> a[0] != b[0] ? Long.compare(a[0], b[0]) : Long.compare(a[1], b[1]));
            long[] expected =
                    all.stream().limit(most).mapToLong(each -> each[1]).sorted().toArray();
            assertThat(chosen.numbers()).as("seed %d round %d", seed, round).isEqualTo(expected);
        }
    }

    @Test
    void dedupesLikeASet() throws IOException {
        for (int round = 0; round < ROUNDS; round++) {
            RewriteFiles.Input input = RewriteFiles.random(random, directory);
            Path dropped = directory.resolve("dropped");
            DedupeReport report = input.rewrite()
                    .dedupe(
                            DistinctBy.payload(),
                            target(input),
                            RecordOutput.file(dropped, input.options().overwrite()));
            List<Bytes> kept = new ArrayList<>();
            List<Bytes> left = new ArrayList<>();
            Set<Bytes> seen = new HashSet<>();
            for (Bytes payload : input.payloads()) {
                (seen.add(payload) ? kept : left).add(payload);
            }
            assertThat(RewriteFiles.read(out))
                    .as("seed %d round %d", seed, round)
                    .isEqualTo(kept);
            assertThat(RewriteFiles.read(dropped)).isEqualTo(left);
            assertThat(report.duplicates()).isEqualTo(left.size());
            assertThat(input.rewrite().countDuplicates(DistinctBy.payload()))
                    .isEqualTo(new DedupeReport(input.payloads().size(), left.size(), 0, List.of()));
        }
    }

    @ParameterizedTest
    @EnumSource
    void dedupesByFeatures(DistinctBy.Missing missing) throws IOException {
        for (int round = 0; round < 30; round++) {
            RewriteFiles.Input input = RewriteFiles.random(random, directory);
            boolean absent = random.nextInt(4) == 0;
            DistinctBy by = DistinctBy.features(absent ? List.of("n", "absent") : List.of("n", "x"))
                    .missing(missing);
            if (absent && missing == DistinctBy.Missing.FAIL) {
                assertThatThrownBy(() -> input.rewrite().dedupe(by, target(input)))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("record 0 at offset 0: missing one or more of the features n, absent");
                continue;
            }
            DedupeReport report = input.rewrite().dedupe(by, target(input));
            Set<List<Object>> seen = new HashSet<>();
            List<Bytes> kept = new ArrayList<>();
            for (Bytes payload : input.payloads()) {
                Example example = Example.parse(
                        payload.toByteArray(),
                        input.sources().isEmpty()
                                ? dev.riffle.example.Dialect.TENSORFLOW
                                : RewriteFiles.dialect(input.rewrite().inputFormat()));
                if (absent
                        ? missing == DistinctBy.Missing.KEEP
                        : seen.add(List.of(example.feature("n"), example.feature("x")))) {
                    kept.add(payload);
                }
            }
            assertThat(RewriteFiles.read(out))
                    .as("seed %d round %d", seed, round)
                    .isEqualTo(kept);
            assertThat(report.withoutKey()).isEqualTo(absent ? input.payloads().size() : 0);
        }
    }

    @Test
    void comparesKeysByValue() throws IOException {
        Path path = directory.resolve("in");
        Bytes a = Bytes.copyOf(Example.builder()
                .put("k", Bytes.ofUtf8("a"), Bytes.ofUtf8("bc"))
                .put("z", 1)
                .build()
                .toByteArray());
        Bytes b = Bytes.copyOf(Example.builder()
                .put("k", Bytes.ofUtf8("ab"), Bytes.ofUtf8("c"))
                .build()
                .toByteArray());
        Bytes same = Bytes.copyOf(Example.builder()
                .put("z", 2)
                .put("k", Bytes.ofUtf8("a"), Bytes.ofUtf8("bc"))
                .build()
                .toByteArray());
        RewriteFiles.write(path, RecordWriterOptions.defaults(), List.of(a, b, same));
        RecordRewrite.of(List.of(ByteSource.of(path)))
                .dedupe(DistinctBy.features(List.of("k")), RecordOutput.file(out, RecordWriterOptions.defaults()));
        assertThat(RewriteFiles.read(out)).containsExactly(a, b);
    }

    @Test
    void storesDigestsAsASet() {
        DigestTable digests = DigestTable.ofDigests();
        Set<List<Long>> model = new HashSet<>();
        for (int i = 0; i < 200_000; i++) {
            long high = random.nextInt(4) == 0 ? 0 : random.nextLong() & 0xFF000000_000000FFL;
            long low = random.nextInt(100);
            boolean both = high == 0 && low == 0;
            assertThat(digests.add(high, low)).isEqualTo(model.add(List.of(high, both ? 1L : low)));
        }
    }

    @Test
    void filtersLikeAModel() throws IOException {
        for (int round = 0; round < ROUNDS; round++) {
            RewriteFiles.Input input = RewriteFiles.random(random, directory);
            FeatureFilter filter = FeatureFilter.parse("n == 3 and size(s) > 0 or x > 0.25");
            RecordFormat format = input.rewrite().inputFormat();
            List<Bytes> expected = input.payloads().stream()
                    .filter(payload ->
                            filter.dialect(RewriteFiles.dialect(format)).test(payload))
                    .toList();
            RewriteReport report = input.rewrite().filter(filter, target(input));
            assertThat(RewriteFiles.read(out))
                    .as("seed %d round %d", seed, round)
                    .isEqualTo(expected);
            assertThat(input.rewrite().countFiltered(filter))
                    .isEqualTo(new FilterCount(report.recordsRead(), expected.size()));
            RewriteReport others = input.rewrite().filterNot(filter, target(input));
            assertThat(others.recordsWritten()).isEqualTo(input.payloads().size() - expected.size());
        }
    }

    @Test
    void rejectsARecordOfAnotherTypeInAFilter() throws IOException {
        Path path = directory.resolve("in");
        RewriteFiles.write(
                path,
                RecordWriterOptions.defaults(),
                List.of(
                        Bytes.copyOf(Example.builder().put("n", 1).build().toByteArray()),
                        Bytes.copyOf(Example.builder().put("n", "one").build().toByteArray())));
        assertThatThrownBy(() -> RecordRewrite.of(List.of(ByteSource.of(path)))
                        .filter(FeatureFilter.parse("n == 1"), RecordOutput.file(out, RecordWriterOptions.defaults())))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("record 1 at offset ")
                .hasMessageEndingWith("feature \"n\" (bytes_list) cannot be compared with a number");
        assertThat(RewriteFiles.names(directory)).containsExactly("in");
    }

    @Test
    void appendsToFiles() throws IOException {
        for (int round = 0; round < ROUNDS; round++) {
            RewriteFiles.Input input = RewriteFiles.random(random, directory);
            List<Bytes> old = new ArrayList<>();
            for (int i = random.nextInt(300); i >= 0; i--) {
                old.add(RewriteFiles.message(random, input.rewrite().inputFormat()));
            }
            RewriteFiles.write(out, input.options(), old);
            byte[] before = Files.readAllBytes(out);
            RewriteReport report = input.rewrite().appendTo(out);
            List<Bytes> both = new ArrayList<>(old);
            both.addAll(input.payloads());
            assertThat(RewriteFiles.read(out))
                    .as("seed %d round %d", seed, round)
                    .isEqualTo(both);
            assertThat(report.recordsRead()).isEqualTo(input.payloads().size());
            assertThat(report.recordsWritten()).isEqualTo(both.size());
            long uncompressed = RecordRewrite.of(List.of(ByteSource.of(out)))
                    .copyTo(RecordOutput.sink(
                            nowhere(),
                            RecordWriterOptions.defaults()
                                    .format(input.rewrite().inputFormat())))
                    .written()
                    .get(0)
                    .bytes();
            assertThat(report.written().get(0).bytes()).isEqualTo(uncompressed);
            if (!isZlib(before)) {
                assertThat(Arrays.copyOf(Files.readAllBytes(out), before.length))
                        .isEqualTo(before);
            }
        }
        RewriteFiles.assertNothingHidden(directory);
    }

    private static boolean isZlib(byte[] file) {
        return file[0] == 0x78;
    }

    private static ByteSink nowhere() {
        return ByteSink.of(new ByteArrayOutputStream(), "nowhere");
    }

    @Test
    void appendsToAnEmptyFile() throws IOException {
        RewriteFiles.Input input = RewriteFiles.random(random, directory);
        Files.createFile(out);
        input.rewrite().appendTo(out);
        assertThat(RewriteFiles.read(out)).isEqualTo(input.payloads());
    }

    /** The content of a compressed file without records does not show its format. */
    @Test
    void appendsToAndFromCompressedFilesWithoutRecords() throws IOException {
        RecordWriterOptions ofRecord =
                RecordWriterOptions.defaults().format(RecordFormat.OFRECORD).compression(Compression.GZIP);
        List<Bytes> message = List.of(RewriteFiles.message(random, RecordFormat.OFRECORD));
        Path empty = directory.resolve("empty");
        Path more = directory.resolve("more");
        RewriteFiles.write(out, ofRecord, List.of());
        RewriteFiles.write(empty, ofRecord, List.of());
        RewriteFiles.write(more, ofRecord, message);

        RecordRewrite.of(List.of(ByteSource.of(empty), ByteSource.of(more))).appendTo(out);

        assertThat(RewriteFiles.read(out)).isEqualTo(message);
        try (RecordReader reader = RecordReader.open(out)) {
            assertThat(reader.format()).isEqualTo(RecordFormat.OFRECORD);
        }
        RecordRewrite.of(List.of(ByteSource.of(empty))).appendTo(out);
        assertThat(RewriteFiles.read(out)).isEqualTo(message);

        Path created = Files.createFile(directory.resolve("created"));
        RecordRewrite.of(List.of(ByteSource.of(empty), ByteSource.of(more))).appendTo(created);
        assertThat(RewriteFiles.read(created)).isEqualTo(message);

        Path zlib = directory.resolve("zlib");
        RewriteFiles.write(zlib, RecordWriterOptions.defaults().compression(Compression.ZLIB), List.of());
        assertThatThrownBy(() -> RecordRewrite.of(List.of(ByteSource.of(more))).appendTo(zlib))
                .isInstanceOf(IOException.class)
                .hasMessageEndingWith("compressed with ZLIB, but OFRecord files are uncompressed or GZIP");
    }

    @Test
    void appendsInPlace() throws IOException {
        List<Bytes> old = List.of(Bytes.ofUtf8("a"), Bytes.ofUtf8("b"));
        RewriteFiles.write(out, RecordWriterOptions.defaults(), old);
        Path more = directory.resolve("more");
        RewriteFiles.write(more, RecordWriterOptions.defaults().compression(Compression.GZIP), old);
        RewriteReport report = RecordRewrite.of(List.of(ByteSource.of(more))).appendInPlace(out);
        assertThat(RewriteFiles.read(out)).hasSize(4);
        assertThat(report)
                .isEqualTo(new RewriteReport(2, List.of(new WrittenShard(out.toString(), 4, Files.size(out)))));
        assertThatThrownBy(() -> RecordRewrite.of(List.of(ByteSource.of(out))).appendInPlace(more))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("compressed with GZIP, but only an uncompressed file can grow in place");
    }

    @Test
    void rejectsAppendsToADamagedFile() throws IOException {
        RewriteFiles.write(out, RecordWriterOptions.defaults(), List.of(Bytes.ofUtf8("a"), Bytes.ofUtf8("b")));
        Path more = directory.resolve("more");
        RewriteFiles.write(more, RecordWriterOptions.defaults(), List.of(Bytes.ofUtf8("c")));
        flip(out, 14);
        byte[] before = Files.readAllBytes(out);
        RecordRewrite rewrite = RecordRewrite.of(List.of(ByteSource.of(more)));
        assertThatThrownBy(() -> rewrite.appendTo(out)).isInstanceOf(CorruptRecordException.class);
        assertThatThrownBy(() -> rewrite.appendInPlace(out)).isInstanceOf(CorruptRecordException.class);
        assertThat(out).hasBinaryContent(before);
        assertThatThrownBy(() -> rewrite.appendTo(directory.resolve("none"))).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void keepsTheFileWhenTheInputIsDamaged() throws IOException {
        RewriteFiles.write(out, RecordWriterOptions.defaults(), List.of(Bytes.ofUtf8("a")));
        Path more = directory.resolve("more");
        RewriteFiles.write(more, RecordWriterOptions.defaults(), List.of(Bytes.ofUtf8("c"), Bytes.ofUtf8("d")));
        flip(more, (int) Files.size(more) - 1);
        byte[] before = Files.readAllBytes(out);
        RecordRewrite rewrite = RecordRewrite.of(List.of(ByteSource.of(more)));
        assertThatThrownBy(() -> rewrite.appendTo(out)).isInstanceOf(CorruptRecordException.class);
        assertThatThrownBy(() -> rewrite.appendInPlace(out)).isInstanceOf(CorruptRecordException.class);
        assertThat(out).hasBinaryContent(before);
        RewriteFiles.assertNothingHidden(directory);
    }

    @Test
    void recompressesFileByFile() throws IOException {
        for (int round = 0; round < ROUNDS; round++) {
            RewriteFiles.Input input = RewriteFiles.random(random, directory);
            RecordFormat format = input.rewrite().inputFormat();
            Compression compression =
                    RewriteFiles.COMPRESSIONS.get(random.nextInt(format == RecordFormat.OFRECORD ? 3 : 5));
            List<Path> paths = IntStream.range(0, input.sources().size())
                    .mapToObj(i -> directory.resolve("out" + i))
                    .toList();
            RewriteReport report = input.rewrite()
                    .recompress(
                            paths,
                            RecordWriterOptions.defaults()
                                    .compression(compression)
                                    .overwrite());
            for (int i = 0; i < paths.size(); i++) {
                assertThat(RewriteFiles.read(paths.get(i)))
                        .as("seed %d round %d", seed, round)
                        .isEqualTo(
                                RewriteFiles.read(Path.of(input.sources().get(i).name())));
            }
            assertThat(report.recordsWritten()).isEqualTo(input.payloads().size());
        }
        RewriteFiles.assertNothingHidden(directory);
    }

    @Test
    void recompressesAllFilesOrNone() throws IOException {
        Path good = directory.resolve("good");
        Path bad = directory.resolve("bad");
        RewriteFiles.write(good, RecordWriterOptions.defaults(), List.of(Bytes.ofUtf8("a")));
        RewriteFiles.write(bad, RecordWriterOptions.defaults(), List.of(Bytes.ofUtf8("b")));
        flip(bad, 14);
        Files.writeString(directory.resolve("x"), "old");
        RecordRewrite rewrite = RecordRewrite.of(List.of(ByteSource.of(good), ByteSource.of(bad)));
        List<Path> paths = List.of(directory.resolve("x"), directory.resolve("y"));
        RecordWriterOptions gzip = RecordWriterOptions.defaults().compression(Compression.GZIP);
        assertThatThrownBy(() -> rewrite.recompress(paths, gzip)).isInstanceOf(FileAlreadyExistsException.class);
        assertThatThrownBy(() -> rewrite.recompress(paths, gzip.overwrite()))
                .isInstanceOf(CorruptRecordException.class);
        assertThat(directory.resolve("x")).hasContent("old");
        assertThat(RewriteFiles.names(directory)).containsExactly("bad", "good", "x");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> rewrite.recompress(List.of(out), gzip))
                .withMessage("number of paths must equal the number of sources, 2: 1");
    }

    @ParameterizedTest
    @EnumSource
    void writesNothingAtDamage(Operation operation) throws IOException {
        Path path = damaged();
        assertThatThrownBy(() -> operation.run(
                        RecordRewrite.of(List.of(ByteSource.of(path))),
                        RecordOutput.file(out, RecordWriterOptions.defaults())))
                .isInstanceOf(CorruptRecordException.class)
                .hasMessageContaining(path.toString());
        assertThat(RewriteFiles.names(directory)).containsExactly("in");
    }

    @ParameterizedTest
    @EnumSource
    void skipsDamageIfConfigured(Operation operation) throws IOException {
        Path path = damaged();
        List<SkippedRegion> regions = new ArrayList<>();
        RewriteReport report = operation.run(
                RecordRewrite.of(RecordInput.of(List.of(ByteSource.of(path)))
                        .reading(RecordReaderOptions.defaults().damage(DamagePolicy.skip(regions::add)))),
                RecordOutput.file(out, RecordWriterOptions.defaults()));
        assertThat(report.recordsWritten()).isEqualTo(9);
        assertThat(regions).isNotEmpty();
    }

    private Path damaged() throws IOException {
        Path path = directory.resolve("in");
        RewriteFiles.write(
                path,
                RecordWriterOptions.defaults(),
                IntStream.range(0, 10)
                        .mapToObj(i -> Bytes.copyOf(
                                Example.builder().put("n", i).build().toByteArray()))
                        .toList());
        flip(path, (int) Files.size(path) / 2);
        return path;
    }

    private static void flip(Path path, int at) throws IOException {
        byte[] bytes = Files.readAllBytes(path);
        bytes[at] ^= 1;
        Files.write(path, bytes);
    }

    @ParameterizedTest
    @EnumSource
    void writesAnEmptyOutputForAnEmptyInput(Operation operation) throws IOException {
        Path empty = Files.createFile(directory.resolve("empty"));
        RewriteReport report = operation.run(
                RecordRewrite.of(List.of(ByteSource.of(empty))),
                RecordOutput.file(out, RecordWriterOptions.defaults()));
        assertThat(report.recordsWritten()).isZero();
        assertThat(out).isEmptyFile();
        RewriteReport none = operation.run(
                RecordRewrite.of(List.of()),
                RecordOutput.file(out, RecordWriterOptions.defaults().overwrite()));
        assertThat(none.recordsRead()).isZero();
    }

    /** A disk that becomes full at a given byte. */
    private static final class FullSink implements ByteSink {

        private final ByteSink sink;
        private final long room;

        FullSink(ByteSink sink, long room) {
            this.sink = sink;
            this.room = room;
        }

        @Override
        public String name() {
            return sink.name();
        }

        @Override
        public Output create() throws IOException {
            Output output = sink.create();
            return new Output() {
                private long written;

                @Override
                public int write(ByteBuffer source) throws IOException {
                    if (written + source.remaining() > room) {
                        throw new IOException("No space left on device");
                    }
                    int count = output.write(source);
                    written += count;
                    return count;
                }

                @Override
                public void sync() throws IOException {
                    output.sync();
                }

                @Override
                public void commit() throws IOException {
                    output.commit();
                }

                @Override
                public boolean isOpen() {
                    return output.isOpen();
                }

                @Override
                public void close() throws IOException {
                    output.close();
                }
            };
        }
    }

    @ParameterizedTest
    @EnumSource
    void keepsTheOldFileWhenTheDiskIsFull(Operation operation) throws IOException {
        Path path = directory.resolve("in");
        List<Bytes> payloads = IntStream.range(0, 40)
                .mapToObj(i -> Bytes.copyOf(Example.builder()
                        .put("n", i)
                        .put("s", Bytes.copyOf(new byte[20_000]))
                        .build()
                        .toByteArray()))
                .toList();
        RewriteFiles.write(path, RecordWriterOptions.defaults(), payloads);
        Files.writeString(out, "old");
        for (int room : new int[] {0, 1, 300_000, 700_000}) {
            assertThatThrownBy(() -> operation.run(
                            RecordRewrite.of(List.of(ByteSource.of(path))),
                            RecordOutput.sink(
                                    new FullSink(ByteSink.replacing(out), room), RecordWriterOptions.defaults())))
                    .hasMessage("No space left on device");
            assertThat(out).hasContent("old");
            assertThat(RewriteFiles.names(directory)).containsExactly("in", "out");
        }
    }

    @ParameterizedTest
    @EnumSource
    void rejectsAnExistingFile(Operation operation) throws IOException {
        Files.writeString(out, "old");
        RewriteFiles.Input input = RewriteFiles.random(random, directory);
        assertThatThrownBy(() -> operation.run(input.rewrite(), RecordOutput.file(out, input.options())))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThat(out).hasContent("old");
    }

    @Test
    void rejectsMixedFormats() throws IOException {
        Path one = directory.resolve("one");
        Path other = directory.resolve("other");
        RewriteFiles.write(
                one, RecordWriterOptions.defaults(), List.of(RewriteFiles.message(random, RecordFormat.TFRECORD)));
        RewriteFiles.write(
                other,
                RecordWriterOptions.defaults().format(RecordFormat.OFRECORD),
                List.of(RewriteFiles.message(random, RecordFormat.OFRECORD)));
        assertThatThrownBy(() -> RecordRewrite.of(List.of(ByteSource.of(one), ByteSource.of(other)))
                        .sample(1, 1, RecordOutput.file(out, RecordWriterOptions.defaults())))
                .isInstanceOf(IOException.class)
                .hasMessage(
                        other + ": is OFRecord, but " + one + " is TFRecord; read the files of each format separately");
    }

    @Test
    void aCompressedFileWithoutRecordsFitsEveryFormat() throws IOException {
        RecordWriterOptions options = RecordWriterOptions.defaults().format(RecordFormat.OFRECORD);
        Path empty = directory.resolve("empty");
        RewriteFiles.write(empty, options.compression(Compression.GZIP), List.of());
        Path full = directory.resolve("full");
        List<Bytes> payloads = List.of(RewriteFiles.message(random, RecordFormat.OFRECORD));
        RewriteFiles.write(full, options, payloads);

        RecordRewrite.of(RecordSet.of(List.of(empty, full, empty))).copyTo(RecordOutput.file(out, options));

        assertThat(RewriteFiles.read(out)).isEqualTo(payloads);
    }

    @Test
    void reportsAllRecordsAndBytes() throws IOException {
        Path path = directory.resolve("in");
        RewriteFiles.write(
                path,
                RecordWriterOptions.defaults(),
                IntStream.range(0, 10_000)
                        .mapToObj(i -> Bytes.ofUtf8("record " + i))
                        .toList());
        ProgressEvents events = new ProgressEvents();
        RecordRewrite.of(RecordInput.of(List.of(ByteSource.of(path), ByteSource.of(path)))
                        .progress(events))
                .slice(0, Long.MAX_VALUE, RecordOutput.file(out, RecordWriterOptions.defaults()));
        long bytes = 2 * Files.size(path);
        assertThat(events.last()).isEqualTo(new Progress(20_000, bytes, OptionalLong.of(bytes), true));
    }

    @Test
    void reportsTheStoredBytesOfCompressedInput() throws IOException {
        Path path = directory.resolve("in");
        RewriteFiles.write(
                path,
                RecordWriterOptions.defaults().compression(Compression.GZIP),
                List.of(Bytes.ofUtf8("a"), Bytes.ofUtf8("b")));
        ProgressEvents events = new ProgressEvents();
        RecordRewrite rewrite =
                RecordRewrite.of(RecordInput.of(List.of(ByteSource.of(path))).progress(events));
        rewrite.copyTo(RecordOutput.file(out, RecordWriterOptions.defaults()));
        Progress expected = new Progress(2, Files.size(path), OptionalLong.of(Files.size(path)), true);
        assertThat(events.last()).isEqualTo(expected);
        events.clear();
        rewrite.slice(
                0, 2, RecordOutput.file(out, RecordWriterOptions.defaults().overwrite()));
        assertThat(events.last()).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.1, 1.1, Double.NaN})
    void rejectsARateThatIsNoProbability(double rate) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RecordRewrite.of(List.of())
                        .sample(rate, 1, RecordOutput.file(out, RecordWriterOptions.defaults())))
                .withMessage("rate must be from 0 to 1: " + rate);
    }

    @Test
    void rejectsNegativeCounts() {
        RecordOutput target = RecordOutput.file(out, RecordWriterOptions.defaults());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RecordRewrite.of(List.of()).take(-1, target))
                .withMessage("count must not be negative: -1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RecordRewrite.of(List.of()).sampleCount(-1, 1, target))
                .withMessage("count must not be negative: -1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DistinctBy.features(List.of()))
                .withMessage("names must not be empty");
    }
}
