/**
 * Repairs damaged record files by copying their intact records.
 *
 * <p>Open {@link dev.riffle.repair.RecordRepair} first: it copies every intact record of a file and describes the loss
 * in a {@link dev.riffle.repair.LossReport}. To skip damage in a reader, use {@link dev.riffle.DamagePolicy}.
 *
 * <p>A repair runs on the calling thread; its settings and its report are immutable.
 */
@NullMarked
package dev.riffle.repair;

import org.jspecify.annotations.NullMarked;
