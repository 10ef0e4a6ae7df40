package dev.riffle.cli.terminal;

import java.io.IOException;

/**
 * Thrown when the reader of standard output has closed it, as {@code head} does after enough lines. This is not an
 * error. The command ends.
 */
public final class ClosedPipeException extends IOException {

    private static final long serialVersionUID = 1L;

    ClosedPipeException(IOException cause) {
        super(cause);
    }
}
