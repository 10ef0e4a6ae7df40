package dev.riffle.sql.internal;

import dev.riffle.internal.JsonValue;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Walks the tree of a query. Rejects every part that is not on a list of harmless parts, and collects the names of
 * files and columns.
 */
public final class StatementScan {

    private static final Set<String> MODIFIERS =
            Set.of("LIMIT_MODIFIER", "LIMIT_PERCENT_MODIFIER", "DISTINCT_MODIFIER");
    private static final Set<String> ORDERS = Set.of("ORDER_DEFAULT", "ASCENDING", "DESCENDING");

    /**
     * The surroundings of a part of the tree.
     *
     * @param block the SELECT that contains the part
     * @param queries the folded names of the common table expressions that the part can use
     * @param repeated whether DuckDB runs the part again and again
     */
    record Place(QueryBlock block, Set<String> queries, boolean repeated) {

        Place with(QueryBlock other) {
            return new Place(other, queries, repeated);
        }

        Place withQuery(String name) {
            Set<String> more = new HashSet<>(queries);
            more.add(FoldedName.of(name));
            return new Place(block, more, repeated);
        }

        Place again() {
            return new Place(block, queries, true);
        }
    }

    private final List<QueryBlock> blocks = new ArrayList<>();
    private final List<TableUse> tables = new ArrayList<>();
    private final List<FileCall> calls = new ArrayList<>();
    private final ColumnNames columns = new ColumnNames();
    private final ExpressionScan expressions = new ExpressionScan(this);
    private boolean natural;

    private StatementScan() {}

    /**
     * Walks the tree of a query.
     *
     * @throws RefusedStatementException if the query has a part that Riffle does not allow
     */
    public static StatementScan of(Map<String, JsonValue> query) {
        StatementScan scan = new StatementScan();
        scan.node(query, new Place(new QueryBlock(null), Set.of(), false));
        scan.blocks.forEach(block -> block.resolveStars(scan.tables));
        scan.tables.stream().filter(scan.columns::hasRowOf).forEach(TableUse::needWholeRows);
        return scan;
    }

    /** Returns the tables whose names are not names of common table expressions, in the order of the statement. */
    public List<TableUse> tables() {
        return tables;
    }

    /** Returns the SELECTs of the statement. */
    List<QueryBlock> blocks() {
        return blocks;
    }

    /** Returns the functions that read files. */
    public List<FileCall> calls() {
        return calls;
    }

    /** Returns the names of columns in the statement. */
    public ColumnNames columns() {
        return columns;
    }

    /** Returns whether a natural join compares all columns with equal names. */
    boolean hasNaturalJoin() {
        return natural;
    }

    void add(FileCall call) {
        calls.add(call);
    }

    /** Walks any part. */
    void part(JsonValue value, Place place) {
        if (value instanceof JsonValue.Items items) {
            items.items().forEach(item -> part(item, place));
        } else if (value instanceof JsonValue.Members object) {
            Map<String, JsonValue> members = object.members();
            if (members.containsKey("class")) {
                expressions.expression(members, place);
            } else if (members.get("type") instanceof JsonValue.Text type) {
                typed(type.text(), members, place);
            } else {
                parts(members, place);
            }
        }
    }

    /** Walks all parts of a part. */
    void parts(Map<String, JsonValue> members, Place place) {
        members.values().forEach(member -> part(member, place));
    }

    private void typed(String type, Map<String, JsonValue> members, Place place) {
        if (type.endsWith("_NODE")) {
            node(members, place);
        } else if (type.equals("ORDER_MODIFIER")) {
            order(members, place);
        } else if (MODIFIERS.contains(type) || ORDERS.contains(type) || type.endsWith("_TYPE_INFO")) {
            parts(members, place);
        } else {
            relation(type, members, place);
        }
    }

    private void node(Map<String, JsonValue> members, Place outer) {
        String type = JsonTree.text(members, "type");
        Place place = outer;
        if (JsonTree.members(members.get("cte_map")).get("map") instanceof JsonValue.Items queries) {
            for (JsonValue query : queries.items()) {
                place = commonQuery(JsonTree.members(query), place);
            }
        }
        switch (type) {
            case "SELECT_NODE" -> {
                QueryBlock block = new QueryBlock(outer.block());
                blocks.add(block);
                others(members, place.with(block));
            }
            case "SET_OPERATION_NODE" -> others(members, place);
            case "RECURSIVE_CTE_NODE" ->
                others(
                        members,
                        place.withQuery(JsonTree.text(members, "cte_name")).again());
            default -> throw unknown(type);
        }
    }

