package dev.riffle.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FailuresTest {

    @AfterEach
    void notInterruptedAnyMore() {
        Thread.interrupted();
    }

    @Test
    void anInterruptedReadIsAStop() {
        assertThat(Failures.message(new ClosedByInterruptException())).isEqualTo("riffle: stopped");
        assertThat(Failures.message(new IOException("in: cannot be read", new InterruptedIOException())))
                .isEqualTo("riffle: stopped");
    }

    @Test
    void aChannelThatAnInterruptHasClosedIsAStop() {
        Thread.currentThread().interrupt();

        assertThat(Failures.message(new ClosedChannelException())).isEqualTo("riffle: stopped");
    }

    @Test
    void aChannelThatIsClosedWithoutAnInterruptIsAFault() {
        assertThat(Failures.message(new ClosedChannelException()))
                .isEqualTo("riffle: unexpected java.nio.channels.ClosedChannelException; --debug prints the stack trace");
    }
}
