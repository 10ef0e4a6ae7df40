package dev.riffle.index;

import java.util.Optional;

/**
 * A file of an index.
 *
 * @param file its bytes
 * @param offsets where its records begin
 * @param end where the last record ends, in uncompressed bytes; the file can have grown since then
 * @param keys their keys, if they were wanted
 */
record OpenedFile(IndexedFile file, RecordOffsets offsets, long end, Optional<KeyColumn> keys) {}
