/**
 * Nodes of pipelines, the stages that run them, and their threads. Start with
 * {@link dev.riffle.dataset.internal.engine.Node}, then {@link dev.riffle.dataset.internal.engine.Stage}.
 *
 * <p>{@code dev.riffle.dataset.internal.operator} has the single operations. Nodes are safe for several threads; a
 * stage belongs to one thread at a time.
 */
@NullMarked
package dev.riffle.dataset.internal.engine;

import org.jspecify.annotations.NullMarked;
