package dev.riffle.cli.output;

/** Parses the values of flags for CSV. */
public final class CsvFlags {

    private CsvFlags() {}

    /** Returns the character that a delimiter flag means. */
    public static char delimiter(String typed) {
        if (typed.equals("\\t") || typed.equals("tab")) {
            return '\t';
        }
        if (typed.length() != 1) {
            throw new IllegalArgumentException("--delimiter must be one character, or \\t: " + typed);
        }
        return typed.charAt(0);
    }
}
