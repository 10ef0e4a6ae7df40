/**
 * Collators, which combine the elements of a batch, and splitters, which split a batch. Start with
 * {@link dev.riffle.dataset.collate.Collator}, or with {@link dev.riffle.dataset.collate.Splitter} for the opposite.
 *
 * <p>The stages of {@code dev.riffle.dataset} call collators and splitters. All collators and splitters are immutable
 * and safe for use by several threads.
 */
@NullMarked
package dev.riffle.dataset.collate;

import org.jspecify.annotations.NullMarked;
