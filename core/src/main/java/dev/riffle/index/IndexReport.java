package dev.riffle.index;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What a side file has that was written.
 *
 * @param file where it is
 * @param records how many records the data file has
 * @param bytes the size of the side file
 * @param key the feature whose values are the keys, if there are keys
 * @param withoutKey number of records without the key's feature, or without exactly one value in it; all records if there
 *     are no keys
 */
public record IndexReport(Path file, long records, long bytes, Optional<String> key, long withoutKey) {}
