/**
 * Index files, and random access to records by number or by key.
 *
 * <p>Open {@link dev.riffle.index.RecordIndex} first: it returns any record of one or several files.
 * {@link dev.riffle.index.IndexFile} builds and checks the index file next to a record file;
 * docs/reference/formats/index.md describes its bytes. To read records in order, use {@link dev.riffle.RecordReader}.
 *
 * <p>A {@code RecordIndex} is safe for use by several threads.
 */
@NullMarked
package dev.riffle.index;

import org.jspecify.annotations.NullMarked;
