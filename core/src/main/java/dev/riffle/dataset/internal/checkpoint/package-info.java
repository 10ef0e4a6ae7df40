/**
 * States of stages and positions of elements, and their form in a checkpoint. Start with {@link
 * dev.riffle.dataset.internal.checkpoint.State}.
 *
 * <p>The neighbour is {@code dev.riffle.dataset.internal.engine}, whose stages save and restore them. States and marks are immutable;
 * a checkpoint is written and read by one thread.
 */
@NullMarked
package dev.riffle.dataset.internal.checkpoint;

import org.jspecify.annotations.NullMarked;
