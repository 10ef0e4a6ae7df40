package dev.riffle.sql.internal;

/** Names of columns and tables without regard to case. Like DuckDB, folds only the letters of ASCII. */
public final class FoldedName {

    private FoldedName() {}

    /** Returns the name with small letters. */
    public static String of(String name) {
        StringBuilder folded = new StringBuilder(name.length());
        name.chars().forEach(c -> folded.append((char) (c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c)));
        return folded.toString();
    }
}
