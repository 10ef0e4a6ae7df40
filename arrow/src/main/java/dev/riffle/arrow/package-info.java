/**
 * Converts records to Arrow vectors and back. Begin with {@link dev.riffle.arrow.ArrowBatches}, which reads files as an
 * {@code ArrowReader}. {@link dev.riffle.arrow.ArrowRecords} writes records from Arrow vectors. {@link
 * dev.riffle.arrow.RecordSchemas} returns the Arrow schema of records.
 *
 * <p>Descriptions are immutable and safe for use by several threads. One thread at a time may use a reader.
 *
 * @since 0.1
 */
@NullMarked
package dev.riffle.arrow;

import org.jspecify.annotations.NullMarked;
