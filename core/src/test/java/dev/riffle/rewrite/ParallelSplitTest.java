package dev.riffle.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.CorruptRecordException;
import dev.riffle.DamagePolicy;
import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.io.ByteSink;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import dev.riffle.shard.RecordInput;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.RecordSet;
import dev.riffle.shard.SetManifest;
import dev.riffle.shard.ShardNames;
import dev.riffle.shard.WrittenShard;
import dev.riffle.shard.internal.FileStorage;
import dev.riffle.shard.internal.OutputPlan;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests splits of large uncompressed files into shards that several threads write in parallel. */
class ParallelSplitTest {

    private static final RecordWriterOptions UNSYNCED =
            RecordWriterOptions.defaults().withoutSync();

    private static final int THREADS = 4;

    @TempDir
    Path inputs;

    @TempDir
    Path directory;

    private final List<Path> files = new ArrayList<>();
    private long records;

    @BeforeEach
    void write() throws IOException {
        for (int count : List.of(9_001, 1, 20_000)) {
            Path file = inputs.resolve("in-" + files.size());
            Random random = new Random(count);
            RecordWriter.write(file, UNSYNCED, out -> {
                for (int i = 0; i < count; i++) {
                    byte[] payload = new byte[random.nextInt(800)];
                    random.nextBytes(payload);
                    out.write(payload);
                }
            });
            files.add(file);
            records += count;
        }
    }

    private RecordRewrite rewrite() {
        return RecordRewrite.of(
                RecordInput.of(files.stream().map(ByteSource::of).toList())
                        .reading(RecordReaderOptions.defaults().threads(THREADS)));
    }

    private ShardNames names(int shards) {
        return ShardNames.of(directory.resolve("out"), shards);
    }

    private static List<Bytes> read(List<Path> files) throws IOException {
        List<Bytes> all = new ArrayList<>();
        for (Path file : files) {
            try (RecordReader reader = RecordReader.open(file)) {
                reader.stream().forEach(all::add);
            }
        }
        return all;
    }

