/**
 * Random orders: shuffles with a buffer, and the global shuffle of an index. Start with
 * {@link dev.riffle.dataset.internal.shuffle.ShuffleStage}.
 *
 * <p>{@code dev.riffle.dataset.internal.engine} runs these nodes. Nodes are safe for use by several threads. One thread
 * at a time may use a stage.
 */
@NullMarked
package dev.riffle.dataset.internal.shuffle;

import org.jspecify.annotations.NullMarked;
