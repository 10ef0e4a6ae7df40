package dev.riffle.sql;

import dev.riffle.internal.JsonReader;
import dev.riffle.internal.JsonSyntaxException;
import dev.riffle.internal.JsonValue;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Parses a statement with DuckDB. DuckDB does not run anything for this. */
final class StatementText {

    /** DuckDB's parser needs stack for nested parentheses and joins. It ends the process if the stack is too small. */
    private static final int MOST_NESTED = 200;

    private static final int MOST_CHARACTERS = 1 << 20;
    private static final int MOST_JSON_DEPTH = 4000;

    private static final String ACCEPTED =
            "Riffle runs one query: SELECT, WITH, VALUES or FROM, or DESCRIBE or SUMMARIZE of a query";

    private StatementText() {}

    /**
     * Returns the tree of a query, as DuckDB's {@code json_serialize_sql} describes it.
     *
     * @throws SqlException if the text is not exactly one query
     */
    static Map<String, JsonValue> parse(DuckSession session, String statement) throws IOException {
        checkSize(statement);
        JsonValue value;
        try {
            value = JsonValue.read(JsonReader.nested(
                    session.text("SELECT json_serialize_sql(CAST(? AS VARCHAR))", statement), MOST_JSON_DEPTH));
        } catch (JsonSyntaxException | StackOverflowError e) {
            throw refused("statement is nested too deeply");
        }
        Map<String, JsonValue> members = members(value);
        if (members.get("error") instanceof JsonValue.Bool error && error.value()) {
            throw rejected(members, statement);
        }
        List<JsonValue> statements =
                members.get("statements") instanceof JsonValue.Items items ? items.items() : List.of();
        if (statements.size() != 1) {
            throw refused(
                    statements.isEmpty()
                            ? "statement is empty; " + ACCEPTED
                            : "found " + statements.size() + " statements; " + ACCEPTED);
        }
        Map<String, JsonValue> query = members(statements.get(0));
        if (query.get("named_param_map") instanceof JsonValue.Items parameters
                && !parameters.items().isEmpty()) {
            throw refused("parameters such as $1 and ? have no value; write the value into the statement");
        }
        return members(query.get("node"));
    }

    private static void checkSize(String statement) {
        if (statement.length() > MOST_CHARACTERS) {
            throw refused("statement is too long: expected at most " + MOST_CHARACTERS + " characters, found "
                    + statement.length());
        }
        int depth = 0;
        for (int i = 0; i < statement.length(); i++) {
            switch (statement.charAt(i)) {
                case '(', '[', '{' -> depth++;
                case ')', ']', '}' -> depth--;
                case '\0' -> throw refused("statement contains the character U+0000");
                default -> {}
            }
            if (depth > MOST_NESTED) {
                throw refused("statement is nested too deeply: expected at most " + MOST_NESTED + " parentheses");
            }
        }
    }

    private static SqlException rejected(Map<String, JsonValue> members, String statement) {
        String type = DuckFailure.string(members, "error_type");
        String text = DuckFailure.string(members, "error_message");
        if (type.equals("not implemented")) {
            return refused("statement is not a query; " + ACCEPTED);
        }
        if (text.startsWith("Max expression depth")) {
            return refused("statement is nested too deeply");
        }
        return DuckFailure.position(DuckFailure.string(members, "position")).stream()
                .mapToObj(position -> new StatementPlace(statement, position).message(text))
                .map(message -> new SqlException(SqlException.Reason.STATEMENT, message))
                .findFirst()
                .orElseGet(() -> refused(text));
    }

    /** Returns the exception for a statement that Riffle rejects. */
    static SqlException refused(String reason) {
        return new SqlException(SqlException.Reason.STATEMENT, "SQL: " + reason);
    }

    static Map<String, JsonValue> members(@org.jspecify.annotations.Nullable JsonValue value) {
        return value instanceof JsonValue.Members members ? members.members() : Map.of();
    }
}
