/**
 * The options of a read or a write, checked and with their defaults.
 *
 * <p>Open {@link dev.riffle.spark.internal.options.RecordOptions} first, which reader, writer and schema inference
 * share. {@link dev.riffle.spark.internal.options.GivenOptions} parses the words of the user.
 *
 * <p>Objects are immutable.
 */
@NullMarked
package dev.riffle.spark.internal.options;

import org.jspecify.annotations.NullMarked;
