package dev.riffle.internal;

import dev.riffle.internal.file.Directories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Expands file patterns like TensorFlow. {@code *} and {@code ?} stay within a directory, {@code [a-c]} and {@code
 * [^a-c]} are sets, and a backslash quotes the next character. Braces and {@code **} have no special meaning. As in a
 * shell but unlike in TensorFlow, only a period matches the leading period of a name. So patterns exclude unfinished
 * files, which have such names.
 */
public final class FilePattern {

    private FilePattern() {}

    /** Returns whether a word has one of the special characters of a pattern. */
    public static boolean isPattern(String word) {
        return word.chars().anyMatch(c -> c == '*' || c == '?' || c == '[');
    }

    /** Returns the matching files in path order; a pattern is relative to {@code directory}. */
    public static List<Path> files(Path directory, String pattern) throws IOException {
        return expand(directory, pattern).stream()
                .filter(match -> !Files.isDirectory(match))
                .toList();
    }

    /** Returns the matching files and directories in path order; a pattern is relative to {@code directory}. */
    public static List<Path> expand(Path directory, String pattern) throws IOException {
        List<Path> matches = List.of(pattern.startsWith("/") ? directory.resolve("/") : directory);
        for (String segment : pattern.split("/+")) {
            if (!segment.isEmpty()) {
                matches = step(matches, segment);
            }
        }
        return matches.stream().sorted(Comparator.comparing(Path::toString)).toList();
    }

    private static List<Path> step(List<Path> directories, String segment) throws IOException {
        List<Path> found = new ArrayList<>();
        for (Path directory : directories) {
            if (!isPattern(segment)) {
                Path next = directory.resolve(segment.replaceAll("\\\\(.)", "$1"));
                if (Files.exists(next)) {
                    found.add(next);
                }
            } else if (Files.isDirectory(directory)) {
                found.addAll(matches(directory, segment));
            }
        }
        return found;
    }

    private static List<Path> matches(Path directory, String segment) throws IOException {
        return Directories.entries(directory, entry -> {
            String name = entry.getFileName().toString();
            boolean hidden = name.startsWith(".") && !segment.startsWith(".");
            return !hidden && Glob.matches(segment, name);
        });
    }
}
