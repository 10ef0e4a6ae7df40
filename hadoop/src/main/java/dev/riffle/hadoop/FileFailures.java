package dev.riffle.hadoop;

import java.io.IOException;

/** Adds the name of the file to the exceptions of file systems. */
final class FileFailures {

    private FileFailures() {}

    /**
     * Returns the failure with the name of the file in its message. Returns an instance of a subclass of {@link
     * IOException} unchanged: its message names the file, and callers catch its class.
     */
    static IOException named(String file, IOException failure) {
        boolean reported = failure.getClass() != IOException.class
                || failure.getMessage() != null && failure.getMessage().contains(file);
        return reported ? failure : new IOException(file + ": " + failure.getMessage(), failure);
    }
}
