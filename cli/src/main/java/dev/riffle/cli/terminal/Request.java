package dev.riffle.cli.terminal;

import java.io.IOException;

/** Describes the work of a command, after the checks that need no access to files. */
public interface Request {

    /**
     * Does the work.
     *
     * @throws UsageException if the request is impossible
     * @throws IOException if a file cannot be read or written, or has the wrong content
     */
    ExitCode run(Terminal terminal) throws IOException;
}
