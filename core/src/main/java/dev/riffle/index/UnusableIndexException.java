package dev.riffle.index;

import java.io.IOException;

/** Thrown when an index file cannot be used, with the reason. The data file is scanned instead. */
final class UnusableIndexException extends IOException {

    private static final long serialVersionUID = 1;

    UnusableIndexException(String why) {
        super(why);
    }
}
