/**
 * Nodes that keep the elements of a pass in memory or in a file. Start with
 * {@link dev.riffle.dataset.internal.cache.Caches}.
 *
 * <p>{@code dev.riffle.dataset.internal.engine} runs them. Nodes are safe for several threads; a stage belongs to one
 * thread at a time.
 */
@NullMarked
package dev.riffle.dataset.internal.cache;

import org.jspecify.annotations.NullMarked;
