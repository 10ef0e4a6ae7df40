package dev.riffle.cli.terminal;

import java.io.IOException;

/**
 * Thrown when the reader of standard output has closed it, as {@code head} does after enough lines. It is not an error,
 * but the end of the command.
 */
public final class ClosedPipeException extends IOException {

    private static final long serialVersionUID = 1L;

    ClosedPipeException(IOException cause) {
        super(cause);
    }
}
