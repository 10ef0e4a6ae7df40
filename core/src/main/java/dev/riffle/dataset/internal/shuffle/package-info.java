/**
 * Random orders: shuffles with a buffer, and the global shuffle of an index. Start with
 * {@link dev.riffle.dataset.internal.shuffle.ShuffleStage}.
 *
 * <p>{@code dev.riffle.dataset.internal.engine} runs them. Nodes are safe for several threads; a stage belongs to one
 * thread at a time.
 */
@NullMarked
package dev.riffle.dataset.internal.shuffle;

import org.jspecify.annotations.NullMarked;
