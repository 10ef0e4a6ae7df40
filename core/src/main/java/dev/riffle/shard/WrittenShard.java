package dev.riffle.shard;

/**
 * Describes a written file. Immutable.
 *
 * @param name the name of the file for messages
 * @param records number of records
 * @param bytes the size in bytes, frames included, before compression
 * @since 0.1
 */
public record WrittenShard(String name, long records, long bytes) {}
