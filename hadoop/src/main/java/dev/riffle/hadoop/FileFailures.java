package dev.riffle.hadoop;

import java.io.IOException;

/** Failures of file systems, said so that one knows which file is meant. */
final class FileFailures {

    private FileFailures() {}

    /**
     * The same failure with the file in its message. One of a special class stays as it is: those say which file is meant, and others
     * look for them.
     */
    static IOException named(String file, IOException failure) {
        boolean told = failure.getClass() != IOException.class
                || failure.getMessage() != null && failure.getMessage().contains(file);
        return told ? failure : new IOException(file + ": " + failure.getMessage(), failure);
    }
}
