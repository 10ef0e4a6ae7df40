/**
 * Output of several files that appear together or not at all.
 *
 * <p>Open {@link dev.riffle.shard.internal.OutputPlan} first: it turns a {@link dev.riffle.shard.RecordOutput} into
 * open shards. {@link dev.riffle.shard.internal.AtomicCommit} gives complete files their names and undoes its steps if
 * one of them fails. {@link dev.riffle.shard.internal.NameLock} keeps two writers from committing the same names. The
 * types that callers use are in {@link dev.riffle.shard}.
 *
 * <p>An output belongs to one thread at a time, unless its type says otherwise.
 */
@NullMarked
package dev.riffle.shard.internal;

import org.jspecify.annotations.NullMarked;
