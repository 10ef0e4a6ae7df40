package dev.riffle.sql;

/**
 * Runs SQL statements over record files.
 *
 * @since 0.1
 */
public final class RecordSql {

    private RecordSql() {}
}
