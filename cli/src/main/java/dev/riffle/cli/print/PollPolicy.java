package dev.riffle.cli.print;

import java.io.IOException;

/** Decides how long {@code tail --follow} waits for a file to grow. */
interface PollPolicy {

    /** Notes that the file has grown. */
    void grown();

    /**
     * Waits for a moment. Returns false if the time limit has passed.
     *
     * @throws java.io.InterruptedIOException if the command must stop
     */
    boolean lasts() throws IOException;
}