    private void others(Map<String, JsonValue> members, Place place) {
        members.forEach((name, member) -> {
            if (!name.equals("cte_map")) {
                part(member, place);
            }
        });
    }

    /** Walks a common table expression, and returns the surroundings that can use it. */
    private Place commonQuery(Map<String, JsonValue> query, Place place) {
        parts(JsonTree.members(query.get("value")), place);
        return place.withQuery(JsonTree.text(query, "key"));
    }

    private void order(Map<String, JsonValue> members, Place place) {
        if (members.get("orders") instanceof JsonValue.Items orders) {
            for (JsonValue order : orders.items()) {
                JsonValue key = JsonTree.members(order).get("expression");
                if (key != null && !ExpressionScan.isStarOfResult(JsonTree.members(key))) {
                    part(key, place);
                }
            }
        }
    }

    private void relation(String type, Map<String, JsonValue> members, Place place) {
        switch (type) {
            case "BASE_TABLE" -> table(members, place);
            case "SUBQUERY" -> {
                place.block().addOther(JsonTree.text(members, "alias"));
                parts(members, place);
            }
            case "TABLE_FUNCTION" -> {
                place.block().addOther(JsonTree.text(members, "alias"));
                expressions.tableFunction(JsonTree.members(members.get("function")), place);
            }
            case "JOIN" -> {
                natural |= JsonTree.text(members, "ref_type").equals("NATURAL");
                columns.addAll(members.get("using_columns"));
                if (JsonTree.text(members, "ref_type").equals("NATURAL")) {
                    place.block().addStar();
                }
                parts(members, place);
            }
            case "PIVOT" -> {
                place.block().addStar();
                columns.addAll(members.get("groups"));
                members.values().forEach(member -> part(member, place));
            }
            case "EMPTY", "EXPRESSION_LIST" -> parts(members, place);
            case "SHOW_REF" -> show(members, place);
            default -> throw unknown(type);
        }
    }

    private void table(Map<String, JsonValue> members, Place place) {
        String name = JsonTree.text(members, "table_name");
        String schema = JsonTree.text(members, "schema_name");
        String alias = JsonTree.text(members, "alias");
        boolean isQuery = place.queries().contains(FoldedName.of(name));
        if (isQuery && (schema.isEmpty() || schema.equals("recurring"))) {
            place.block().addOther(alias.isEmpty() ? name : alias);
            return;
        }
        if (!schema.isEmpty() || !JsonTree.text(members, "catalog_name").isEmpty()) {
            String path = String.join(
                    ".",
                    ColumnNames.texts(
                            JsonTree.members(members.get("qualified_name")).get("path")));
            throw RefusedStatementException.of(
                    "table " + path + " does not exist; put the name of a file into quotes, as in FROM '" + path + "'");
        }
        if (members.get("at_clause") instanceof JsonValue.Members) {
            throw RefusedStatementException.of("AT is not allowed in a query; files have no versions");
        }
        TableUse table = new TableUse(name, alias.isEmpty() ? name : alias, place.repeated());
        if (members.get("column_name_alias") instanceof JsonValue.Items names
                && !names.items().isEmpty()) {
            table.needWholeRows();
        }
        tables.add(table);
        place.block().add(table);
    }

    private void show(Map<String, JsonValue> members, Place place) {
        String type = JsonTree.text(members, "show_type");
        if (!(members.get("query") instanceof JsonValue.Members)
                || !(type.equals("DESCRIBE") || type.equals("SUMMARY"))) {
            throw RefusedStatementException.of("SHOW is not allowed; use DESCRIBE or SUMMARIZE with a name or a query");
        }
        parts(members, place);
    }

    static RefusedStatementException unknown(String part) {
        return RefusedStatementException.of("statement has a part that is not allowed in a query: " + part);
    }

    /** Returns the names of the files in the statement, each once. */
    public Set<String> names() {
        Set<String> names = new LinkedHashSet<>();
        tables.forEach(table -> names.add(table.name()));
        return names;
    }
}
