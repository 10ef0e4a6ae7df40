package dev.riffle.cli.terminal;

import java.io.IOException;

/** Whoever read our standard output has gone, as {@code head} does when it has enough: no error, but the end. */
public final class ClosedPipeException extends IOException {

    private static final long serialVersionUID = 1L;

    ClosedPipeException(IOException cause) {
        super(cause);
    }
}
