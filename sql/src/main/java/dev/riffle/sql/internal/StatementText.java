package dev.riffle.sql.internal;

import dev.riffle.internal.JsonReader;
import dev.riffle.internal.JsonSyntaxException;
import dev.riffle.internal.JsonValue;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/** Parses a statement with DuckDB. DuckDB does not run anything for this. */
public final class StatementText {

    /** DuckDB's parser needs stack for nested parentheses and joins. It ends the process if the stack is too small. */
    private static final int MOST_NESTED = 200;

    private static final int MOST_CHARACTERS = 1 << 20;
    private static final int MOST_JSON_DEPTH = 4000;

    private static final String ACCEPTED =
            "Riffle runs one query: SELECT, WITH, VALUES or FROM, or DESCRIBE or SUMMARIZE of a query";

    private static final Pattern PIVOT = Pattern.compile("\\s*(?:FROM\\s*\\(\\s*)?PIVOT\\b", Pattern.CASE_INSENSITIVE);

    private StatementText() {}

    /** Describes a statement as JSON, like DuckDB's {@code json_serialize_sql}. */
    @FunctionalInterface
    public interface Serializer {

        /** Returns the description. */
        String json(String statement) throws IOException;
    }

    /**
     * Returns the tree of a query, as DuckDB's {@code json_serialize_sql} describes it.
     *
     * @throws RefusedStatementException if the text is not exactly one query
     */
    public static Map<String, JsonValue> parse(Serializer serializer, String statement) throws IOException {
        checkSize(statement);
        JsonValue value;
        try {
            value = JsonValue.read(JsonReader.nested(serializer.json(statement), MOST_JSON_DEPTH));
        } catch (JsonSyntaxException | StackOverflowError e) {
            throw RefusedStatementException.of("statement is nested too deeply");
        }
        Map<String, JsonValue> members = JsonTree.members(value);
        if (members.get("error") instanceof JsonValue.Bool error && error.value()) {
            throw rejected(members, statement);
        }
        List<JsonValue> statements =
                members.get("statements") instanceof JsonValue.Items items ? items.items() : List.of();
        if (statements.size() != 1) {
            throw RefusedStatementException.of(
                    statements.isEmpty()
                            ? "statement is empty; " + ACCEPTED
                            : "found " + statements.size() + " statements; " + ACCEPTED);
        }
        Map<String, JsonValue> query = JsonTree.members(statements.get(0));
        if (query.get("named_param_map") instanceof JsonValue.Items parameters
                && !parameters.items().isEmpty()) {
            throw RefusedStatementException.of(
                    "parameters such as $1 and ? have no value; write the value into the statement");
        }
        return JsonTree.members(query.get("node"));
    }

    private static void checkSize(String statement) {
        if (statement.length() > MOST_CHARACTERS) {
            throw RefusedStatementException.of("statement is too long: expected at most " + MOST_CHARACTERS
                    + " characters, found " + statement.length());
        }
        int depth = 0;
        for (int i = 0; i < statement.length(); i++) {
            switch (statement.charAt(i)) {
                case '(', '[', '{' -> depth++;
                case ')', ']', '}' -> depth--;
                case '\0' -> throw RefusedStatementException.of("statement contains the character U+0000");
                default -> {}
            }
            if (depth > MOST_NESTED) {
                throw RefusedStatementException.of(
                        "statement is nested too deeply: expected at most " + MOST_NESTED + " parentheses");
            }
        }
    }

    private static RefusedStatementException rejected(Map<String, JsonValue> members, String statement) {
        String type = JsonTree.text(members, "error_type");
        String text = JsonTree.text(members, "error_message");
        if (type.equals("not implemented")) {
            return RefusedStatementException.of("statement is not a query; " + ACCEPTED
                    + (PIVOT.matcher(statement).lookingAt()
                            ? "; PIVOT needs a list of values, as in PIVOT t ON a IN (1, 2)"
                            : ""));
        }
        if (text.startsWith("Max expression depth")) {
            return RefusedStatementException.of("statement is nested too deeply");
        }
        OptionalInt position = JsonTree.position(JsonTree.text(members, "position"));
        return position.isPresent()
                ? RefusedStatementException.at(new StatementPlace(statement, position.getAsInt()), text)
                : RefusedStatementException.of(text);
    }
}
