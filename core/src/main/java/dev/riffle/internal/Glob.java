package dev.riffle.internal;

import dev.riffle.internal.file.Directories;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Matches file patterns by the rules of TensorFlow. Between slashes these are the rules of POSIX's {@code fnmatch}.
 * {@code *} and {@code ?} match a dot at the beginning of a name, but no slash. {@code [a-z]}, {@code [!a-z]} and
 * {@code [[:digit:]]} match one character. A backslash escapes the next character. Braces are plain characters, and
 * {@code **} means the same as {@code *}.
 */
public final class Glob {

    private Glob() {}

    /**
     * Returns the matching files below {@code base}, in no particular order. Returns only directories if the pattern
     * ends with a slash.
     */
    public static List<Path> expand(Path base, String pattern) throws IOException {
        if (pattern.isEmpty()) {
            return List.of();
        }
        List<Path> found = List.of(base);
        String[] segments = pattern.split("/");
        for (int i = 0; i < segments.length; i++) {
            if (segments[i].isEmpty()) {
                continue;
            }
            List<Path> deeper = new ArrayList<>();
            for (Path directory : found) {
                if (isPattern(segments[i])) {
                    list(directory, segments[i], deeper);
                } else if (Files.exists(directory.resolve(segments[i]), LinkOption.NOFOLLOW_LINKS)) {
                    deeper.add(directory.resolve(segments[i]));
                }
            }
            found = deeper;
        }
        return pattern.endsWith("/") ? found.stream().filter(Files::isDirectory).toList() : found;
    }

    private static boolean isPattern(String segment) {
        return segment.chars().anyMatch(c -> c == '*' || c == '?' || c == '[' || c == '\\');
    }

    private static void list(Path directory, String segment, List<Path> found) throws IOException {
        // An empty path means the current directory, but the file system cannot list a directory by an empty name.
        Path listed = directory.toString().isEmpty() ? directory.resolve(".") : directory;
        try {
            for (Path child : Directories.entries(
                    listed, each -> matches(segment, each.getFileName().toString()))) {
                found.add(directory.resolve(child.getFileName()));
            }
        } catch (NoSuchFileException | NotDirectoryException | AccessDeniedException e) {
            // The directory is empty, or this user cannot read it, for example lost+found. TensorFlow ignores such a
            // directory, too.
        }
    }

    /** Returns whether a name without slashes matches. */
    public static boolean matches(String pattern, String name) {
        return matches(pattern.codePoints().toArray(), name.codePoints().toArray());
    }

    private static boolean matches(int[] pattern, int[] name) {
        int p = 0;
        int n = 0;
        int star = -1;
        int starName = 0;
        while (n < name.length) {
            if (p < pattern.length && pattern[p] == '*') {
                star = p++;
                starName = n;
                continue;
            }
            int next = p < pattern.length ? matchOne(pattern, p, name[n]) : -1;
            if (next >= 0) {
                p = next;
                n++;
            } else if (star >= 0) {
                // The last star matches one character more than before.
                p = star + 1;
                n = ++starName;
            } else {
                return false;
            }
        }
        while (p < pattern.length && pattern[p] == '*') {
            p++;
        }
        return p == pattern.length;
    }

    /** Returns the index after the pattern element that matches one character, or -1. */
    private static int matchOne(int[] pattern, int at, int c) {
        return switch (pattern[at]) {
            case '?' -> at + 1;
            case '[' -> {
                int end = closing(pattern, at);
                if (end < 0) {
                    yield c == '[' ? at + 1 : -1;
                }
                yield inBrackets(pattern, at + 1, end, c) ? end + 1 : -1;
            }
            case '\\' -> at + 1 < pattern.length && pattern[at + 1] == c ? at + 2 : -1;
            default -> pattern[at] == c ? at + 1 : -1;
        };
    }

    /** Returns the index of the bracket that closes the bracket at {@code open}, or -1. */
    private static int closing(int[] pattern, int open) {
        int at = open + 1;
        if (at < pattern.length && isNegation(pattern[at])) {
            at++;
        }
        int first = at;
        while (at < pattern.length) {
            if (pattern[at] == ']' && at > first) {
                return at;
            }
            int named = named(pattern, at, pattern.length);
            at = named > 0 ? named : pattern[at] == '\\' ? at + 2 : at + 1;
        }
        return -1;
    }

    private static boolean isNegation(int c) {
        return c == '!' || c == '^';
    }

    /** Returns the index after a character class such as {@code [:alpha:]}, or -1. */
    private static int named(int[] pattern, int at, int end) {
        if (pattern[at] != '[' || at + 1 >= end || ":.=".indexOf(pattern[at + 1]) < 0) {
            return -1;
        }
        for (int i = at + 2; i + 1 < end; i++) {
            if (pattern[i] == pattern[at + 1] && pattern[i + 1] == ']') {
                return i + 2;
            }
        }
        return -1;
    }

    private static boolean inBrackets(int[] pattern, int from, int end, int c) {
        boolean negated = isNegation(pattern[from]);
        boolean found = false;
        int at = negated ? from + 1 : from;
        while (at < end) {
            int named = named(pattern, at, end);
            if (named > 0 && pattern[at + 1] == ':') {
                found |= isOfClass(new String(pattern, at + 2, named - at - 4), c);
                at = named;
                continue;
            }
            int lowEnd = characterEnd(pattern, at, end);
            int low = character(pattern, at, lowEnd);
            int high = low;
            at = lowEnd;
            if (at + 1 < end && pattern[at] == '-') {
                int highEnd = characterEnd(pattern, at + 1, end);
                high = character(pattern, at + 1, highEnd);
                at = highEnd;
            }
            found |= low <= c && c <= high;
        }
        return found != negated;
    }

    /** Returns the index after one character in brackets. The character may be plain, escaped, or {@code [.x.]}. */
    private static int characterEnd(int[] pattern, int at, int end) {
        int named = named(pattern, at, end);
        return named > 0 ? named : pattern[at] == '\\' && at + 1 < end ? at + 2 : at + 1;
    }

    private static int character(int[] pattern, int at, int end) {
        return end - at > 2 ? pattern[at + 2] : pattern[end - 1];
    }

    private static boolean isOfClass(String name, int c) {
        return switch (name) {
            case "alpha" -> Character.isLetter(c);
            case "digit" -> c >= '0' && c <= '9';
            case "alnum" -> Character.isLetter(c) || (c >= '0' && c <= '9');
            case "upper" -> Character.isUpperCase(c);
            case "lower" -> Character.isLowerCase(c);
            case "space" -> c == ' ' || (c >= '\t' && c <= '\r');
            case "blank" -> c == ' ' || c == '\t';
            case "punct" -> c > ' ' && c < 0x7f && !Character.isLetterOrDigit(c);
            case "xdigit" -> Character.digit(c, 16) >= 0 && c < 0x80;
            case "cntrl" -> Character.isISOControl(c);
            case "graph" -> c > ' ' && !Character.isISOControl(c);
            case "print" -> c >= ' ' && !Character.isISOControl(c);
            default -> false;
        };
    }
}
