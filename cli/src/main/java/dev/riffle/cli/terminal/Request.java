package dev.riffle.cli.terminal;

import java.io.IOException;

/** What a command is asked to do, checked as far as that is possible without looking at files. */
public interface Request {

    /**
     * Does it.
     *
     * @throws UsageException if it cannot be done as asked
     * @throws IOException if something cannot be read or written, or is not what it should be
     */
    ExitCode run(Terminal terminal) throws IOException;
}
