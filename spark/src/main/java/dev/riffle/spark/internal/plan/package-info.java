/**
 * Implements Spark's newer interface for reads: table, scan, partitions.
 *
 * <p>Open {@link dev.riffle.spark.internal.plan.RecordScanBuilder} first, for the work that Spark pushes down.
 * {@link dev.riffle.spark.internal.plan.RecordTable} makes it for a set of paths.
 *
 * <p>Runs on the driver, in the thread that plans the query.
 */
@NullMarked
package dev.riffle.spark.internal.plan;

import org.jspecify.annotations.NullMarked;
