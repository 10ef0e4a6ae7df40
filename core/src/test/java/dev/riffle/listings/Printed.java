package dev.riffle.listings;

import java.nio.file.Path;

/** Collects the output of a listing for its test. */
public final class Printed {

    private final StringBuilder text = new StringBuilder();
    private final String directory;

    /** Creates an empty output. */
    public Printed() {
        this.directory = "";
    }

    /** Creates an empty output that removes this directory from the names of its files. */
    public Printed(Path directory) {
        this.directory = directory + "/";
    }

    /** Appends the text of the value. */
    public void print(Object value) {
        text.append(value);
    }

    /** Appends the text of the value and ends the line. */
    public void println(Object value) {
        text.append(value).append('\n');
    }

    @Override
    public String toString() {
        return directory.isEmpty() ? text.toString() : text.toString().replace(directory, "");
    }
}
