package dev.riffle.index;

import java.io.IOException;

/** Reports that an index file is not usable, with the reason. The caller then scans the data file. */
final class UnusableIndexException extends IOException {

    private static final long serialVersionUID = 1;

    UnusableIndexException(String why) {
        super(why);
    }
}
