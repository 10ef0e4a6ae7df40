package dev.riffle.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.riffle.Rounds;
import dev.riffle.internal.RangeOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Writes files that are large enough for a background thread. */
class FileOutputTest {

    private static final int MEBI = 1 << 20;
    private static final int NEVER = Integer.MAX_VALUE;

    @TempDir
    Path directory;

    private Path file;

    @BeforeEach
    void severalProcessors() {
        assumeThat(Runtime.getRuntime().availableProcessors()).isGreaterThan(1);
        file = directory.resolve("file");
    }

    private Written written(int failingWrite, int mostAtOnce) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);
        return new Written(file, new FailingFileChannel(channel, failingWrite, mostAtOnce));
    }

    private static final class Written extends FileOutput {

        private final FailingFileChannel failing;
        private boolean published;

        Written(Path path, FailingFileChannel channel) {
            super(path, path, channel);
            this.failing = channel;
        }

        @Override
        void publish() {
            published = true;
        }

        @Override
        void discard() throws IOException {
            Files.delete(written);
        }
    }

    @Nested
    class Failing extends FailingSinkContract {

        @Override
        protected ByteSink.Output output(Step step) throws IOException {
            Written out = written(NEVER, NEVER);
            out.failing.beginWith(step);
            return out;
        }
    }

    private static ByteBuffer content(int size) {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        return ByteBuffer.allocateDirect(size).put(bytes).flip();
    }

    /** Writes all remaining bytes of the content in ranges of random sizes, some of them from a reused buffer. */
    private static void write(FileOutput out, ByteBuffer content, Random random) throws IOException {
        ByteBuffer again = ByteBuffer.allocate(5000);
        while (content.hasRemaining()) {
            int end = content.limit();
            if (random.nextInt(3) == 0) {
                content.limit(Math.min(end, content.position() + random.nextInt(again.capacity())));
                again.clear().put(content).flip();
                while (again.hasRemaining()) {
                    out.write(again);
                }
            } else {
                content.limit(Math.min(end, content.position() + random.nextInt(700_000)));
                out.writeLater(content);
                assertThat(content.hasRemaining()).isFalse();
            }
            content.limit(end);
        }
    }

    @Test
    void writesAllBytesInOrderFromBothMethods() throws IOException {
        Random random = new Random(Rounds.seed("ranges and buffers"));
        for (int mostAtOnce : new int[] {100_000, NEVER}) {
            ByteBuffer content = content(12 * MEBI);
            Written out = written(NEVER, mostAtOnce);
            write(out, content, random);
            out.awaitWritten();
            assertThat(Files.size(file)).isEqualTo(content.capacity());
            out.commit();

            assertThat(Files.readAllBytes(file)).isEqualTo(bytes(content));
            assertThat(out.failing.writer()).satisfies(FileOutputTest::isGoneOrMine);
            Files.delete(file);
        }
    }

    private static byte[] bytes(ByteBuffer content) {
        byte[] bytes = new byte[content.capacity()];
        content.get(0, bytes);
        return bytes;
    }

    private static void isGoneOrMine(Thread thread) {
        assertThat(thread == Thread.currentThread() || !thread.isAlive()).isTrue();
    }

    @Test
    void writesLargeOutputsOnAThreadThatEndsAtTheCommit() throws IOException {
        ByteBuffer content = content(MEBI);
        Written out = written(NEVER, NEVER);
        for (int i = 0; i < 4; i++) {
            out.writeLater(content.duplicate());
            assertThat(out.failing.writer()).isSameAs(Thread.currentThread());
        }
        out.writeLater(content.duplicate());
        out.awaitWritten();
        Thread writer = out.failing.writer();
        assertThat(writer).isNotSameAs(Thread.currentThread());
        assertThat(writer.isDaemon()).isTrue();
        assertThat(writer.isAlive()).isTrue();
        out.commit();
        assertThat(writer.isAlive()).isFalse();
        assertThat(Files.size(file)).isEqualTo(5L * MEBI);
        assertThatThrownBy(() -> out.writeLater(content.duplicate())).isInstanceOf(ClosedChannelException.class);
        assertThatThrownBy(() -> out.write(content.duplicate())).isInstanceOf(ClosedChannelException.class);
    }

    @Test
    void publishesNothingIfTheDiskIsFullAtAnyWrite() throws IOException {
        ByteBuffer content = content(10 * MEBI);
        for (int failing = 0; failing < 38; failing++) {
            Written out = written(failing, 300_000);
            Throwable found = catchThrowable(() -> {
                while (content.hasRemaining()) {
                    int end = content.limit();
                    out.writeLater(content.limit(Math.min(end, content.position() + MEBI / 2)));
                    content.limit(end);
                }
                out.commit();
            });
            content.clear();

            assertThat(found)
                    .as("write %d", failing)
                    .isInstanceOf(FileSystemException.class)
                    .hasMessage(file + ": disk full; free some space or write elsewhere");
            if (failing >= 20) {
                // After a failed background write, every later call reports the failure.
                assertThatThrownBy(out::commit).hasCause(found);
                assertThatThrownBy(out::sync).hasCause(found);
                assertThatThrownBy(() -> out.write(ByteBuffer.allocate(1))).hasCause(found);
                assertThatThrownBy(out::awaitWritten).isSameAs(found);
                assertThat(out.failing.writes()).isEqualTo(failing + 1);
            }
            assertThat(out.published).isFalse();
            out.close();
            assertThat(out.failing.writer()).satisfies(FileOutputTest::isGoneOrMine);
            assertThat(file).doesNotExist();
        }
    }

    @Test
    void leavesNoFileAfterAnEarlyClose() throws IOException {
        ByteBuffer content = content(20 * MEBI);
        for (int taken = 0; taken < 20; taken++) {
            Written out = written(NEVER, 10_000);
            for (int i = 0; i < taken; i++) {
                out.writeLater(content.limit((i + 1) * MEBI));
            }
            content.clear();
            out.close();
            out.close();

            assertThat(out.isOpen()).isFalse();
            assertThat(out.failing.writer()).satisfies(FileOutputTest::isGoneOrMine);
            assertThat(file).doesNotExist();
        }
    }

    @Test
    void interruptsCloseTheFile() throws IOException {
        ByteBuffer content = content(MEBI);
        for (int before : new int[] {3, 6}) {
            FileOutput out = (FileOutput) ByteSink.of(file).create();
            for (int i = 0; i < before; i++) {
                out.writeLater(content.duplicate());
            }
            Thread.currentThread().interrupt();
            Throwable found = catchThrowable(() -> out.writeLater(content.duplicate()));
            assertThat(Thread.interrupted()).isTrue();
            assertThat(found).isInstanceOf(ClosedByInterruptException.class);
            assertThat(out.isOpen()).isFalse();
            assertThatThrownBy(() -> out.write(content.duplicate())).isInstanceOf(ClosedChannelException.class);
            assertThat(out.channel.isOpen()).isFalse();
            out.close();
            try (Stream<Path> left = Files.list(directory)) {
                assertThat(left).isEmpty();
            }
        }
    }

    @Test
    void truncatesAppendedBytesWithoutACommit() throws IOException {
        ByteBuffer content = content(MEBI);
        for (boolean interrupted : new boolean[] {false, true}) {
            Files.write(file, new byte[100]);
            ByteSink.Output out = ByteSink.appending(file).create();
            for (int i = 0; i < 8; i++) {
                ((RangeOutput) out).writeLater(content.duplicate());
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
                assertThatThrownBy(() -> ((RangeOutput) out).writeLater(content.duplicate()))
                        .isInstanceOf(ClosedByInterruptException.class);
            }
            out.close();
            assertThat(Thread.interrupted()).isEqualTo(interrupted);
            assertThat(Files.readAllBytes(file)).isEqualTo(new byte[100]);
        }
    }

    @Test
    void reportsAnotherAppender() throws IOException {
        Files.write(file, new byte[100]);
        ByteBuffer content = content(MEBI);
        try (ByteSink.Output out = ByteSink.appending(file).create()) {
            for (int i = 0; i < 6; i++) {
                ((RangeOutput) out).writeLater(content.duplicate());
            }
            ((RangeOutput) out).awaitWritten();
            Files.write(file, new byte[1], StandardOpenOption.APPEND);
            assertThatThrownBy(() -> {
                        ((RangeOutput) out).writeLater(content.duplicate());
                        out.commit();
                    })
                    .hasMessageContaining("another program wrote to this file");
        }
        assertThat(Files.size(file)).isEqualTo(100 + 6L * MEBI + 1);
    }
}
