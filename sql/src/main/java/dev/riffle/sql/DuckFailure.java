package dev.riffle.sql;

import dev.riffle.internal.JsonReader;
import dev.riffle.internal.JsonSyntaxException;
import dev.riffle.internal.JsonValue;
import dev.riffle.sql.internal.JsonTree;
import dev.riffle.sql.internal.StatementPlace;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * An error of DuckDB: its kind, its text without Java's and DuckDB's prefixes, and its place.
 *
 * @param kind DuckDB's name for the kind, such as {@code Binder}
 * @param subtype DuckDB's name for the error, such as {@code COLUMN_NOT_FOUND}; may be empty
 * @param text the text
 * @param position the number of bytes of the statement before the error
 */
record DuckFailure(String kind, String subtype, String text, OptionalInt position) {

    private static final String JSON_START = "{\"exception_type\"";
    private static final Pattern PREFIX = Pattern.compile("(?s)(?:.*?message=)?((?:[A-Z][A-Za-z]* )+)Error: (.*)");
    private static final int MOST_DEPTH = 20;

    /** The words of DuckDB for unknown columns in joins, stars, lists of columns and structs. */
    private static final Pattern UNKNOWN_COLUMN = Pattern.compile("(?i:column) .*not found|does not have a column named"
            + "|does not exist on (?:left|right) side|No matching columns|no matching entry|Could not find key");

    private static final Pattern CALL_OF_ERROR = Pattern.compile("(?i)\\berror\\s*\\(");

    static DuckFailure of(Throwable thrown) {
        return of(String.valueOf(thrown.getMessage()));
    }

    /** Returns the error of DuckDB that is the cause of an exception. */
    static DuckFailure ofCause(SqlException exception) {
        Throwable cause = exception.getCause();
        return of(cause == null ? exception : cause);
    }

    static DuckFailure of(String message) {
        int json = message.indexOf(JSON_START);
        if (json >= 0) {
            try {
                JsonValue value = JsonValue.read(JsonReader.nested(message.substring(json), MOST_DEPTH));
                if (value instanceof JsonValue.Members members) {
                    return of(members.members());
                }
            } catch (JsonSyntaxException e) {
                // The message is not JSON, although it begins like it.
                return ofText(message);
            }
        }
        return ofText(message);
    }

    /** Returns the error that a JSON object of DuckDB describes. */
    private static DuckFailure of(Map<String, JsonValue> members) {
        return new DuckFailure(
                JsonTree.text(members, "exception_type"),
                JsonTree.text(members, "error_subtype"),
                withoutSettings(JsonTree.text(members, "exception_message")),
                JsonTree.position(JsonTree.text(members, "position")));
    }

    /** Leaves out the advice to change DuckDB's settings, which a query cannot do. */
    private static String withoutSettings(String text) {
        return text.lines()
                .filter(line -> !line.startsWith("Use SET "))
                .collect(Collectors.joining("\n"))
                .strip();
    }

    private static DuckFailure ofText(String message) {
        Matcher prefix = PREFIX.matcher(message);
        String kind = prefix.matches() ? prefix.group(1).strip() : "";
        String text = prefix.matches() ? prefix.group(2) : message;
        int excerpt = text.indexOf("\n\nLINE ");
        return new DuckFailure(
                kind, "", (excerpt < 0 ? text : text.substring(0, excerpt)).strip(), OptionalInt.empty());
    }

    /** Returns whether a query has read a stream that DuckDB has already read. */
    boolean isSecondScan() {
        return text.contains("stream has been released");
    }

    /** Returns whether DuckDB has lost the words of its error, because the result was streamed. */
    boolean isWithoutWords() {
        return text.equals("Invalid result set");
    }

    /** Returns whether the statement names a column that no table has. */
    boolean isUnknownColumn() {
        return subtype.equals("COLUMN_NOT_FOUND")
                || kind.equals("Binder") && UNKNOWN_COLUMN.matcher(text).find();
    }

    /** Returns whether a damaged Parquet file can cause this error. DuckDB has no kind of its own for most damage. */
    boolean canBeDamage() {
        return switch (kind.toUpperCase(Locale.ROOT)) {
            case "IO", "INVALID", "INVALID INPUT", "SERIALIZATION", "DATA CORRUPTION", "INTERNAL", "EXECUTOR", "" ->
                !isSecondScan();
            default -> false;
        };
    }

    /** Returns whether a call of the function {@code error} in the statement can cause this error. */
    boolean canBeCallOfError(String statement) {
        return kind.equalsIgnoreCase("Invalid Input")
                && CALL_OF_ERROR.matcher(statement).find();
    }

    /** Returns whether the query needs more memory than the limit. */
    boolean isMemory() {
        return kind.equalsIgnoreCase("Out of Memory");
    }

    /**
     * Returns the exception for this error.
     *
     * @param tables the names of the tables of the statement
     */
    RuntimeException exception(String statement, List<String> tables, Exception cause) throws IOException {
        if (text.startsWith("Max expression depth")) {
            return exception(SqlException.Reason.STATEMENT, "statement is nested too deeply", "", cause);
        }
        return switch (kind.toUpperCase(Locale.ROOT)) {
            case "IO", "HTTP" -> throw new IOException(text, cause);
            case "OUT OF MEMORY" ->
                exception(
                        SqlException.Reason.RESOURCES,
                        "query" + (tables.isEmpty() ? "" : " over " + String.join(", ", tables))
                                + " needs more memory than the limit: "
                                + text.lines().findFirst().orElse("")
                                + "; raise the memory limit, use fewer threads, or select fewer columns",
                        "",
                        cause);
            case "INTERRUPT" -> exception(SqlException.Reason.CANCELLED, "query was cancelled", "", cause);
            case "PARSER", "SYNTAX", "BINDER", "CATALOG", "NOT IMPLEMENTED", "PERMISSION", "PARAMETER NOT RESOLVED" ->
                exception(SqlException.Reason.STATEMENT, text, statement, cause);
            default -> exception(SqlException.Reason.VALUES, text, statement, cause);
        };
    }

    private SqlException exception(SqlException.Reason reason, String message, String statement, Exception cause) {
        String place = statement.isEmpty() || position.isEmpty()
                ? "SQL: " + message
                : new StatementPlace(statement, position.getAsInt()).message(message);
        return new SqlException(reason, place, cause);
    }
}
