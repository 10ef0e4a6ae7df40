/**
 * Names, manifests and plans of sharded sets: record files that belong together.
 *
 * <p>Open {@link dev.riffle.shard.RecordSet} first: it finds the files that a word such as {@code train@10} means. {@link
 * dev.riffle.shard.ShardNames} gives the names of the shards, {@link dev.riffle.shard.ShardPlan} says how many shards a set
 * should have, {@link dev.riffle.shard.SetManifest} records what each shard contains, so that a missing or changed one is found
 * later, and {@link dev.riffle.shard.RecordOutput} describes the files that records are written to.
 *
 * <p>The packages after this one do the work: {@code dev.riffle.shard.writer} writes sets, {@code dev.riffle.index} reads any
 * record by its number or key, {@code dev.riffle.repair} recovers the intact records of damaged files, and {@code
 * dev.riffle.rewrite} makes record files from record files.
 *
 * <p>All types are immutable and safe for use by several threads.
 */
@NullMarked
package dev.riffle.shard;

import org.jspecify.annotations.NullMarked;
