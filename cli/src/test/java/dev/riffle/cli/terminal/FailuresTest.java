package dev.riffle.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FailuresTest {

    @AfterEach
    void clearInterrupt() {
        Thread.interrupted();
    }

    @Test
    void treatsAnInterruptedReadAsAStop() {
        assertThat(Failures.message(new ClosedByInterruptException())).isEqualTo("riffle: stopped");
        assertThat(Failures.message(new IOException("in: cannot be read", new InterruptedIOException())))
                .isEqualTo("riffle: stopped");
    }

    @Test
    void treatsAChannelClosedByAnInterruptAsAStop() {
        Thread.currentThread().interrupt();

        assertThat(Failures.message(new ClosedChannelException())).isEqualTo("riffle: stopped");
    }

    @Test
    void explainsANameThatIsNotUtf8() {
        assertThat(Failures.message(new NoSuchFileException("caf\ufffd", null, "no such file")))
                .isEqualTo("caf\ufffd: not a UTF-8 file name; rename the file, or use standard input or output (-)");
        assertThat(Failures.message(new NoSuchFileException("caf\u00e9", null, "no such file")))
                .isEqualTo("caf\u00e9: no such file");
    }

    /** Checks the exception of the JDK, whose message is only the name of the file. */
    @Test
    void explainsAMissingPermission() {
        assertThat(Failures.message(new AccessDeniedException("locked/a.tfrecord")))
                .isEqualTo("locked/a.tfrecord: permission denied; check the permissions of the file and its directory");
        assertThat(Failures.message(new AccessDeniedException("locked", null, "cannot be read")))
                .isEqualTo("locked: cannot be read");
    }

    @Test
    void treatsAChannelClosedWithoutAnInterruptAsAnError() {
        assertThat(Failures.message(new ClosedChannelException()))
                .isEqualTo(
                        "riffle: unexpected java.nio.channels.ClosedChannelException; --debug prints the stack trace");
    }
}
