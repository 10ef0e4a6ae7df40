/**
 * What the options of a read or a write say, checked and with their defaults.
 *
 * <p>Open {@link dev.riffle.spark.internal.options.RecordOptions} first, which reader, writer and schema inference all
 * take. {@link dev.riffle.spark.internal.options.GivenOptions} reads the words that users give.
 *
 * <p>Objects are immutable.
 */
@NullMarked
package dev.riffle.spark.internal.options;

import org.jspecify.annotations.NullMarked;
