package dev.riffle.cli;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

/**
 * File patterns as TensorFlow has them: {@code *} and {@code ?} stay within a directory, {@code [a-c]} and {@code [^a-c]}
 * are sets, a backslash takes the next character as it is; there are no braces and no {@code **}. As in a shell, and unlike
 * TensorFlow, a name that begins with a period is matched only by a period, since files that are still being written have
 * such names.
 */
final class Glob {

    private Glob() {}

    static boolean isPattern(String word) {
        return word.chars().anyMatch(c -> c == '*' || c == '?' || c == '[');
    }

    /** The files that match, in the order of their paths; a pattern is relative to {@code directory}. */
    static List<Path> expand(Path directory, String pattern) throws IOException {
        List<Path> matches = List.of(pattern.startsWith("/") ? Path.of("/") : directory);
        for (String segment : pattern.split("/+")) {
            if (!segment.isEmpty()) {
                matches = step(matches, segment);
            }
        }
        List<Path> files = new ArrayList<>();
        for (Path match : matches) {
            if (!Files.isDirectory(match)) {
                files.add(match);
            }
        }
        files.sort(Comparator.comparing(Path::toString));
        return files;
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
        Pattern pattern = regex(segment);
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            for (Path entry : entries) {
                String name = entry.getFileName().toString();
                boolean hidden = name.startsWith(".") && !segment.startsWith(".");
                if (!hidden && pattern.matcher(name).matches()) {
                    found.add(directory.resolve(name));
                }
            }
        }
        return found;
    }

    static Pattern regex(String segment) {
        StringBuilder regex = new StringBuilder();
        int i = 0;
        while (i < segment.length()) {
            char c = segment.charAt(i++);
            int setEnd = c == '[' ? setEnd(segment, i) : -1;
            if (c == '*') {
                regex.append(".*");
            } else if (c == '?') {
                regex.append('.');
            } else if (setEnd > 0) {
                regex.append(set(segment.substring(i, setEnd)));
                i = setEnd + 1;
            } else if (c == '\\' && i < segment.length()) {
                regex.append(Pattern.quote(segment.substring(i, ++i)));
            } else {
                regex.append(Pattern.quote(String.valueOf(c)));
            }
        }
        return Pattern.compile(regex.toString(), Pattern.DOTALL);
    }

    /** Where the set that begins at {@code from} ends, or -1; a bracket right at its beginning belongs to it. */
    private static int setEnd(String segment, int from) {
        int first = from;
        if (first < segment.length() && (segment.charAt(first) == '^' || segment.charAt(first) == '!')) {
            first++;
        }
        return segment.indexOf(']', first + 1);
    }

    private static String set(String inside) {
        boolean negated = inside.startsWith("^") || inside.startsWith("!");
        String characters = negated ? inside.substring(1) : inside;
        return (negated ? "[^" : "[") + characters.replaceAll("[\\\\\\[\\]&^]", "\\\\$0") + "]";
    }
}
