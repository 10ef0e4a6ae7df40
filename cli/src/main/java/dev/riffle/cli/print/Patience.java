package dev.riffle.cli.print;

import java.io.IOException;

/** How somebody waits for a file to grow. */
interface Patience {

    /** The file has grown. */
    void grown();

    /**
     * Waits a moment; false if the time is up.
     *
     * @throws java.io.InterruptedIOException if the command is told to stop
     */
    boolean lasts() throws IOException;
}
