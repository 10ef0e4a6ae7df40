package dev.riffle.shard;

import dev.riffle.internal.Argument;

/**
 * Describes a written file. Immutable.
 *
 * @param name the name of the file for messages
 * @param records number of records
 * @param bytes the size in bytes, frames included, before compression
 * @since 0.1
 */
public record WrittenShard(String name, long records, long bytes) {

    /** Creates the description of a written shard. Throws {@link IllegalArgumentException} if an argument is null. */
    public WrittenShard {
        Argument.present(name, "name");
    }
}
