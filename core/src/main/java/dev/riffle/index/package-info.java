/**
 * Index files, and random access to records by number or by key.
 *
 * <p>Open {@link dev.riffle.index.RecordIndex} first: it gives any record of one or more files. {@link dev.riffle.index.IndexFile}
 * builds and checks the file that it keeps beside each record file; docs/format/index.md describes the bytes of that file. To read
 * records in order, use {@link dev.riffle.RecordReader}.
 *
 * <p>A {@code RecordIndex} is safe for use by several threads.
 */
@NullMarked
package dev.riffle.index;

import org.jspecify.annotations.NullMarked;