    private List<Path> written() throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.toList();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 40})
    void dividesTheRecordsEvenlyInOrder(int shards) throws IOException {
        AtomicLong reported = new AtomicLong();
        AtomicLong reportedBytes = new AtomicLong();

        RewriteReport report = RecordRewrite.of(rewrite().input().progress(progress -> {
                    reported.set(progress.records());
                    reportedBytes.set(progress.bytes());
                }))
                .copyTo(RecordOutput.shards(names(shards), UNSYNCED));

        assertThat(report.recordsRead()).isEqualTo(records);
        assertThat(report.recordsWritten()).isEqualTo(records);
        assertThat(reported).hasValue(records);
        assertThat(read(names(shards).paths())).isEqualTo(read(files));
        long bytes = 0;
        for (int i = 0; i < shards; i++) {
            WrittenShard shard = report.written().get(i);
            assertThat(shard.name()).isEqualTo(names(shards).path(i).toString());
            assertThat(shard.records()).isEqualTo(records / shards + (i < records % shards ? 1 : 0));
            assertThat(shard.bytes()).isEqualTo(Files.size(Path.of(shard.name())));
            bytes += shard.bytes();
        }
        // The operation counts the records in a first pass.
        assertThat(reportedBytes).hasValue(2 * bytes);
        assertThat(SetManifest.read(SetManifest.pathOf(names(shards))).check(directory))
                .isEmpty();
        assertThat(written()).hasSize(shards + 1);
    }

    /** Makes two open shards wait for each other, which would block a single thread. */
    @Test
    void writesWithSeveralThreads() throws IOException {
        CountDownLatch begun = new CountDownLatch(2);
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        rewrite().copyTo(new OutputPlan(RecordOutput.shards(names(4), UNSYNCED), new FileStorage() {
            @Override
            public ByteSink stage(Path hidden, Path place) throws IOException {
                threads.add(Thread.currentThread());
                begun.countDown();
                try {
                    begun.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                return super.stage(hidden, place);
            }
        }));

        assertThat(threads).hasSizeGreaterThan(1);
        assertThat(threads).allMatch(thread -> thread == Thread.currentThread() || !thread.isAlive());
        assertThat(read(names(4).paths())).isEqualTo(read(files));
    }

    @Test
    void writesOnTheCallersThreadByDefault() throws IOException {
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        RecordRewrite.of(RecordSet.of(files))
                .copyTo(new OutputPlan(RecordOutput.shards(names(4), UNSYNCED), new FileStorage() {
                    @Override
                    public ByteSink stage(Path hidden, Path place) throws IOException {
                        threads.add(Thread.currentThread());
                        return super.stage(hidden, place);
                    }
                }));

        assertThat(threads).containsExactly(Thread.currentThread());
        assertThat(read(names(4).paths())).isEqualTo(read(files));
    }

    @Test
    void writesCompressedShards() throws IOException {
        rewrite().copyTo(RecordOutput.shards(names(3), UNSYNCED.compression(Compression.GZIP)));

        assertThat(read(names(3).paths())).isEqualTo(read(files));
        SetManifest manifest = SetManifest.read(SetManifest.pathOf(names(3)));
        assertThat(manifest.compression()).isEqualTo("GZIP");
        assertThat(manifest.check(directory)).isEmpty();
    }

    @Test
    void leavesNothingWhenAShardFails() throws IOException {
        for (int failing = 0; failing < 5; failing++) {
            int shard = failing;
            OutputPlan target = new OutputPlan(RecordOutput.shards(names(5), UNSYNCED), new FileStorage() {
                @Override
                public ByteSink stage(Path hidden, Path place) throws IOException {
                    if (place.toString().contains("-0000" + shard + "-of-")) {
                        throw new IOException("injected");
                    }
                    return super.stage(hidden, place);
                }
            });

            assertThatThrownBy(() -> rewrite().copyTo(target)).hasMessage("injected");
            assertThat(written()).isEmpty();
        }
    }

    @Test
    void endsWhenTheListenerFails() throws IOException {
        RecordRewrite watched = RecordRewrite.of(rewrite().input().progress(progress -> {
            throw new IllegalStateException("enough");
        }));

        assertThatThrownBy(() -> watched.copyTo(RecordOutput.shards(names(5), UNSYNCED)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("enough");
        assertThat(written()).isEmpty();
    }

    @Test
    void endsWhenInterrupted() throws IOException {
        Thread caller = Thread.currentThread();
        OutputPlan target = new OutputPlan(RecordOutput.shards(names(5), UNSYNCED), new FileStorage() {
            @Override
            public ByteSink stage(Path hidden, Path place) throws IOException {
                caller.interrupt();
                return super.stage(hidden, place);
            }
        });
        try {
            assertThatThrownBy(() -> rewrite().copyTo(target)).isInstanceOf(IOException.class);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(written()).isEmpty();
    }

    @Test
    void doesNotMixAFileWithItsReplacement() throws IOException {
        for (int file : List.of(0, 2)) {
            for (int shard = 0; shard < 6; shard++) {
                assertReplacedAt(shard, files.get(file));
            }
        }
    }

    /**
     * Replaces a file when the writer opens a shard. The split must write the old records or report the replacement.
     */
    private void assertReplacedAt(int shard, Path replaced) throws IOException {
        Path other = inputs.resolve("other");
        List<Bytes> before = read(files);
        RecordWriter.write(other, UNSYNCED, out -> {
            try (RecordReader reader = RecordReader.open(replaced)) {
                while (reader.next()) {
                    byte[] payload = new byte[reader.payloadSize()];
                    Arrays.fill(payload, (byte) (shard + 1));
                    out.write(payload);
                }
            }
        });
        AtomicBoolean done = new AtomicBoolean();
        OutputPlan target = new OutputPlan(RecordOutput.shards(names(6), UNSYNCED.overwrite()), new FileStorage() {
            @Override
            public ByteSink stage(Path hidden, Path place) throws IOException {
                if (place.toString().contains("-0000" + shard + "-of-")) {
                    Files.move(other, replaced, StandardCopyOption.ATOMIC_MOVE);
                    done.set(true);
                }
                return super.stage(hidden, place);
            }
        });
        try {
            rewrite().copyTo(target);
            assertThat(read(names(6).paths())).isEqualTo(before);
        } catch (IOException e) {
            assertThat(e).hasMessageStartingWith(replaced + ": ").hasMessageContaining("replaced");
        }
        assertThat(done).isTrue();
    }

    /** Returns a plan that changes a file when the writer opens the first shard, between the count and the copy. */
    private OutputPlan changing(Path changed, long length) {
        AtomicBoolean done = new AtomicBoolean();
        return new OutputPlan(RecordOutput.shards(names(3), UNSYNCED), new FileStorage() {
            @Override
            public ByteSink stage(Path hidden, Path place) throws IOException {
                // The lock prevents that a thread begins before the change.
                synchronized (done) {
                    if (!done.getAndSet(true)) {
                        try (RandomAccessFile file = new RandomAccessFile(changed.toFile(), "rw")) {
                            if (length < 0) {
                                file.seek(file.length());
                                file.write(Files.readAllBytes(files.get(1)));
                            } else {
                                file.setLength(length);
                            }
                        }
                    }
                }
                return super.stage(hidden, place);
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2})
    void reportsMoreRecordsThanCounted(int file) throws IOException {
        assertThatThrownBy(() -> rewrite().copyTo(changing(files.get(file), -1)))
                .hasMessage("expected " + records
                        + " records in the input, found more; run again when no process changes the input");
        assertThat(written()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2})
    void reportsFewerRecordsThanCounted(int file) throws IOException {
        assertThatThrownBy(() -> rewrite().copyTo(changing(files.get(file), 0)))
                .isInstanceOf(IOException.class)
                .satisfiesAnyOf(
                        e -> assertThat(e)
                                .hasMessage(
                                        "expected " + records
                                                + " records in the input, found fewer; run again when no process changes the input"),
                        e -> assertThat(((CorruptRecordException) e).reason())
                                .isEqualTo(CorruptRecordException.Reason.SOURCE_SHRANK));
        assertThat(written()).isEmpty();
    }

    @Test
    void reportsSkippedDamageOnce() throws IOException {
        Path damaged = files.get(2);
        byte[] content = Files.readAllBytes(damaged);
        content[content.length / 2] ^= 1;
        Files.write(damaged, content);
        List<Bytes> expected = new ArrayList<>(read(files.subList(0, 2)));
        ConcurrentLinkedQueue<Object> regions = new ConcurrentLinkedQueue<>();
        RecordReaderOptions skipping = RecordReaderOptions.defaults().damage(DamagePolicy.skip(regions::add));
        try (RecordReader reader =
                RecordReader.open(damaged, RecordReaderOptions.defaults().damage(DamagePolicy.skip(region -> {})))) {
            reader.stream().forEach(expected::add);
        }

        RecordRewrite.of(rewrite().input().reading(skipping)).copyTo(RecordOutput.shards(names(4), UNSYNCED));

        assertThat(read(names(4).paths())).isEqualTo(expected);
        assertThat(expected).hasSize((int) records - 1);
        assertThat(regions).hasSize(1);
    }

    @Test
    void rejectsRecordsOfTheOtherFormat() throws IOException {
        assertThatThrownBy(
                        () -> rewrite().copyTo(RecordOutput.shards(names(3), UNSYNCED.format(RecordFormat.OFRECORD))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("cannot write TFRecord records to an output in OFRecord");
        assertThat(written()).isEmpty();
    }
}
