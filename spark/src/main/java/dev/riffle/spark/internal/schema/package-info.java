/**
 * Maps the columns of Spark to messages, and rejects columns that messages cannot hold.
 *
 * <p>Open {@link dev.riffle.spark.internal.schema.ColumnType} first: it has the table of types. {@link
 * dev.riffle.spark.internal.schema.ReadableSchema} checks the schema of a read.
 *
 * <p>Objects are immutable.
 */
@NullMarked
package dev.riffle.spark.internal.schema;

import org.jspecify.annotations.NullMarked;
