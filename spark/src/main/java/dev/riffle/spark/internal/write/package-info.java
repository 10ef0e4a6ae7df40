/**
 * Encodes rows of Spark as records, with one encoder for each column and one writer for each part file.
 *
 * <p>Open {@link dev.riffle.spark.internal.write.RowEncoder} first: it encodes a row. {@link
 * dev.riffle.spark.internal.write.RecordOutputWriter} writes the files of a task.
 *
 * <p>A writer belongs to one thread at a time.
 */
@NullMarked
package dev.riffle.spark.internal.write;

import org.jspecify.annotations.NullMarked;
