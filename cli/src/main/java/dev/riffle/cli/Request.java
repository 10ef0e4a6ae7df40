package dev.riffle.cli;

import java.io.IOException;

/** What a command is asked to do, checked as far as that is possible without looking at files. */
interface Request {

    /**
     * Does it.
     *
     * @throws UsageException if it cannot be done as asked
     * @throws IOException if something cannot be read or written, or is not what it should be
     */
    ExitCode run(Terminal terminal) throws IOException;
}
