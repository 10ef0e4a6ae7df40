package dev.riffle.cli.input;

import dev.riffle.cli.terminal.ExitCode;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** How the work on one file ended, for a thread that waits for it. */
final class FileOutcome {

    private final CountDownLatch done = new CountDownLatch(1);
    private ExitCode code = ExitCode.FINE;
    private @Nullable Throwable failure;

    void ended(ExitCode how) {
        code = how;
        done.countDown();
    }

    void failed(Throwable how) {
        failure = how;
        done.countDown();
    }

    /** Waits for the end; throws what the work threw. */
    ExitCode await() throws IOException {
        try {
            done.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            InterruptedIOException stopped = new InterruptedIOException("interrupted while reading files");
            stopped.initCause(e);
            throw stopped;
        }
        if (failure instanceof IOException io) {
            throw io;
        }
        if (failure instanceof RuntimeException wrong) {
            throw wrong;
        }
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure != null) {
            throw new AssertionError(failure);
        }
        return code;
    }
}
