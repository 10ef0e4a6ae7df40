package dev.riffle.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ConcurrentModificationException;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/**
 * Defines the contract of outputs whose storage fails, or that two threads share by mistake. An output reports both,
 * and then publishes nothing.
 */
public abstract class FailingSinkContract {

    private final BlockingSink blocking = new BlockingSink();

    /** A step of the storage, which can wait or fail. */
    @FunctionalInterface
    public interface Step {

        void run() throws IOException;
    }

    /** Returns an output whose storage runs {@code step} at the beginning of each write and each sync. */
    protected abstract ByteSink.Output output(Step step) throws IOException;

    private static ByteBuffer bytes() {
        return ByteBuffer.allocate(10);
    }

    private static void assertRefuses(ByteSink.Output output, Throwable failure) {
        List<ThrowingCallable> calls = List.of(() -> output.write(bytes()), output::sync, output::commit);
        for (ThrowingCallable call : calls) {
            assertThatThrownBy(call)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageEndingWith(
                            "an earlier write or commit failed, so the output is incomplete; write it again")
                    .cause()
                    .isSameAs(failure);
        }
    }

    @Test
    void rejectsCallsDuringAWrite() throws Exception {
        try (ByteSink.Output output = output(blocking::pause)) {
            Throwable[] first = {null};
            blocking.during(() -> output.write(bytes()), () -> {
                first[0] = catchThrowable(() -> output.write(bytes()));
                assertThatThrownBy(output::sync).isInstanceOf(ConcurrentModificationException.class);
                assertThatThrownBy(output::commit).isInstanceOf(ConcurrentModificationException.class);
            });

            assertThat(first[0]).isInstanceOf(ConcurrentModificationException.class);
            assertRefuses(output, first[0]);
        }
    }

    @Test
    void aCloseDuringAWriteTakesEffectAfterIt() throws Exception {
        ByteSink.Output output = output(blocking::pause);
        blocking.during(() -> output.write(bytes()), () -> {
            assertThatThrownBy(output::close).isInstanceOf(ConcurrentModificationException.class);
            assertThat(output.isOpen()).isTrue();
        });

        assertThat(output.isOpen()).isFalse();
        output.close();
    }

    private enum Failure implements Step {
        IO {
            @Override
            public void run() throws IOException {
                throw new IOException("once");
            }
        },
        RUNTIME {
            @Override
            public void run() {
                throw new IllegalStateException("once");
            }
        },
        ERROR {
            @Override
            public void run() {
                throw new NoClassDefFoundError("once");
            }
        }
    }

    @Test
    void everyFailureIsPermanent() throws IOException {
        for (Failure failure : Failure.values()) {
            for (boolean inSync : new boolean[] {false, true}) {
                Step[] step = {() -> {}};
                try (ByteSink.Output output = output(() -> step[0].run())) {
                    output.write(bytes());
                    step[0] = failure;
                    Throwable thrown = catchThrowable(() -> {
                        if (inSync) {
                            output.sync();
                        } else {
                            output.write(bytes());
                        }
                    });
                    step[0] = () -> {};

                    assertThat(thrown).hasMessageContaining("once");
                    assertRefuses(output, thrown);
                }
            }
        }
    }
}
