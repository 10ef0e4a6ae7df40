/**
 * Implements Spark's newer interface for reads: table, scan, partitions.
 *
 * <p>Open {@link dev.riffle.spark.internal.plan.RecordScanBuilder} first: it accepts the work that Spark pushes down.
 * {@link dev.riffle.spark.internal.plan.RecordTable} creates the builder for a set of paths.
 *
 * <p>All types run on the driver, on the thread that plans the query.
 */
@NullMarked
package dev.riffle.spark.internal.plan;

import org.jspecify.annotations.NullMarked;
