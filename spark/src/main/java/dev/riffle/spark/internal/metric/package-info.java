/**
 * Defines the metrics that Spark shows for a read: records, bytes, decoded features, skipped records.
 *
 * <p>Open {@link dev.riffle.spark.internal.metric.RecordsMetric} first; the other metrics have the same form. {@link
 * dev.riffle.spark.internal.metric.ReadCounts} holds the numbers of one task.
 *
 * <p>Counts belong to one thread at a time.
 */
@NullMarked
package dev.riffle.spark.internal.metric;

import org.jspecify.annotations.NullMarked;
