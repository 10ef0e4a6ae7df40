package dev.riffle.index;

import java.util.Optional;

/**
 * A file of an open index.
 *
 * @param file the bytes of the file
 * @param offsets the offsets of its records
 * @param end the offset after the last record, in uncompressed bytes; the file can have grown since then
 * @param keys the keys of its records, if requested
 */
record OpenedFile(IndexedFile file, RecordOffsets offsets, long end, Optional<KeyColumn> keys) {}
