package dev.riffle.cli.print;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Optional;

/** Polls ten times a second. Stops if the file has not grown for a given time, or never stops without such a time. */
final class TimedPolling implements PollPolicy {

    private static final long MILLIS_BETWEEN_LOOKS = 100;

    private final Optional<Duration> most;
    private long since = System.nanoTime();

    TimedPolling(Optional<Duration> most) {
        this.most = most;
    }

    @Override
    public void grown() {
        since = System.nanoTime();
    }

    @Override
    public boolean lasts() throws IOException {
        long millis = MILLIS_BETWEEN_LOOKS;
        if (most.isPresent()) {
            long left = most.get().toNanos() - (System.nanoTime() - since);
            if (left <= 0) {
                return false;
            }
            millis = Math.min(millis, left / 1_000_000 + 1);
        }
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            InterruptedIOException stopped =
                    new InterruptedIOException("interrupted while waiting for the file to grow");
            stopped.initCause(e);
            throw stopped;
        }
        return true;
    }
}
