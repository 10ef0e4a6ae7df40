package dev.riffle.cli.picture;

import dev.riffle.io.Bytes;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;

/**
 * A file that becomes a record.
 *
 * @param path where it is
 * @param shown what messages call it
 * @param name what {@code image/filename} says, with slashes
 * @param label the text of its label; empty if it has none
 * @param size in bytes
 */
record PictureEntry(Path path, String shown, String name, Optional<String> label, long size) {

    /** By the bytes of the label, then of the name. */
    static final Comparator<PictureEntry> ORDER = Comparator.comparing(
                    (PictureEntry entry) -> Bytes.ofUtf8(entry.label().orElse("")))
            .thenComparing(entry -> Bytes.ofUtf8(entry.name()));
}
