package dev.riffle.sql.internal;

import dev.riffle.internal.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Walks the expressions of a query: columns, stars and functions. */
final class ExpressionScan {

    /** The classes of expressions that consist of other expressions only. */
    private static final Set<String> PLAIN = Set.of(
            "CONSTANT",
            "COMPARISON",
            "CONJUNCTION",
            "OPERATOR",
            "CASE",
            "CAST",
            "LAMBDA",
            "LAMBDA_REF",
            "COLLATE",
            "BETWEEN",
            "DEFAULT",
            "TYPE");

    private final StatementScan scan;

    ExpressionScan(StatementScan scan) {
        this.scan = scan;
    }

    void expression(Map<String, JsonValue> members, StatementScan.Place place) {
        String kind = JsonTree.text(members, "class");
        switch (kind) {
            case "COLUMN_REF" -> scan.columns().addReference(ColumnNames.texts(members.get("column_names")));
            case "STAR" -> star(members, place);
            case "POSITIONAL_REFERENCE" -> place.block().addStar();
            case "FUNCTION", "WINDOW" -> {
                SqlFunctions.checkExpression(JsonTree.text(members, "function_name"));
                receiver(members);
                scan.parts(members, place);
            }
            case "SUBQUERY" -> scan.parts(members, place);
            case "PARAMETER" ->
                throw RefusedStatementException.of(
                        "parameters such as $1 and ? have no value; write the value into the" + " statement");
            default -> {
                if (!PLAIN.contains(kind)) {
                    throw StatementScan.unknown(kind);
                }
                scan.parts(members, place);
            }
        }
    }

    /** Adds the column in {@code name.upper()}, which DuckDB's parser takes for the schema of the function. */
    private void receiver(Map<String, JsonValue> function) {
        List<String> path = ColumnNames.texts(
                JsonTree.members(function.get("qualified_name")).get("path"));
        if (path.size() > 1) {
            scan.columns().addReference(path.subList(0, path.size() - 1));
        }
    }

    private void star(Map<String, JsonValue> members, StatementScan.Place place) {
        String relation = JsonTree.text(members, "relation_name");
        if (relation.isEmpty()) {
            place.block().addStar();
        } else {
            place.block().addStar(relation);
        }
        StarRewrite.namedColumns(members).forEach(scan.columns()::add);
        scan.parts(members, place);
    }

    /** Returns whether an expression of ORDER BY stands for all columns of the result. */
    static boolean isStarOfResult(Map<String, JsonValue> expression) {
        return JsonTree.text(expression, "class").equals("STAR")
                && expression.get("columns") instanceof JsonValue.Bool columns
                && columns.value()
                && !(expression.get("expr") instanceof JsonValue.Members);
    }

    /** Walks a function in FROM. */
    void tableFunction(Map<String, JsonValue> function, StatementScan.Place place) {
        String name = JsonTree.text(function, "function_name");
        SqlFunctions.checkTable(name);
        List<JsonValue> arguments =
                function.get("arguments") instanceof JsonValue.Items items ? items.items() : List.of();
        if (SqlFunctions.isRead(name)) {
            scan.add(files(name, arguments)
                    .orElseThrow(() -> RefusedStatementException.of("function " + name
                            + " needs the name of a file, or a list of names, as its first argument")));
        }
        scan.parts(function, place);
    }

    private static Optional<FileCall> files(String function, List<JsonValue> arguments) {
        if (arguments.isEmpty()) {
            return Optional.empty();
        }
        Map<String, JsonValue> first = JsonTree.members(arguments.get(0));
        Map<String, JsonValue> expression = JsonTree.members(first.get("expression"));
        OptionalInt position = number(expression, "query_location");
        OptionalInt length = number(expression, "query_location_length");
        List<String> names = names(expression);
        boolean named = !JsonTree.text(first, "name").isEmpty();
        return names.isEmpty() || named || position.isEmpty() || length.isEmpty()
                ? Optional.empty()
                : Optional.of(new FileCall(function, names, position.getAsInt(), length.getAsInt()));
    }

    /** Returns the texts of a string, or of a list of strings. Returns no texts for all other expressions. */
    private static List<String> names(Map<String, JsonValue> expression) {
        Optional<String> single = text(expression);
        if (single.isPresent()) {
            return List.of(single.get());
        }
        List<String> names = new ArrayList<>();
        if (JsonTree.text(expression, "function_name").equals("list_value")
                && expression.get("arguments") instanceof JsonValue.Items items) {
            for (JsonValue item : items.items()) {
                Optional<String> name =
                        text(JsonTree.members(JsonTree.members(item).get("expression")));
                if (name.isEmpty()) {
                    return List.of();
                }
                names.add(name.get());
            }
        }
        return names;
    }

    private static Optional<String> text(Map<String, JsonValue> expression) {
        Map<String, JsonValue> literal = JsonTree.members(expression.get("literal"));
        return JsonTree.text(expression, "class").equals("CONSTANT")
                        && JsonTree.text(literal, "kind").equals("STRING")
                ? Optional.of(JsonTree.text(literal, "text"))
                : Optional.empty();
    }

    private static OptionalInt number(Map<String, JsonValue> members, String name) {
        return members.get(name) instanceof JsonValue.Number number
                ? JsonTree.position(number.text())
                : OptionalInt.empty();
    }
}
