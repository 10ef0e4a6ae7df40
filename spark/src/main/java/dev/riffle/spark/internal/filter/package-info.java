/**
 * Evaluates the filters that Spark pushes down, on the rows of a batch.
 *
 * <p>Open {@link dev.riffle.spark.internal.filter.RowFilter} first: it evaluates all filters of a read. {@link
 * dev.riffle.spark.internal.filter.FilterDates} converts dates to days on the driver.
 *
 * <p>A filter belongs to one thread at a time.
 */
@NullMarked
package dev.riffle.spark.internal.filter;

import org.jspecify.annotations.NullMarked;
