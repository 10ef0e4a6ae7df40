package dev.riffle.spark.internal.options;

/**
 * What happens to damaged records and to records that do not fit the schema: the option {@code mode} of Spark's own
 * sources.
 */
public enum ReadMode {
    /**
     * Bad records become rows of nulls. The corrupt-record column, if the schema has it, contains the reason and the
     * place.
     */
    PERMISSIVE,
    /** Bad records are left out. */
    DROPMALFORMED,
    /** The query fails. */
    FAILFAST
}
