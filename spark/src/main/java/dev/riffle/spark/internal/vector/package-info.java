/**
 * Represents the columns of a batch in the form that Spark reads, over memory that Riffle fills.
 *
 * <p>Open {@link dev.riffle.spark.internal.vector.ElementVector} first: it is the base class. {@link
 * dev.riffle.spark.internal.vector.ValueVector} holds single values.
 *
 * <p>A vector belongs to one thread at a time.
 */
@NullMarked
package dev.riffle.spark.internal.vector;

import org.jspecify.annotations.NullMarked;
