package dev.riffle.hadoop;

import java.io.IOException;

/** Adds the name of the file to failures of file systems. */
final class FileFailures {

    private FileFailures() {}

    /**
     * Returns the failure with the name of the file in its message. A subclass of {@link IOException} is returned
     * unchanged: its message names the file, and callers catch its class.
     */
    static IOException named(String file, IOException failure) {
        boolean reported = failure.getClass() != IOException.class
                || failure.getMessage() != null && failure.getMessage().contains(file);
        return reported ? failure : new IOException(file + ": " + failure.getMessage(), failure);
    }
}
