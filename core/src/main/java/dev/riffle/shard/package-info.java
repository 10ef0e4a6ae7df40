/**
 * Names, manifests and plans of sharded sets: record files that belong together.
 *
 * <p>Open {@link dev.riffle.shard.RecordSet} first: it finds the files that a word such as {@code train@10} means.
 * {@link dev.riffle.shard.ShardNames} computes the names of the shards, and {@link dev.riffle.shard.ShardPlan}
 * recommends their number. {@link dev.riffle.shard.SetManifest} records the content of each shard, so that a check
 * finds missing and changed shards. {@link dev.riffle.shard.RecordOutput} describes the files to which records are
 * written.
 *
 * <p>The packages after this one do the work: {@code dev.riffle.shard.writer} writes sets, and {@code dev.riffle.index}
 * reads any record by its number or key. {@code dev.riffle.repair} recovers the intact records of damaged files, and
 * {@code dev.riffle.rewrite} makes record files from record files.
 *
 * <p>All types are immutable and safe for use by several threads.
 */
@NullMarked
package dev.riffle.shard;

import org.jspecify.annotations.NullMarked;
