/**
 * Record files: TFRecord and OFRecord, read and written one record at a time.
 *
 * <p>Open {@link dev.riffle.RecordReader} first, then {@link dev.riffle.RecordWriter}. What the records hold is not
 * known here: {@code dev.riffle.example} parses Examples, {@code dev.riffle.io} says where bytes come from. A reader or
 * writer belongs to one thread at a time; options are immutable and shared.
 */
@NullMarked
package dev.riffle;

import org.jspecify.annotations.NullMarked;
