package dev.riffle.spark.internal.options;

/**
 * The handling of damaged records and of records that do not fit the schema: the option {@code mode} of Spark's own
 * sources.
 */
public enum ReadMode {
    /**
     * Bad records become rows of nulls. The corrupt-record column, if the schema has it, contains the reason and the
     * place.
     */
    PERMISSIVE,
    /** Bad records are skipped. */
    DROPMALFORMED,
    /** The query fails. */
    FAILFAST
}
