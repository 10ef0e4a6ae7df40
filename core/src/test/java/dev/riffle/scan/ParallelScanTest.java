package dev.riffle.scan;

import static org.assertj.core.api.Assertions.assertThat;

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
import dev.riffle.SkippedRegion;
import dev.riffle.io.ByteSource;
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
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that a scan with several threads returns the same records as a single reader. */
class ParallelScanTest {

    private static final int TFRECORD_BYTES = 16;
    private static final int OFRECORD_BYTES = 8;
    private static final RecordReaderOptions PLAIN = RecordFiles.tfRecord(Compression.NONE);

    @TempDir
    Path directory;

    @Test
    void acceptsAnyNumberOfThreads() throws IOException {
        Path file = directory.resolve("large");
        byte[] payload = new byte[1 << 20];
        dev.riffle.RecordWriter.write(
                file, dev.riffle.RecordWriterOptions.defaults().withoutSync(), writer -> {
                    for (int i = 0; i < 13; i++) {
                        writer.write(payload);
                    }
                });
        for (int threads : new int[] {1 << 30, (1 << 30) - 1, Integer.MAX_VALUE}) {
            assertThat(ParallelScan.of(ByteSource.of(file)).threads(threads).count())
                    .isEqualTo(13);
        }
    }

    /** Bounds the result of a split, also of a file that the scan cannot divide. */
    @Test
    void scansACompressedFileInConsecutiveSplits() throws IOException {
        byte[][] payloads = IntStream.range(0, 1000).mapToObj(i -> new byte[84]).toArray(byte[][]::new);
        ByteSource source = RecordFiles.source(
                RecordFiles.write(RecordWriterOptions.defaults().compression(Compression.GZIP), payloads));
        ProgressEvents events = new ProgressEvents();
        List<Long> firsts = new ArrayList<>();
        ParallelScan.of(source)
                .splitBytes(10_000)
                .progress(events)
                .<Boolean>runNumbered(
                        records -> {
                            while (records.next()) {
                                assertThat(records.payloadSize()).isEqualTo(84);
                            }
                            return true;
                        },
                        (done, firstIndex) -> firsts.add(firstIndex));
        assertThat(firsts).containsExactly(0L, 100L, 200L, 300L, 400L, 500L, 600L, 700L, 800L, 900L, 1000L);
        long bytes = source.size().getAsLong();
        assertThat(events.last()).isEqualTo(new Progress(1000, bytes, OptionalLong.of(bytes), true));
    }

    /** A record with the index and offsets that a reader returns for it. */
    private record Seen(long index, long offset, long endOffset, Bytes payload) {}

    /** The values of a reported skipped region. */
    private record Lost(long index, long offset, long length, String cause) {
        static Lost of(SkippedRegion region) {
            assertThat(region.cause().recordIndex()).isEqualTo(region.index());
            return new Lost(
                    region.index(),
                    region.offset(),
                    region.length(),
                    String.valueOf(region.cause().getMessage()));
        }
    }

    /** The results of a scan: records, skipped regions, and the message of the exception. */
    private record Outcome(
            List<Seen> records, List<Lost> lost, @Nullable String thrown) {

        Outcome withoutPayloads() {
            return new Outcome(
                    records.stream()
                            .map(record -> new Seen(record.index(), record.offset(), record.endOffset(), Bytes.empty()))
                            .toList(),
                    lost,
                    thrown);
        }
    }

    /** The kinds of damage policies. */
    enum Policy {
        FAIL,
        STOP,
        SKIP;

        DamagePolicy reporting(List<Lost> lost) {
            return switch (this) {
                case FAIL -> DamagePolicy.FAIL;
                case STOP -> DamagePolicy.STOP_AT_TORN_TAIL;
                case SKIP -> DamagePolicy.skip(region -> lost.add(Lost.of(region)));
            };
        }
    }

