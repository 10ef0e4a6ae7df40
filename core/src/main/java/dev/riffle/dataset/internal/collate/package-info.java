/**
 * Memory for batches: stacks tensors, pads them, and cuts them into slices. Start with
 * {@link dev.riffle.dataset.internal.collate.Block}.
 *
 * <p>{@code dev.riffle.dataset.collate} contains the collators. While a collator fills a block, the block belongs to
 * one thread.
 */
@NullMarked
package dev.riffle.dataset.internal.collate;

import org.jspecify.annotations.NullMarked;
