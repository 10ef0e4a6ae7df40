package dev.riffle.cli;

import java.io.IOException;

/** A command cannot be carried out as it was typed; the message says so to the user. */
final class UsageException extends IOException {

    private static final long serialVersionUID = 1L;

    UsageException(String message) {
        super(message);
    }
}
