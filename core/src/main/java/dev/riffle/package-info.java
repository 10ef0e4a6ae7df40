/**
 * Reads and writes TFRecord and OFRecord files, one record at a time.
 *
 * <p>Begin with {@link dev.riffle.RecordReader} and {@link dev.riffle.RecordWriter}. This package does not interpret
 * payloads. {@code dev.riffle.example} parses Examples, and {@code dev.riffle.io} has the sources and sinks of bytes.
 * One thread at a time may use a reader or writer. Options are immutable, and threads may share them. The long
 * operations of all packages send {@link dev.riffle.Progress} events.
 *
 * <p>I/O errors are {@link java.io.IOException}, and damage is its subtype {@link dev.riffle.CorruptRecordException}.
 * {@link dev.riffle.RiffleException} is the base type of all unchecked exceptions for invalid data, in every package of
 * Riffle.
 */
@NullMarked
package dev.riffle;

import org.jspecify.annotations.NullMarked;
