/**
 * From records that are lines of CSV to columns: what {@code tf.io.decode_csv} does.
 *
 * <p>Open {@link dev.riffle.parse.csv.CsvDecoder} first. Messages are parsed by {@link dev.riffle.parse}; the module
 * {@code formats} turns whole CSV files into Examples. Decoders are immutable and safe for several threads.
 */
@NullMarked
package dev.riffle.parse.csv;

import org.jspecify.annotations.NullMarked;
