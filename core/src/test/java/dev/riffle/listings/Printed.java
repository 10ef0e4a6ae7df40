package dev.riffle.listings;

import java.nio.file.Path;

/** What a listing prints, for its test to look at. */
final class Printed {

    private final StringBuilder text = new StringBuilder();
    private final String directory;

    Printed() {
        this.directory = "";
    }

    /** What is printed without this directory before the names of files in it. */
    Printed(Path directory) {
        this.directory = directory + "/";
    }

    void print(Object value) {
        text.append(value);
    }

    void println(Object value) {
        text.append(value).append('\n');
    }

    @Override
    public String toString() {
        return directory.isEmpty() ? text.toString() : text.toString().replace(directory, "");
    }
}
