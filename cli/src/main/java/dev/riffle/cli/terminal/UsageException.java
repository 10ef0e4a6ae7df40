package dev.riffle.cli.terminal;

import java.io.IOException;

/** A command cannot be carried out as it was typed; the message says so to the user. */
public final class UsageException extends IOException {

    private static final long serialVersionUID = 1L;

    public UsageException(String message) {
        super(message);
    }
}
