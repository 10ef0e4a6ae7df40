package dev.riffle.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Reads warnings from the log file. The file {@code log4j2-test.properties} names the log file and the logged classes.
 */
final class LoggedWarnings {

    private static final Path FILE = Path.of("target", "warnings.log");

    private LoggedWarnings() {}

    /** Runs an action and returns the warnings that the action and its tasks logged. */
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
