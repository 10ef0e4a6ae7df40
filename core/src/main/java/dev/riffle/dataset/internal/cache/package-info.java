/**
 * The node that keeps the elements of a pass in memory. Start with
 * {@link dev.riffle.dataset.internal.cache.MemoryCacheNode}.
 *
 * <p>{@code dev.riffle.dataset.internal.engine} runs these nodes. Nodes are safe for use by several threads. One thread
 * at a time may use a stage.
 */
@NullMarked
package dev.riffle.dataset.internal.cache;

import org.jspecify.annotations.NullMarked;
