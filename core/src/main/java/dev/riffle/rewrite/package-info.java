/**
 * Copies, splits, merges, samples, filters, deduplicates, extends, shuffles and compares record files.
 *
 * <p>Open {@link dev.riffle.rewrite.RecordRewrite} first: it copies the chosen records of its inputs byte for byte to a
 * {@link dev.riffle.shard.RecordOutput}. {@link dev.riffle.rewrite.ExternalShuffle} shuffles more records than memory
 * holds. {@link dev.riffle.rewrite.SetDiff} compares two sets. To shuffle while training, use {@code
 * dev.riffle.dataset}; to recover records of damaged files, {@link dev.riffle.repair}.
 *
 * <p>Descriptions are immutable. The work runs on the calling thread and on threads that end before the call returns.
 */
@NullMarked
package dev.riffle.rewrite;

import org.jspecify.annotations.NullMarked;
