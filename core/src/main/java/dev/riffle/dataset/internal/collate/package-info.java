/**
 * Memory for batches: types that stack, pad and slice tensors. Start with
 * {@link dev.riffle.dataset.internal.collate.ValuesBuilder}.
 *
 * <p>{@code dev.riffle.dataset.collate} contains the collators. Only one thread may use a block while a collator fills
 * it.
 */
@NullMarked
package dev.riffle.dataset.internal.collate;

import org.jspecify.annotations.NullMarked;
