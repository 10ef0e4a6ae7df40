/** Runs SQL over record files, and writes and reads Parquet files, with DuckDB. */
@SuppressWarnings("requires-automatic") // DuckDB's driver is an automatic module.
module dev.riffle.sql {
    requires static org.jspecify;
    requires transitive dev.riffle.arrow;
    requires duckdb.jdbc;
    requires java.sql;
    requires org.apache.arrow.c;

    exports dev.riffle.sql;
}
