package dev.riffle.index;

import dev.riffle.internal.Argument;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Describes a written index file. Immutable.
 *
 * @param file the path of the index file
 * @param records number of records in the data file
 * @param bytes the size of the index file in bytes
 * @param key the name of the key feature; empty if the index has no keys
 * @param withoutKey number of records without the key's feature, or without exactly one value in it; all records if the
 *     index has no keys
 * @since 0.1
 */
public record IndexReport(Path file, long records, long bytes, Optional<String> key, long withoutKey) {

    /** Creates a report. Throws {@link IllegalArgumentException} if an argument is null. */
    public IndexReport {
        Argument.present(file, "file");
        Argument.present(key, "key");
    }
}
