package dev.riffle.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.riffle.Rounds;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.FileSystemException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BackgroundWriterTest {

    private final ByteArrayOutputStream written = new ByteArrayOutputStream();

    @AfterEach
    void clearInterruptFlag() {
        assertThat(Thread.interrupted()).isFalse();
    }

    private static ByteBuffer range(int value, int size) {
        byte[] bytes = new byte[size];
        Arrays.fill(bytes, (byte) value);
        return ByteBuffer.wrap(bytes);
    }

    private int write(ByteBuffer source, int most) {
        int count = Math.min(source.remaining(), most);
        for (int i = 0; i < count; i++) {
            written.write(source.get());
        }
        return count;
    }

    /** Blocks in each write until an interrupt. */
    private final class HeldWriting implements BackgroundWriter.Writing {

        private final CountDownLatch begun = new CountDownLatch(1);
        private final CountDownLatch never = new CountDownLatch(1);

        @Override
        public int write(ByteBuffer source) throws IOException {
            begun.countDown();
            try {
                never.await();
            } catch (InterruptedException e) {
                throw new ClosedByInterruptException();
            }
            throw new AssertionError("the write was not interrupted");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 1000})
    void writesAllRangesInOrder(int mostAtOnce) throws IOException {
        Random random = new Random(Rounds.seed("order"));
        ByteArrayOutputStream expected = new ByteArrayOutputStream();
        BackgroundWriter after =
                BackgroundWriter.begin(source -> write(source, mostAtOnce)).orElseThrow();
        for (int i = 0; i < 2000; i++) {
            ByteBuffer range = range(i, random.nextInt(30));
            expected.writeBytes(range.array());
            after.take(range);
            if (random.nextInt(50) == 0) {
                after.await();
                assertThat(written.toByteArray()).isEqualTo(expected.toByteArray());
            }
        }
        after.await();
        after.end();

        assertThat(written.toByteArray()).isEqualTo(expected.toByteArray());
        assertThat(after.isAlive()).isFalse();
    }

    @Test
    void throwsWriteFailuresToTheCallerAndStopsWriting() {
        for (Throwable thrown : List.of(
                new FileSystemException("file", null, "disk full"),
                new IllegalArgumentException("sink"),
                new OutOfMemoryError("sink"))) {
            for (int failing = 0; failing < 40; failing++) {
                written.reset();
                int failsAt = failing;
                BackgroundWriter after = BackgroundWriter.begin(source -> {
                            if (written.size() == failsAt) {
                                throwIt(thrown);
                            }
                            return write(source, 1);
                        })
                        .orElseThrow();

                Throwable found = catchThrowable(() -> {
                    for (int i = 0; i < 20; i++) {
                        after.take(range(i, 2));
                    }
                    after.await();
                });

                assertThat(found).isSameAs(thrown);
                assertThat(catchThrowable(after::await)).isSameAs(thrown);
                assertThat(catchThrowable(() -> after.take(range(1, 1)))).isSameAs(thrown);
                after.end();
                assertThat(catchThrowable(after::await)).isSameAs(thrown);
                assertThat(written.size()).isEqualTo(failing);
                assertThat(after.isAlive()).isFalse();
            }
        }
    }

    private static void throwIt(Throwable thrown) throws IOException {
        if (thrown instanceof IOException e) {
            throw e;
        }
        if (thrown instanceof RuntimeException e) {
            throw e;
        }
        throw (Error) thrown;
    }

    @Test
    void interruptOfACallerAtAFullQueueInterruptsTheWrite() throws Exception {
        HeldWriting held = new HeldWriting();
        BackgroundWriter after = BackgroundWriter.begin(held).orElseThrow();
        Thread interrupting = interruptMeAfter(held.begun);

        assertThatThrownBy(() -> {
                    while (true) {
                        after.take(range(1, 1));
                    }
                })
                .isInstanceOf(ClosedByInterruptException.class);
        assertThat(Thread.interrupted()).isTrue();
        interrupting.join();
        assertThat(after.isAlive()).isFalse();
    }

    @Test
    void interruptOfAWaitingCallerInterruptsTheWrite() throws Exception {
        HeldWriting held = new HeldWriting();
        BackgroundWriter after = BackgroundWriter.begin(held).orElseThrow();
        after.take(range(1, 1));
        Thread interrupting = interruptMeAfter(held.begun);

        assertThatThrownBy(after::await).isInstanceOf(ClosedByInterruptException.class);
        assertThat(Thread.interrupted()).isTrue();
        interrupting.join();

        assertThat(after.isAlive()).isFalse();
        assertThatThrownBy(after::await).isInstanceOf(ClosedByInterruptException.class);
        assertThatThrownBy(() -> after.take(range(1, 1))).isInstanceOf(ClosedByInterruptException.class);
    }

    @Test
    void acceptsNoRangeFromAnInterruptedCaller() {
        BackgroundWriter after =
                BackgroundWriter.begin(source -> write(source, 10)).orElseThrow();
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> after.take(range(1, 1))).isInstanceOf(ClosedByInterruptException.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(after.isAlive()).isFalse();
        assertThat(written.size()).isZero();
    }

    @Test
    void interruptDuringTheEndStaysSet() throws Exception {
        HeldWriting held = new HeldWriting();
        BackgroundWriter after = BackgroundWriter.begin(held).orElseThrow();
        after.take(range(1, 1));
        held.begun.await();
        endInterrupted(after);
    }

    private static void endInterrupted(BackgroundWriter after) {
        Thread.currentThread().interrupt();
        after.end();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(after.isAlive()).isFalse();
    }

    private static Thread interruptMeAfter(CountDownLatch latch) {
        Thread caller = Thread.currentThread();
        Thread interrupting = new Thread(() -> {
            try {
                latch.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            caller.interrupt();
        });
        interrupting.start();
        return interrupting;
    }

    @Test
    void startsAtMostOneThreadPerProcessor() {
        List<BackgroundWriter> begun = new ArrayList<>();
        for (int round = 0; round < 3; round++) {
            Optional<BackgroundWriter> next = BackgroundWriter.begin(source -> write(source, 1));
            while (next.isPresent()) {
                begun.add(next.get());
                next = BackgroundWriter.begin(source -> write(source, 1));
            }
            assertThat(begun).hasSize(Runtime.getRuntime().availableProcessors());
            begun.forEach(BackgroundWriter::end);
            begun.clear();
        }
    }

    @Test
    void endDiscardsWaitingRanges() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        BackgroundWriter after = BackgroundWriter.begin(source -> {
                    begun.countDown();
                    try {
                        goOn.await();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                    return write(source, 1);
                })
                .orElseThrow();
        after.take(range(1, 3));
        begun.await();
        for (int i = 0; i < 5; i++) {
            after.take(range(2, 3));
        }
        Thread ending = new Thread(after::end);
        ending.start();
        // {@code end()} waits until the current write of a range has finished.
        while (!after.isEnding()) {
            Thread.onSpinWait();
        }
        goOn.countDown();
        ending.join();

        assertThat(written.toByteArray()).isEqualTo(range(1, 3).array());
        assertThat(after.isAlive()).isFalse();
        assertThatIllegalStateException().isThrownBy(() -> after.take(range(1, 1)));
        assertThatCode(after::end).doesNotThrowAnyException();
    }
}
