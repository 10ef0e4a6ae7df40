package dev.riffle.sql.internal;

import dev.riffle.internal.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Makes stars leave out the columns {@code _file}, {@code _record} and {@code _offset}. DuckDB's views have no hidden
 * columns. So this class adds EXCLUDE to each star that includes a table with such columns.
 */
public final class StarRewrite {

    private final Map<String, List<String>> places;

    private StarRewrite(Map<String, List<String>> places) {
        this.places = places;
    }

    /**
     * Returns whether a star includes a table with places.
     *
     * @param places the places of the tables, by the names of the tables
     * @throws RefusedStatementException if a natural join would compare places
     */
    public static boolean isNeeded(StatementScan scan, Map<String, List<String>> places) {
        boolean hasStar = scan.blocks().stream()
                .anyMatch(block -> block.tables().stream()
                        .anyMatch(table ->
                                !places.getOrDefault(table.name(), List.of()).isEmpty() && block.hasStarOf(table)));
        if (hasStar && scan.hasNaturalJoin()) {
            throw RefusedStatementException.of("NATURAL JOIN and " + String.join(", ", names(places))
                    + " cannot be in one query, because the join would compare them; write JOIN with USING");
        }
        return hasStar;
    }

    /**
     * Returns the description of a statement whose stars leave out places, for DuckDB's {@code json_deserialize_sql}.
     *
     * @param tree the tree of the statement
     */
    public static String json(Map<String, JsonValue> tree, Map<String, List<String>> places) {
        JsonValue rewritten = new StarRewrite(places).part(new JsonValue.Members(tree), List.of());
        return "{\"error\":false,\"statements\":[{\"node\":" + rewritten.toJson() + ",\"named_param_map\":[]}]}";
    }

    private static Set<String> names(Map<String, List<String>> places) {
        Set<String> names = new TreeSet<>();
        places.values().forEach(names::addAll);
        return names;
    }

    /** A table of a FROM clause: the name by which the statement calls it, and its places. */
    private record Hidden(String alias, List<String> places) {}

    private JsonValue part(JsonValue value, List<Hidden> tables) {
        if (value instanceof JsonValue.Items items) {
            return new JsonValue.Items(
                    items.items().stream().map(item -> part(item, tables)).toList());
        }
        if (!(value instanceof JsonValue.Members object)) {
            return value;
        }
        Map<String, JsonValue> members = object.members();
        String type = JsonTree.text(members, "type");
        if (type.equals("ORDER_MODIFIER")) {
            return value;
        }
        List<Hidden> inner = tables;
        if (type.equals("SELECT_NODE")) {
            inner = new ArrayList<>();
            tablesOf(JsonTree.members(members.get("from_table")), inner);
        }
        Map<String, JsonValue> rewritten = new LinkedHashMap<>();
        for (Map.Entry<String, JsonValue> member : members.entrySet()) {
            rewritten.put(member.getKey(), part(member.getValue(), inner));
        }
        if (type.equals("STAR") && !(members.get("expr") instanceof JsonValue.Members)) {
            excludeFrom(rewritten, tables);
        }
        return new JsonValue.Members(rewritten);
    }

    private void tablesOf(Map<String, JsonValue> relation, List<Hidden> tables) {
        switch (JsonTree.text(relation, "type")) {
            case "BASE_TABLE" -> {
                String name = JsonTree.text(relation, "table_name");
                String alias = JsonTree.text(relation, "alias");
                tables.add(new Hidden(alias.isEmpty() ? name : alias, places.getOrDefault(name, List.of())));
            }
            case "JOIN" -> {
                tablesOf(JsonTree.members(relation.get("left")), tables);
                tablesOf(JsonTree.members(relation.get("right")), tables);
            }
            default -> {
                // Other relations show only the columns that their own SELECT has.
            }
        }
    }

    private static void excludeFrom(Map<String, JsonValue> star, List<Hidden> tables) {
        String relation = FoldedName.of(JsonTree.text(star, "relation_name"));
        String named = (string(star, "exclude_list") + string(star, "replace_list") + string(star, "rename_list"));
        List<JsonValue> excluded = new ArrayList<>();
        if (star.get("qualified_exclude_list") instanceof JsonValue.Items items) {
            excluded.addAll(items.items());
        }
        for (Hidden table : tables) {
            for (String place : table.places()) {
                boolean isNamed = FoldedName.of(named).contains("\"" + place + "\"");
                if (!isNamed
                        && (relation.isEmpty() || FoldedName.of(table.alias()).equals(relation))) {
                    excluded.add(new JsonValue.Members(Map.of(
                            "catalog", new JsonValue.Text(""),
                            "schema", new JsonValue.Text(""),
                            "table", new JsonValue.Text(table.alias()),
                            "column", new JsonValue.Text(place))));
                }
            }
        }
        star.put("qualified_exclude_list", new JsonValue.Items(excluded));
    }

    private static String string(Map<String, JsonValue> star, String member) {
        JsonValue value = star.get(member);
        return value == null ? "" : value.toJson();
    }
}
