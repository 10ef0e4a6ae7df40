/**
 * Decodes records that are lines of CSV into columns, like {@code tf.io.decode_csv}.
 *
 * <p>Open {@link dev.riffle.parse.csv.CsvDecoder} first. {@code dev.riffle.parse} parses messages; the module
 * {@code formats} converts whole CSV files to Examples. Decoders are immutable and safe for several threads.
 */
@NullMarked
package dev.riffle.parse.csv;

import org.jspecify.annotations.NullMarked;
