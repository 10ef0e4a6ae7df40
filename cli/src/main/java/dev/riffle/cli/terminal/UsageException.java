package dev.riffle.cli.terminal;

import java.io.IOException;

/** Thrown when a command line is wrong. The message explains the error to the user. */
public final class UsageException extends IOException {

    private static final long serialVersionUID = 1L;

    public UsageException(String message) {
        super(message);
    }
}
