/**
 * Writes sharded sets of records that the caller creates.
 *
 * <p>Open {@link dev.riffle.shard.writer.ShardedRecordWriter} first: it distributes records over the shards of a set,
 * in turn or by key. All shards appear together when the writer commits. To write a set from existing record files, use
 * {@code dev.riffle.rewrite}; to write a single file, {@link dev.riffle.RecordWriter}.
 *
 * <p>A writer belongs to one thread at a time.
 */
@NullMarked
package dev.riffle.shard.writer;

import org.jspecify.annotations.NullMarked;
