/**
 * Finds, names, reads, plans and checks sets of record files.
 *
 * <p>Open {@link dev.riffle.shard.RecordSet} first: it finds the files that a word such as {@code train@10} names.
 * {@link dev.riffle.shard.RecordSetReader} reads their records in order. {@link dev.riffle.shard.ShardNames} computes
 * the names of the shards, and {@link dev.riffle.shard.ShardPlan}
 * recommends their number. {@link dev.riffle.shard.SetManifest} lists the shards with checksums, so that a check finds
 * missing and changed shards. {@link dev.riffle.shard.RecordOutput} describes the files that an operation writes.
 *
 * <p>Other packages read and write sets. {@code dev.riffle.shard.writer} writes sets, and {@code dev.riffle.index}
 * reads any record by its number or key. {@code dev.riffle.repair} recovers the intact records of damaged files, and
 * {@code dev.riffle.rewrite} writes record files from record files.
 *
 * <p>A {@link dev.riffle.shard.RecordSetReader} belongs to one thread at a time. All other types are immutable and safe
 * for use by several threads.
 */
@NullMarked
package dev.riffle.shard;

import org.jspecify.annotations.NullMarked;
