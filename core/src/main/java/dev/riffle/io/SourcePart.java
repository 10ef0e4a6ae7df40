package dev.riffle.io;

import dev.riffle.internal.Argument;

/**
 * A place in one of the files of a source. Immutable and safe for use by several threads.
 *
 * @param name the name of the file for messages
 * @param offset the offset of the place in the file, in bytes
 *
 * @since 0.1
 */
public record SourcePart(String name, long offset) {

    /** Creates a place in a source. Throws {@link IllegalArgumentException} if an argument is null. */
    public SourcePart {
        Argument.present(name, "name");
    }

    /** Returns the place as text for messages, for example {@code part-00001 at offset 34}. */
    @Override
    public String toString() {
        return name + " at offset " + offset;
    }
}
