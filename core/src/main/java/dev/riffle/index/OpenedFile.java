package dev.riffle.index;

import java.util.Optional;

/**
 * Describes a file of an open index.
 *
 * @param file the open file
 * @param offsets the offsets of its records
 * @param end the offset after the last record, in uncompressed bytes; the file may have grown after the scan
 * @param keys the keys of its records, if requested
 */
record OpenedFile(IndexedFile file, RecordOffsets offsets, long end, Optional<KeyColumn> keys) {}
