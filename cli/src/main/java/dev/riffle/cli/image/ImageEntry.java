package dev.riffle.cli.image;

import dev.riffle.internal.Utf8;
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
                    (ImageEntry entry) -> entry.label().orElse(""), Utf8::compare)
            .thenComparing(ImageEntry::name, Utf8::compare);
}
