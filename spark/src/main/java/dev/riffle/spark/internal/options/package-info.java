/**
 * Checks the options of a read or a write, and adds defaults.
 *
 * <p>Open {@link dev.riffle.spark.internal.options.RecordOptions} first: reader, writer and schema inference share it.
 * {@link dev.riffle.spark.internal.options.GivenOptions} parses the words of the user.
 *
 * <p>Objects are immutable.
 */
@NullMarked
package dev.riffle.spark.internal.options;

import org.jspecify.annotations.NullMarked;
