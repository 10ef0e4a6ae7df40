package dev.riffle.sql.internal;

import java.util.Map;
import java.util.Set;

/** The functions that a statement may use in FROM, and the functions that it may not use at all. */
final class SqlFunctions {

    /** Functions in FROM that compute rows from their arguments. */
    private static final Set<String> TABLES =
            Set.of("range", "generate_series", "unnest", "repeat", "repeat_row", "json_each", "json_tree");

    /** Functions in FROM that read files. Their first argument must be a name or a list of names. */
    private static final Set<String> READS = Set.of(
            "read_parquet",
            "parquet_scan",
            "parquet_metadata",
            "parquet_schema",
            "parquet_file_metadata",
            "parquet_kv_metadata",
            "read_csv",
            "read_csv_auto",
            "read_json",
            "read_json_auto",
            "read_json_objects",
            "read_json_objects_auto",
            "read_ndjson",
            "read_ndjson_auto",
            "read_ndjson_objects");

    /** Functions in expressions that read files, run other statements, or show or change DuckDB's state. */
    private static final Set<String> REJECTED = Set.of(
            "getenv",
            "json_serialize_plan",
            "json_execute_serialized_sql",
            "write_log",
            "parse_duckdb_log_message",
            "query",
            "query_table",
            "read_text",
            "read_blob",
            "nextval",
            "currval",
            "current_setting",
            "getvariable",
            "current_query",
            "pg_sleep",
            "sleep_ms");

    /** What to use instead of a function. */
    private static final Map<String, String> REMEDIES = Map.of(
            "glob", "write the pattern as a name in FROM",
            "read_text", "name a file of records, Parquet, CSV or JSON",
            "read_blob", "name a file of records, Parquet, CSV or JSON",
            "query", "write the query as a subquery",
            "query_table", "write the name in FROM");

    private SqlFunctions() {}

    /** Returns whether a function in FROM reads the files in its arguments. */
    static boolean isRead(String name) {
        return READS.contains(FoldedName.of(name));
    }

    /** Rejects a function in FROM that is not on the list. */
    static void checkTable(String name) {
        String folded = FoldedName.of(name);
        if (!TABLES.contains(folded) && !READS.contains(folded)) {
            throw rejected(name);
        }
    }

    /** Rejects a function in an expression that is on the list. */
    static void checkExpression(String name) {
        String folded = FoldedName.of(name);
        if (REJECTED.contains(folded) || folded.startsWith("pragma_") || folded.startsWith("duckdb_")) {
            throw rejected(name);
        }
    }

    private static RefusedStatementException rejected(String name) {
        String remedy = REMEDIES.get(FoldedName.of(name));
        return RefusedStatementException.of(
                "function " + name + " is not allowed in a query" + (remedy == null ? "" : "; " + remedy));
    }
}
