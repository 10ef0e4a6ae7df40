/**
 * Decodes records that are lines of CSV into columns, like {@code tf.io.decode_csv}.
 *
 * <p>Start with {@link dev.riffle.parse.csv.CsvDecoder}. {@code dev.riffle.parse} parses messages. The module
 * {@code formats} converts complete CSV files to Examples. Decoders are immutable and safe for use by several threads.
 */
@NullMarked
package dev.riffle.parse.csv;

import org.jspecify.annotations.NullMarked;
