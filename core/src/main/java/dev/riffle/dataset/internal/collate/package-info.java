/**
 * Memory for batches: stacks tensors, pads them, and cuts them into slices. Start with {@link
 * dev.riffle.dataset.internal.collate.Block}.
 *
 * <p>The neighbour is {@code dev.riffle.dataset.collate}, which has the collators. A block that is being filled belongs to one thread.
 */
@NullMarked
package dev.riffle.dataset.internal.collate;

import org.jspecify.annotations.NullMarked;
