package dev.riffle.cli.print;

import java.io.IOException;

/** Decides how long {@code tail --follow} waits for a file to grow. */
interface PollPolicy {

    /** The file has grown. */
    void grown();

    /**
     * Waits a moment; false if the time is up.
     *
     * @throws java.io.InterruptedIOException if the command is told to stop
     */
    boolean lasts() throws IOException;
}
