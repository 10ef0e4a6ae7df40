package dev.riffle.sql;

import java.nio.file.Path;
import java.util.regex.Pattern;

/** Writes names and texts into SQL statements. */
final class SqlNames {

    /** The characters that make a path a pattern. */
    private static final Pattern GLOB = Pattern.compile("[*?\\[]");

    private SqlNames() {}

    /** Returns an identifier in double quotes. */
    static String quoted(String identifier) {
        return '"' + identifier.replace("\"", "\"\"") + '"';
    }

    /** Returns a text in single quotes. */
    static String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    /** Returns a file as a text for functions that take patterns, such as {@code read_parquet}. */
    static String pattern(Path file) {
        return literal(GLOB.matcher(file.toString()).replaceAll("[$0]"));
    }
}
