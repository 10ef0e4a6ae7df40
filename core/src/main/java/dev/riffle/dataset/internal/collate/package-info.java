/**
 * Memory for batches: stacks tensors, pads them, and cuts them into slices. Start with
 * {@link dev.riffle.dataset.internal.collate.Block}.
 *
 * <p>{@code dev.riffle.dataset.collate} has the collators. A block belongs to one thread while it is filled.
 */
@NullMarked
package dev.riffle.dataset.internal.collate;

import org.jspecify.annotations.NullMarked;
