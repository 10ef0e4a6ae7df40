package dev.riffle.cli.image;

import dev.riffle.io.Bytes;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;

/**
 * Describes a file that becomes a record.
 *
 * @param path the path
 * @param shown the name in messages
 * @param name the value of {@code image/filename}, with slashes
 * @param label the text of its label; empty without a label
 * @param size the size in bytes
 */
record ImageEntry(Path path, String shown, String name, Optional<String> label, long size) {

    /** Orders by the bytes of the label, then of the name. */
    static final Comparator<ImageEntry> ORDER = Comparator.comparing(
                    (ImageEntry entry) -> Bytes.ofUtf8(entry.label().orElse("")))
            .thenComparing(entry -> Bytes.ofUtf8(entry.name()));
}
