/**
 * Record files that belong together: finding, writing and checking them, reading any record of them, rescuing what is whole of
 * them, and making other record files of them.
 *
 * <p>Open {@link dev.riffle.shard.RecordSet} first: it finds the files that a word such as {@code train@10} means. What is done
 * with them:
 *
 * <ul>
 *   <li>{@link dev.riffle.shard.Surgery} splits, merges, slices, samples, filters and appends, byte for byte; {@link
 *       dev.riffle.shard.ExternalShuffle} shuffles on disk; {@link dev.riffle.shard.SetDiff} compares. What they write goes to a
 *       {@link dev.riffle.shard.SetTarget} and appears as a whole or not at all.
 *   <li>{@link dev.riffle.shard.RecordIndex} gives any record of several files by its number or a key; {@link
 *       dev.riffle.shard.IndexFile} is what it keeps beside a file.
 *   <li>{@link dev.riffle.shard.Salvage} rescues what is whole of a damaged file.
 *   <li>{@link dev.riffle.shard.ParallelWalk} reads one large file with several threads.
 *   <li>{@link dev.riffle.shard.ShardedRecordWriter} writes records of the caller's own into a set, {@link
 *       dev.riffle.shard.ShardNames} knows what its files are called, {@link dev.riffle.shard.ShardPlan} how many there should be,
 *       and {@link dev.riffle.shard.SetManifest} tells later whether all of it is there.
 * </ul>
 *
 * <p>To read one file in order there is {@link dev.riffle.RecordReader}, to write one {@link dev.riffle.RecordWriter}; to shuffle
 * and batch while training, {@code dev.riffle.dataset}.
 *
 * <p>Most types are immutable, and their work runs on the thread that asks for it. An index is safe for several threads; a
 * writer belongs to one at a time; the work that a parallel walk is given runs on several.
 */
@NullMarked
package dev.riffle.shard;

import org.jspecify.annotations.NullMarked;
