package dev.riffle.sql;

import java.nio.file.Path;

/** Writes names and texts into SQL statements. */
final class SqlNames {

    private SqlNames() {}

    /** Returns an identifier in double quotes. */
    static String quoted(String identifier) {
        return '"' + identifier.replace("\"", "\"\"") + '"';
    }

    /** Returns a text in single quotes. */
    static String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    /** Returns a file as a text for the function {@code read_parquet}, which takes patterns. */
    static String pattern(Path file) {
        StringBuilder pattern = new StringBuilder();
        for (char c : file.toString().toCharArray()) {
            pattern.append(c == '*' || c == '?' || c == '[' ? "[" + c + "]" : String.valueOf(c));
        }
        return literal(pattern.toString());
    }
}
