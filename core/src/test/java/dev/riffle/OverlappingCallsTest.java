package dev.riffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Two threads that call {@link RecordReader#next()} of one reader. */
class OverlappingCallsTest {

    /** A source of short reads. Each read waits if {@link #waits} is set. */
    private static final class WaitingSource implements ByteSource {
        private final ByteSource bytes;
        private final CountDownLatch reading = new CountDownLatch(1);
        private final CountDownLatch mayContinue = new CountDownLatch(1);
        private volatile boolean waits;

        WaitingSource(byte[] bytes) {
            this.bytes = ByteSource.of(Bytes.copyOf(bytes), "waiting");
        }

        @Override
        public String name() {
            return bytes.name();
        }

        @Override
        public OptionalLong size() throws IOException {
            return bytes.size();
        }

        @Override
        public ReadableByteChannel open(long offset) throws IOException {
            ReadableByteChannel channel = bytes.open(offset);
            return new ReadableByteChannel() {
                @Override
                public int read(ByteBuffer target) throws IOException {
                    if (waits) {
                        reading.countDown();
                        awaitIt();
                    }
                    int limit = target.limit();
                    target.limit(Math.min(limit, target.position() + 64));
                    int count = channel.read(target);
                    target.limit(limit);
                    return count;
                }

                @Override
                public boolean isOpen() {
                    return channel.isOpen();
                }

                @Override
                public void close() throws IOException {
                    channel.close();
                }
            };
        }

        private void awaitIt() {
            try {
                mayContinue.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    static List<Compression> compressions() {
        return List.of(Compression.NONE, Compression.GZIP);
    }

    @ParameterizedTest
    @MethodSource("compressions")
    void aCallDuringAnotherCallThrowsInBothThreads(Compression compression) throws Exception {
        WaitingSource source = new WaitingSource(file(compression, 2_000));
        RecordReader reader = RecordReader.open(source);
        assertThatNextReturns(reader);
        source.waits = true;
        FutureTask<Throwable> other = new FutureTask<>(() -> catchThrowable(() -> readAll(reader)));
        new Thread(other, "other reader").start();
        source.reading.await();

        assertThatThrownBy(reader::next)
                .isInstanceOf(ConcurrentModificationException.class)
                .hasMessageContaining("waiting: calls of next() overlapped")
                .hasMessageContaining("one thread at a time may use a reader");
        source.mayContinue.countDown();

        assertThat(other.get()).isInstanceOf(ConcurrentModificationException.class);
        assertThatThrownBy(reader::next).isInstanceOf(ConcurrentModificationException.class);
        reader.close();
    }

    @ParameterizedTest
    @MethodSource("compressions")
    void racingThreadsEndWithoutAnError(Compression compression, @TempDir Path directory) throws Exception {
        Path path = directory.resolve("race.tfrecord");
        Files.write(path, file(compression, 20_000));
        ExecutorService threads = Executors.newFixedThreadPool(2);
        for (int round = 0; round < Rounds.count(200); round++) {
            try (RecordReader reader = RecordReader.open(path)) {
                CyclicBarrier start = new CyclicBarrier(2);
                Callable<Optional<Throwable>> racing = () -> {
                    start.await();
                    return Optional.ofNullable(catchThrowable(() -> readAll(reader)));
                };
                for (Future<Optional<Throwable>> each : threads.invokeAll(List.of(racing, racing))) {
                    assertThat(each.get().filter(Error.class::isInstance)).isEmpty();
                }
            }
        }
        threads.shutdown();
    }

    private static void assertThatNextReturns(RecordReader reader) throws IOException {
        assertThat(reader.next()).isTrue();
    }

    private static void readAll(RecordReader reader) throws IOException {
        while (reader.next()) {}
    }

    private static byte[] file(Compression compression, int records) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (RecordWriter writer = RecordWriter.create(
                out, "records", RecordWriterOptions.defaults().compression(compression))) {
            for (int i = 0; i < records; i++) {
                writer.write(payload(i));
            }
            writer.commit();
        }
        return out.toByteArray();
    }

    private static byte[] payload(int number) {
        byte[] payload = new byte[100];
        ByteBuffer.wrap(payload).putInt(number).putInt(number * 31 + 7);
        for (int i = 8; i < payload.length; i++) {
            payload[i] = (byte) (number * 17 + i * i);
        }
        return payload;
    }
}
