package dev.riffle.cli.output;

/** What flags about CSV mean. */
public final class CsvFlags {

    private CsvFlags() {}

    /** The one character of a delimiter as it is typed. */
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
