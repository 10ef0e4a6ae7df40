package dev.riffle.spark.internal.options;

/** What becomes of damaged records and of those that do not fit the schema; the option {@code mode}, as Spark's own sources have it. */
public enum ReadMode {
    /** They are rows of nulls; the corrupt-record column, if the schema has it, tells the reason and the place. */
    PERMISSIVE,
    /** They are left out. */
    DROPMALFORMED,
    /** The query fails. */
    FAILFAST
}
