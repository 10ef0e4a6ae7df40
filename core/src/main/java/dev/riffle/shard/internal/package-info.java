/**
 * Output of several files that appear together or not at all.
 *
 * <p>Open {@link dev.riffle.shard.internal.OutputPlan} first: it turns a {@link dev.riffle.shard.RecordOutput} into open shards.
 * {@link dev.riffle.shard.internal.AtomicCommit} gives finished files their names and undoes its steps when one of them fails;
 * {@link dev.riffle.shard.internal.NameLock} keeps two writers from the same names. The data that callers name is in {@link
 * dev.riffle.shard}.
 *
 * <p>An output belongs to one thread at a time, unless its type says otherwise.
 */
@NullMarked
package dev.riffle.shard.internal;

import org.jspecify.annotations.NullMarked;
