/**
 * Writes several files that appear together or not at all.
 *
 * <p>Open {@link dev.riffle.shard.internal.OutputPlan} first: it opens the files of a
 * {@link dev.riffle.shard.RecordOutput}. {@link dev.riffle.shard.internal.ShardedOutput} writes them with hidden names.
 * {@link dev.riffle.shard.internal.AtomicCommit} publishes complete files, and reverses all steps if one fails. A
 * {@link dev.riffle.shard.internal.CommitStorage} performs the steps in a file system, or in a storage without renames.
 * {@link dev.riffle.shard.internal.NameLock} prevents two writers from committing the same names in parallel. The types
 * that callers use are in {@link dev.riffle.shard}.
 *
 * <p>An output belongs to one thread at a time, unless its type documents another rule.
 */
@NullMarked
package dev.riffle.shard.internal;

import org.jspecify.annotations.NullMarked;
