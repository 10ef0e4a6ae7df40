package dev.riffle.shard;

import java.util.Optional;

/**
 * A file of an index.
 *
 * @param file its bytes
 * @param offsets where its records begin
 * @param keys their keys, if they were wanted
 */
record OpenedFile(IndexedFile file, RecordOffsets offsets, Optional<KeyColumn> keys) {}
