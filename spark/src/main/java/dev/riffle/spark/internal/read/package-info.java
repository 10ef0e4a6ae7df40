/**
 * Reads the records of a split as batches of columns or as rows.
 *
 * <p>Open {@link dev.riffle.spark.internal.read.SplitBatches} first: it reads a split. {@link
 * dev.riffle.spark.internal.read.BatchRows} decides which records become rows.
 *
 * <p>A reader belongs to one thread at a time; tasks share {@link dev.riffle.spark.internal.read.ReadPlan}.
 */
@NullMarked
package dev.riffle.spark.internal.read;

import org.jspecify.annotations.NullMarked;
