package dev.riffle.shard.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.RecordFormat;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.Rounds;
import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.io.Bytes;
import dev.riffle.io.CompressedOutput;
import dev.riffle.io.Compression;
import dev.riffle.rewrite.RecordRewrite;
import dev.riffle.shard.MissingKey;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.RecordSet;
import dev.riffle.shard.RecordSetReader;
import dev.riffle.shard.SetManifest;
import dev.riffle.shard.ShardNames;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests writers whose files several threads compress. */
class ShardThreadsTest {

    private static final RecordWriterOptions OPTIONS =
            RecordWriterOptions.defaults().withoutSync();

    /** A payload that fills the buffer of a writer, which then passes its bytes on. */
    private static final byte[] PAYLOAD = new byte[20_000];

    /** The largest number of calls that wait for each thread. A record of one payload makes two calls. */
    private static final int MOST_CALLS = 16;

    @TempDir
    Path directory;

    private static List<Bytes> payloads(Random random, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> {
                    byte[] bytes = new byte[i % 50 == 7 ? 600_000 : random.nextInt(4000)];
                    random.nextBytes(bytes);
                    return Bytes.ofOwned(bytes);
                })
                .toList();
    }

    private List<byte[]> written(List<Bytes> payloads, RecordWriterOptions options) throws IOException {
        ShardNames names = ShardNames.of(directory.resolve("x"), 5);
        try (ShardedRecordWriter writer = ShardedRecordWriter.create(names, options.overwrite())) {
            for (int i = 0; i < payloads.size(); i++) {
                if (i % 7 == 3) {
                    writer.writeToShard(1, payloads.get(i));
                } else {
                    writer.write(payloads.get(i));
                }
            }
            writer.commit();
        }
        List<byte[]> files = new ArrayList<>();
        for (Path path : names.paths()) {
            files.add(Files.readAllBytes(path));
        }
        files.add(Files.readAllBytes(SetManifest.pathOf(names)));
        return files;
    }

    @Test
    void theBytesOfTheFilesDoNotDependOnTheThreads() throws IOException {
        for (Compression compression : List.of(
                Compression.NONE,
                Compression.GZIP,
                Compression.GZIP.cutMembers(4 << 10),
                Compression.GZIP.cutMembers(64 << 10).threads(2),
                Compression.ZLIB,
                Compression.SNAPPY)) {
            List<Bytes> payloads = payloads(new Random(5), Rounds.count(1000));
            List<byte[]> expected = written(payloads, OPTIONS.compression(compression));
            for (int threads : List.of(2, 3, 8)) {
                List<byte[]> actual =
                        written(payloads, OPTIONS.compression(compression).threads(threads));
                for (int i = 0; i < expected.size(); i++) {
                    assertThat(actual.get(i))
                            .as("%s, %d threads, file %d", compression, threads, i)
                            .isEqualTo(expected.get(i));
                }
            }
        }
    }

    @Test
    void outputsOfRewritesUseTheThreads() throws IOException {
        Path input = directory.resolve("input");
        RecordWriter.write(input, OPTIONS, records -> {
            for (int i = 0; i < 1000; i++) {
                records.write(
                        Example.builder().put("n", i % 10).put("i", i).build().toBytes());
            }
        });
        RecordRewrite rewrite = RecordRewrite.of(RecordSet.of(List.of(input)));
        AtomicInteger others = new AtomicInteger();
        Compression watched = new Watched(() -> {
            if (Thread.currentThread().getName().startsWith("riffle-compression-")) {
                others.incrementAndGet();
            }
        });
        ShardNames names = ShardNames.of(directory.resolve("x"), 3);
        rewrite.copyTo(RecordOutput.byKey(
                names, "n", MissingKey.FAIL, OPTIONS.compression(watched).threads(2)));
        assertThat(others).hasPositiveValue();
        assertThat(count(names)).isEqualTo(1000);
    }

    private static long count(ShardNames names) throws IOException {
        try (RecordSetReader reader = RecordSetReader.open(RecordSet.of(names.paths()))) {
            while (reader.next()) {
                assertThat(reader.payload()).isNotNull();
            }
            return reader.count();
        }
    }

    /** Compresses like GZIP, and makes a call before each write. */
    private record Watched(Call call) implements Compression {

        interface Call {
            void run() throws IOException;
        }

        @Override
        public String name() {
            return "GZIP";
        }

        @Override
        public ReadableByteChannel decompress(ReadableByteChannel in) {
            return GZIP.decompress(in);
        }

        @Override
        public CompressedOutput compress(WritableByteChannel out) {
            CompressedOutput gzip = GZIP.compress(out);
            return new CompressedOutput() {
                @Override
                public void flush() throws IOException {
                    gzip.flush();
                }

                @Override
                public void finish() throws IOException {
                    gzip.finish();
                }

                @Override
                public int write(ByteBuffer source) throws IOException {
                    call.run();
                    return gzip.write(source);
                }

                @Override
                public boolean isOpen() {
                    return gzip.isOpen();
                }

                @Override
                public void close() throws IOException {
                    gzip.close();
                }
            };
        }
    }

    private ShardedRecordWriter open(Watched.Call call) throws IOException {
        return ShardedRecordWriter.create(
                ShardNames.of(directory.resolve("x"), 4),
                OPTIONS.compression(new Watched(call)).threads(2));
    }

    private void assertNothingRemains() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).isEmpty();
        }
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().startsWith("riffle-compression-"));
    }

    @Test
    void aFailureIsReportedAtTheLatestByTheCommitAndIsPermanent() throws IOException {
        List<Throwable> failures = List.of(
                new IOException("injected"),
                new IllegalArgumentException("injected"),
                new IllegalStateException("injected"),
                new StackOverflowError("injected"));
        for (Throwable failure : failures) {
            for (int failing = 0; failing < 100; failing += Rounds.step(9)) {
                AtomicInteger calls = new AtomicInteger(failing);
                try (ShardedRecordWriter writer = open(() -> {
                    if (calls.getAndDecrement() == 0) {
                        throwAsIs(failure);
                    }
                })) {
                    assertThatThrownBy(() -> {
                                for (int i = 0; i < 100; i++) {
                                    writer.write(PAYLOAD);
                                }
                                writer.commit();
                            })
                            .isSameAs(failure);
                    assertThatThrownBy(writer::commit).isInstanceOf(IllegalStateException.class);
                    assertThatThrownBy(writer::commit)
                            .isInstanceOf(IllegalStateException.class)
                            .hasMessageContaining("an earlier write or commit failed");
                    writer.discard();
                }
                assertNothingRemains();
            }
        }
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void throwAsIs(Throwable failure) throws E {
        throw (E) failure;
    }

    @Test
    void aWrongPayloadIsRejectedAtOnce() throws IOException {
        ShardNames names = ShardNames.of(directory.resolve("x"), 2);
        Bytes message = Example.builder().put("a", 1).build().toBytes(Dialect.ONEFLOW);
        try (ShardedRecordWriter writer = ShardedRecordWriter.create(
                names,
                OPTIONS.format(RecordFormat.OFRECORD)
                        .compression(Compression.GZIP)
                        .threads(2))) {
            writer.write(message);
            assertThatIllegalArgumentException().isThrownBy(() -> writer.write(Bytes.ofUtf8("no message")));
            writer.write(message);
            writer.commit();
        }
        assertThat(count(names)).isEqualTo(2);
    }

    @Test
    void onlyALimitedNumberOfCallsWaits() throws Exception {
        CountDownLatch released = new CountDownLatch(1);
        AtomicInteger accepted = new AtomicInteger();
        try (ShardedRecordWriter writer = open(() -> await(released))) {
            Thread thread = new Thread(() -> {
                try {
                    for (int i = 0; i < 1000; i++) {
                        writer.write(PAYLOAD);
                        accepted.incrementAndGet();
                    }
                } catch (IOException e) {
                    accepted.set(-1);
                }
            });
            thread.start();
            awaitWaiting(thread);
            assertThat(accepted).hasValueLessThanOrEqualTo(2 * MOST_CALLS / 2);
            released.countDown();
            thread.join();
            assertThat(accepted).hasValue(1000);
            writer.commit();
        }
        assertThat(count(ShardNames.of(directory.resolve("x"), 4))).isEqualTo(1000);
    }

    /** No call of the compression ends before the caller waits. */
    @Test
    void onlyALimitedNumberOfBytesWaits() throws IOException {
        ShardNames names = ShardNames.of(directory.resolve("x"), 4);
        byte[] payload = new byte[5 << 20];
        AtomicInteger accepted = new AtomicInteger();
        AtomicInteger waiting = new AtomicInteger();
        Thread caller = Thread.currentThread();
        Compression watched = new Watched(() -> {
            awaitWaiting(caller);
            waiting.compareAndSet(0, accepted.get() * payload.length);
        });
        try (ShardedRecordWriter writer = ShardedRecordWriter.create(
                names, OPTIONS.compression(watched).bufferSize(4 << 20).threads(2))) {
            while (accepted.get() < 12) {
                writer.write(payload);
                accepted.incrementAndGet();
            }
            writer.commit();
        }
        int buffers = 4 * (4 << 20);
        assertThat(waiting).hasValueLessThanOrEqualTo((16 << 20) + buffers);
        assertThat(count(names)).isEqualTo(12);
    }

    private static void awaitWaiting(Thread thread) {
        while (thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
    }

    private static void await(CountDownLatch latch) throws IOException {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new InterruptedIOException("the compression was interrupted");
        }
    }

    @Test
    void anInterruptEndsTheWait() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        Throwable[] failure = {null};
        try (ShardedRecordWriter writer = open(() -> await(never))) {
            Thread thread = new Thread(() -> {
                try {
                    while (true) {
                        writer.write(PAYLOAD);
                    }
                } catch (IOException e) {
                    failure[0] = e;
                }
            });
            thread.start();
            awaitWaiting(thread);
            thread.interrupt();
            thread.join();
            assertThat(failure[0])
                    .isInstanceOf(InterruptedIOException.class)
                    .hasMessage("interrupted while waiting for a thread that compresses");
            assertThatThrownBy(writer::commit).isInstanceOf(IllegalStateException.class);
            writer.discard();
        }
        assertNothingRemains();
    }
}
