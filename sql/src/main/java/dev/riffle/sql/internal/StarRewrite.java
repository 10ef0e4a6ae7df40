package dev.riffle.sql.internal;

import dev.riffle.internal.JsonValue;
import java.util.ArrayList;
import java.util.HashSet;
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

    private static final String QUERIES = "cte_map";
    private static final String EXCLUDED = "qualified_exclude_list";

    /** The joins whose result has no columns of the right table. */
    private static final Set<String> LEFT_ONLY = Set.of("SEMI", "ANTI");

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
        JsonValue rewritten = new StarRewrite(places).part(new JsonValue.Members(tree), new Scope(List.of(), Set.of()));
        return "{\"error\":false,\"statements\":[{\"node\":" + rewritten.toJson() + ",\"named_param_map\":[]}]}";
    }

    private static Set<String> names(Map<String, List<String>> places) {
        Set<String> names = new TreeSet<>();
        places.values().forEach(names::addAll);
        return names;
    }

    /** A table of a FROM clause: the name by which the statement calls it, and its places. */
    private record Hidden(String alias, List<String> places) {}

    /**
     * The surroundings of a part of the tree.
     *
     * @param tables the tables of the FROM clause
     * @param queries the folded names of the common table expressions that the part can use
     */
    private record Scope(List<Hidden> tables, Set<String> queries) {

        Scope withQuery(String name) {
            Set<String> more = new HashSet<>(queries);
            more.add(FoldedName.of(name));
            return new Scope(tables, more);
        }
    }

    private JsonValue part(JsonValue value, Scope scope) {
        if (value instanceof JsonValue.Items items) {
            return new JsonValue.Items(
                    items.items().stream().map(item -> part(item, scope)).toList());
        }
        return value instanceof JsonValue.Members object ? part(object, scope) : value;
    }

    private JsonValue part(JsonValue.Members object, Scope outer) {
        Map<String, JsonValue> members = object.members();
        String type = JsonTree.text(members, "type");
        if (type.equals("ORDER_MODIFIER")) {
            return object;
        }
        Map<String, JsonValue> rewritten = new LinkedHashMap<>(members);
        Scope scope = commonQueries(rewritten, outer);
        if (type.equals("RECURSIVE_CTE_NODE")) {
            scope = scope.withQuery(JsonTree.text(members, "cte_name"));
        }
        if (type.equals("SELECT_NODE")) {
            scope = new Scope(new ArrayList<>(), scope.queries());
            addTables(JsonTree.members(members.get("from_table")), scope);
        }
        for (Map.Entry<String, JsonValue> member : rewritten.entrySet()) {
            if (!member.getKey().equals(QUERIES)) {
                member.setValue(part(member.getValue(), scope));
            }
        }
        if (type.equals("STAR") && !(members.get("expr") instanceof JsonValue.Members)) {
            excludeFrom(rewritten, scope.tables());
        }
        return new JsonValue.Members(rewritten);
    }

    /** Rewrites the common table expressions of a query, and returns the surroundings that can use them. */
    private Scope commonQueries(Map<String, JsonValue> node, Scope outer) {
        Map<String, JsonValue> map = JsonTree.members(node.get(QUERIES));
        if (!(map.get("map") instanceof JsonValue.Items queries)) {
            return outer;
        }
        Scope scope = outer;
        List<JsonValue> rewritten = new ArrayList<>();
        for (JsonValue query : queries.items()) {
            rewritten.add(part(query, scope));
            scope = scope.withQuery(JsonTree.text(JsonTree.members(query), "key"));
        }
        Map<String, JsonValue> changed = new LinkedHashMap<>(map);
        changed.put("map", new JsonValue.Items(rewritten));
        node.put(QUERIES, new JsonValue.Members(changed));
        return scope;
    }

    /** Adds the tables whose columns a star includes. */
    private void addTables(Map<String, JsonValue> relation, Scope scope) {
        switch (JsonTree.text(relation, "type")) {
            case "BASE_TABLE" -> {
                String name = JsonTree.text(relation, "table_name");
                String alias = JsonTree.text(relation, "alias");
                if (!scope.queries().contains(FoldedName.of(name))) {
                    scope.tables()
                            .add(new Hidden(alias.isEmpty() ? name : alias, places.getOrDefault(name, List.of())));
                }
            }
            case "JOIN" -> {
                addTables(JsonTree.members(relation.get("left")), scope);
                if (!LEFT_ONLY.contains(JsonTree.text(relation, "join_type"))) {
                    addTables(JsonTree.members(relation.get("right")), scope);
                }
            }
            default -> {
                // Other relations show only the columns that their own SELECT has.
            }
        }
    }

    private static void excludeFrom(Map<String, JsonValue> star, List<Hidden> tables) {
        String relation = FoldedName.of(JsonTree.text(star, "relation_name"));
        Set<String> named = namedColumns(star);
        List<JsonValue> excluded = new ArrayList<>(JsonTree.items(star.get(EXCLUDED)));
        for (Hidden table : tables) {
            for (String place : table.places()) {
                if (!named.contains(place)
                        && (relation.isEmpty() || FoldedName.of(table.alias()).equals(relation))) {
                    excluded.add(new JsonValue.Members(Map.of(
                            "catalog", new JsonValue.Text(""),
                            "schema", new JsonValue.Text(""),
                            "table", new JsonValue.Text(table.alias()),
                            "column", new JsonValue.Text(place))));
                }
            }
        }
        star.put(EXCLUDED, new JsonValue.Items(excluded));
    }

    /** Returns the folded names of the columns that a star excludes, replaces or renames. */
    static Set<String> namedColumns(Map<String, JsonValue> star) {
        Set<String> names = new HashSet<>();
        ColumnNames.texts(star.get("exclude_list")).forEach(name -> names.add(FoldedName.of(name)));
        for (JsonValue excluded : JsonTree.items(star.get(EXCLUDED))) {
            names.add(FoldedName.of(JsonTree.text(JsonTree.members(excluded), "column")));
        }
        for (JsonValue replaced : JsonTree.items(star.get("replace_list"))) {
            names.add(FoldedName.of(JsonTree.text(JsonTree.members(replaced), "key")));
        }
        for (JsonValue renamed : JsonTree.items(star.get("rename_list"))) {
            Map<String, JsonValue> column =
                    JsonTree.members(JsonTree.members(renamed).get("key"));
            names.add(FoldedName.of(JsonTree.text(column, "column")));
        }
        return names;
    }
}