    private static Outcome alone(ByteSource source, RecordReaderOptions options, Policy policy) throws IOException {
        List<Seen> records = new ArrayList<>();
        List<Lost> lost = new ArrayList<>();
        String thrown = null;
        try (RecordReader reader = RecordReader.open(source, options.damage(policy.reporting(lost)))) {
            while (reader.next()) {
                records.add(new Seen(
                        reader.index(), reader.offset(), reader.endOffset(), Bytes.ofOwned(reader.payloadBytes())));
            }
        } catch (CorruptRecordException e) {
            thrown = e.getMessage();
        }
        return new Outcome(records, lost, thrown);
    }

    private static Outcome together(ParallelScan scan, RecordReaderOptions options, Policy policy) throws IOException {
        return together(scan, options, policy, ParallelScanTest::see);
    }

    private static Outcome together(
            ParallelScan scan, RecordReaderOptions options, Policy policy, ParallelScan.Work<List<Seen>> work)
            throws IOException {
        List<Seen> records = new ArrayList<>();
        List<Lost> lost = new ArrayList<>();
        Thread caller = Thread.currentThread();
        ProgressEvents events = new ProgressEvents();
        String thrown = null;
        try {
            scan.reading(options.damage(policy.reporting(lost)))
                    .progress(progress -> {
                        assertThat(Thread.currentThread()).isSameAs(caller);
                        events.accept(progress);
                    })
                    .<List<Seen>>runNumbered(work, (seen, firstIndex) -> {
                        assertThat(Thread.currentThread()).isSameAs(caller);
                        for (Seen record : seen) {
                            records.add(new Seen(
                                    firstIndex + record.index(),
                                    record.offset(),
                                    record.endOffset(),
                                    record.payload()));
                        }
                    });
        } catch (CorruptRecordException e) {
            thrown = e.getMessage();
        }
        Progress last = events.last();
        assertThat(last.records()).isEqualTo(records.size());
        if (thrown == null) {
            assertThat(last.totalBytes()).hasValue(last.bytes());
        }
        return new Outcome(records, lost, thrown);
    }

    private static List<Seen> see(RecordSplit split) throws IOException {
        List<Seen> seen = new ArrayList<>();
        while (split.next()) {
            Bytes payload = Bytes.copyOf(split.payload());
            assertThat(split.payloadSize()).isEqualTo(payload.size());
            seen.add(new Seen(split.index(), split.offset(), split.endOffset(), payload));
        }
        return seen;
    }

    /** Like {@link #see}, but with {@code nextSizes} and without payloads. */
    private static List<Seen> seeBySizes(RecordSplit split, int max) throws IOException {
        List<Seen> seen = new ArrayList<>();
        int[] sizes = new int[max];
        int overhead = split.format() == RecordFormat.TFRECORD ? TFRECORD_BYTES : OFRECORD_BYTES;
        for (int count = split.nextSizes(sizes); count > 0; count = split.nextSizes(sizes)) {
            assertThat(split.payloadBytes()).hasSize(sizes[count - 1]);
            List<Seen> batch = new ArrayList<>();
            long end = split.endOffset();
            for (int i = count - 1; i >= 0; i--) {
                long offset = end - sizes[i] - overhead;
                batch.add(0, new Seen(split.index() - (count - 1 - i), offset, end, Bytes.empty()));
                end = offset;
            }
            seen.addAll(batch);
        }
        assertThat(split.next()).isFalse();
        return seen;
    }

    private static void checkSame(
            byte[] file, long split, int threads, RecordReaderOptions options, Policy policy, String name)
            throws IOException {
        ByteSource source = RecordFiles.source(file);
        ParallelScan scan = ParallelScan.of(source).threads(threads).splitBytes(split);
        Outcome alone = alone(source, options, policy);
        assertThat(together(scan, options, policy)).as(name).isEqualTo(alone);
        int max = 1 + (int) (split % 7);
        assertThat(together(scan, options, policy, records -> seeBySizes(records, max)))
                .as(name + " by " + max + " sizes")
                .isEqualTo(alone.withoutPayloads());
    }

