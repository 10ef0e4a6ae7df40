package dev.riffle.listings;

import java.nio.file.Path;

/** What a listing prints, for its test to look at. */
public final class Printed {

    private final StringBuilder text = new StringBuilder();
    private final String directory;

    /** Nothing so far. */
    public Printed() {
        this.directory = "";
    }

    /** What is printed without this directory before the names of files in it. */
    public Printed(Path directory) {
        this.directory = directory + "/";
    }

    /** Adds what the value prints. */
    public void print(Object value) {
        text.append(value);
    }

    /** Adds what the value prints, and ends the line. */
    public void println(Object value) {
        text.append(value).append('\n');
    }

    @Override
    public String toString() {
        return directory.isEmpty() ? text.toString() : text.toString().replace(directory, "");
    }
}
