package dev.riffle.spark.internal.options;

/**
 * Lists the ways to handle damaged records and records that do not fit the schema. They are the values of the option
 * {@code mode}, as for Spark's built-in sources.
 */
public enum ReadMode {
    /**
     * Bad records become rows of nulls. If the schema has the corrupt-record column, this column contains the reason
     * and the place.
     */
    PERMISSIVE,
    /** The reader skips bad records. */
    DROPMALFORMED,
    /** A bad record fails the query. */
    FAILFAST
}