    /** Returns a random payload: empty bytes, random bytes, a record file, or bytes that contain a record file. */
    private static byte[] payload(Random random, int depth) {
        int kind = random.nextInt(depth == 0 ? 3 : 6);
        if (kind == 0) {
            return new byte[0];
        }
        if (kind < 3) {
            byte[] bytes = new byte[random.nextInt(50)];
            if (kind == 1) {
                random.nextBytes(bytes);
            }
            return bytes;
        }
        byte[] nested = file(random, depth - 1, 1 + random.nextInt(6));
        if (kind == 3) {
            return nested;
        }
        // Adds random bytes before and after the record file, or truncates it.
        byte[] around = new byte[nested.length + random.nextInt(40)];
        System.arraycopy(nested, 0, around, random.nextInt(around.length - nested.length + 1), nested.length);
        return kind == 4 ? around : Arrays.copyOf(around, random.nextInt(around.length + 1));
    }

    private static byte[] file(Random random, int depth, int count) {
        byte[][] payloads = new byte[count][];
        for (int i = 0; i < count; i++) {
            payloads[i] = payload(random, depth);
        }
        return RecordFiles.tfRecords(payloads);
    }

    private static byte[] damaged(byte[] intact, Random random) {
        byte[] file = intact.clone();
        for (int times = random.nextInt(4); times >= 0 && file.length > 0; times--) {
            int at = random.nextInt(file.length);
            switch (random.nextInt(5)) {
                case 0 -> file[at] ^= (byte) (1 << random.nextInt(8));
                case 1 -> Arrays.fill(file, at, Math.min(file.length, at + random.nextInt(40)), (byte) 0);
                case 2 -> file = Arrays.copyOf(file, at);
                case 3 -> {
                    byte[] inserted = new byte[file.length + 1 + random.nextInt(20)];
                    System.arraycopy(file, 0, inserted, 0, at);
                    System.arraycopy(file, at, inserted, inserted.length - file.length + at, file.length - at);
                    file = inserted;
                }
                default -> {
                    int to = Math.min(file.length, at + random.nextInt(60));
                    byte[] removed = Arrays.copyOf(file, file.length - to + at);
                    System.arraycopy(file, to, removed, at, file.length - to);
                    file = removed;
                }
            }
        }
        return file;
    }

