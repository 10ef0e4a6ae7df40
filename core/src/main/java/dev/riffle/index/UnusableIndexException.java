package dev.riffle.index;

import java.io.IOException;

/** A side file that is not what it should be, and why. The data file is walked instead. */
final class UnusableIndexException extends IOException {

    private static final long serialVersionUID = 1;

    UnusableIndexException(String why) {
        super(why);
    }
}
