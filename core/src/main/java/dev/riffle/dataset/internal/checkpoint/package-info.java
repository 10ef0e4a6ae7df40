/**
 * The states of stages, the lineages of elements, and their form in a checkpoint. Start with
 * {@link dev.riffle.dataset.internal.checkpoint.State}.
 *
 * <p>The stages of {@code dev.riffle.dataset.internal.engine} save and restore them. States and lineages are immutable;
 * one thread writes and reads a checkpoint.
 */
@NullMarked
package dev.riffle.dataset.internal.checkpoint;

import org.jspecify.annotations.NullMarked;
