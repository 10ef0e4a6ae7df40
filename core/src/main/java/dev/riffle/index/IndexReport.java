package dev.riffle.index;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Describes an index file that was written. Immutable.
 *
 * @param file the path of the index file
 * @param records number of records in the data file
 * @param bytes the size of the index file in bytes
 * @param key the feature whose values are the keys, if the index has keys
 * @param withoutKey number of records without the key's feature, or without exactly one value in it; all records if the
 *     index has no keys
 * @since 0.1
 */
public record IndexReport(Path file, long records, long bytes, Optional<String> key, long withoutKey) {}