    @Test
    void scansNestedFilesWithEverySplitSize() throws IOException {
        Random random = new Random(Rounds.seed("nested"));
        int step = Rounds.step(7);
        for (int round = 0; round < 8; round++) {
            byte[] file = file(random, 1 + round % 2, 3 + random.nextInt(12));
            for (int split = 1; split <= 200; split += step) {
                checkSame(file, split, 2, PLAIN, Policy.FAIL, "round " + round + " split " + split);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Policy.class)
    void handlesDamageWithEveryPolicy(Policy policy) throws IOException {
        Random random = new Random(Rounds.seed("damage " + policy));
        for (int round = 0; round < Rounds.count(2000); round++) {
            byte[] file = damaged(file(random, random.nextInt(3), 1 + random.nextInt(20)), random);
            RecordReaderOptions options = round % 3 == 0 ? PLAIN.withoutMapping() : PLAIN;
            if (round % 10 == 0) {
                options = options.ignorePayloadChecksums();
            }
            int split = 1 + random.nextInt(200);
            int threads = 1 + random.nextInt(4);
            checkSame(file, split, threads, options, policy, "round " + round + " split " + split);
        }
    }

    @ParameterizedTest
    @EnumSource(Policy.class)
    void handlesEveryFlippedByteAtEveryEdge(Policy policy) throws IOException {
        byte[] inner = RecordFiles.tfRecords(new byte[5], new byte[0], new byte[9]);
        byte[] file = RecordFiles.tfRecords(new byte[3], inner, new byte[0], new byte[30], new byte[1]);
        int step = Rounds.step(7);
        for (int at = 0; at < file.length; at += step) {
            byte[] wrong = file.clone();
            wrong[at] ^= 0x10;
            for (int split : new int[] {1, 16, 19, 33, 50, 64}) {
                checkSame(wrong, split, 2, PLAIN, policy, "byte " + at + " split " + split);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 8})
    void scansLargeFilesWithAnyNumberOfThreads(int threads) throws IOException {
        Random random = new Random(Rounds.seed("threads " + threads));
        byte[][] payloads = new byte[3000][];
        for (int i = 0; i < payloads.length; i++) {
            payloads[i] = new byte[random.nextInt(i % 500 == 7 ? 400_000 : 600)];
            random.nextBytes(payloads[i]);
        }
        payloads[20] = RecordFiles.tfRecords(Arrays.copyOfRange(payloads, 100, 600));
        Path file = directory.resolve("file");
        byte[] content = RecordFiles.tfRecords(payloads);
        for (Policy policy : Policy.values()) {
            Files.write(file, content);
            ByteSource source = ByteSource.of(file);
            for (RecordReaderOptions options : List.of(PLAIN, PLAIN.withoutMapping(), RecordReaderOptions.defaults())) {
                ParallelScan scan =
                        ParallelScan.of(source).threads(threads).splitBytes(10_000 + random.nextInt(90_000));
                assertThat(together(scan, options, policy)).isEqualTo(alone(source, options, policy));
            }
            assertThat(ParallelScan.of(source)
                            .threads(threads)
                            .splitBytes(65_536)
                            .count())
                    .isEqualTo(3000);
            for (int i = 0; i < 5; i++) {
                content[random.nextInt(content.length)]++;
            }
            Files.write(file, content);
            ParallelScan scan = ParallelScan.of(source).threads(threads).splitBytes(50_000);
            assertThat(together(scan, PLAIN, policy)).isEqualTo(alone(source, PLAIN, policy));
            content = RecordFiles.tfRecords(payloads);
        }
    }

    @Test
    void scansOtherFilesLikeAReader() throws IOException {
        byte[][] payloads = new byte[500][100];
        byte[] plain = RecordFiles.tfRecords(payloads);
        byte[] cut = RecordFiles.write(
                RecordWriterOptions.defaults().compression(Compression.GZIP.cutMembers(4096)), payloads);
        List<ByteSource> sources = List.of(
                RecordFiles.source(RecordFiles.GOLDEN_OFRECORD),
                RecordFiles.source(cut),
                RecordFiles.source(new byte[0]),
                ByteSource.of(new ByteArrayInputStream(plain), "stream"));
        long[] counts = {2, 500, 0, 500};
        for (int i = 0; i < counts.length; i++) {
            List<Integer> splits = new ArrayList<>();
            ParallelScan.of(sources.get(i))
                    .threads(3)
                    .splitBytes(10)
                    .<Integer>run(records -> see(records).size(), splits::add);
            assertThat(splits.stream().mapToLong(count -> count).sum()).isEqualTo(counts[i]);
        }
        ByteSource source = RecordFiles.source(RecordFiles.GOLDEN_OFRECORD);
        RecordReaderOptions options = RecordReaderOptions.defaults().format(RecordFormat.OFRECORD);
        ParallelScan scan = ParallelScan.of(source).threads(2).splitBytes(1);
        Outcome alone = alone(source, options, Policy.FAIL);
        assertThat(together(scan, options, Policy.FAIL)).isEqualTo(alone);
        assertThat(together(scan, options, Policy.FAIL, records -> seeBySizes(records, 5)))
                .isEqualTo(alone.withoutPayloads());
        ByteArrayOutputStream broken = new ByteArrayOutputStream();
        broken.writeBytes(Arrays.copyOf(cut, cut.length / 2));
        ByteSource torn = RecordFiles.source(broken.toByteArray());
        for (Policy policy : Policy.values()) {
            assertThat(together(ParallelScan.of(torn).threads(2), RecordReaderOptions.defaults(), policy))
                    .isEqualTo(alone(torn, RecordReaderOptions.defaults(), policy));
        }
    }
}
