/**
 * Reads and writes TFRecord and OFRecord files, one record at a time.
 *
 * <p>Begin with {@link dev.riffle.RecordReader} and {@link dev.riffle.RecordWriter}. This package does not interpret
 * payloads. {@code dev.riffle.example} parses Examples, and {@code dev.riffle.io} has the sources and sinks of bytes.
 * One thread at a time may use a reader or writer. Options are immutable, and threads may share them.
 */
@NullMarked
package dev.riffle;

import org.jspecify.annotations.NullMarked;
