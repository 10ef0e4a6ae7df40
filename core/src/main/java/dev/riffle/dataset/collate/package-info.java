/**
 * Batches out of elements, and elements out of batches. Start with {@link dev.riffle.dataset.collate.Collator}, or with {@link
 * dev.riffle.dataset.collate.Splitter} for the opposite.
 *
 * <p>The neighbour is {@code dev.riffle.dataset}, whose stages call them. Collators and splitters are immutable and safe for several
 * threads.
 */
@NullMarked
package dev.riffle.dataset.collate;

import org.jspecify.annotations.NullMarked;
