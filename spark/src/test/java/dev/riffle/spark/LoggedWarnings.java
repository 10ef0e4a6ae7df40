package dev.riffle.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Reads warnings from the log file. log4j2-test.properties names the file and the logged classes. */
final class LoggedWarnings {

    private static final Path FILE = Path.of("target", "warnings.log");

    private LoggedWarnings() {}

    /** Returns the warnings of an action and of its tasks. */
    static List<String> during(Runnable action) {
        int before = all().size();
        action.run();
        List<String> after = all();
        return after.subList(before, after.size());
    }

    private static List<String> all() {
        try {
            return Files.exists(FILE) ? Files.readAllLines(FILE) : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
