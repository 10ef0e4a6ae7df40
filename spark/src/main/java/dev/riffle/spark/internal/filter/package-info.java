/**
 * Filters that Spark hands over, decided on the rows of a batch.
 *
 * <p>Open {@link dev.riffle.spark.internal.filter.RowFilter} first, which decides all filters of a read.
 * {@link dev.riffle.spark.internal.filter.FilterDates} changes dates to days on the driver.
 *
 * <p>A filter belongs to one thread at a time.
 */
@NullMarked
package dev.riffle.spark.internal.filter;

import org.jspecify.annotations.NullMarked;
