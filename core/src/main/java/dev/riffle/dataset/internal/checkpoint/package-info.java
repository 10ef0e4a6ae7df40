/**
 * The states of stages, the lineages of elements, and their form in a checkpoint. Start with
 * {@link dev.riffle.dataset.internal.checkpoint.State}.
 *
 * <p>The stages of {@code dev.riffle.dataset.internal.engine} save and restore states. States and lineages are
 * immutable. Only one thread may use a {@code LineageTable}.
 */
@NullMarked
package dev.riffle.dataset.internal.checkpoint;

import org.jspecify.annotations.NullMarked;
