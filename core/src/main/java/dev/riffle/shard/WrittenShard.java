package dev.riffle.shard;

/**
 * A file that was written.
 *
 * @param name what messages call it
 * @param records how many records it has
 * @param bytes its size in bytes, frames included, before compression
 */
public record WrittenShard(String name, long records, long bytes) {}
