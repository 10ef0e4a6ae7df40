/**
 * Nodes of pipelines, the stages that run them, and their threads. Start with
 * {@link dev.riffle.dataset.internal.engine.Node}, then {@link dev.riffle.dataset.internal.engine.Stage}.
 *
 * <p>{@code dev.riffle.dataset.internal.operator} contains the operations. Nodes are safe for use by several threads.
 * One thread at a time may use a stage.
 */
@NullMarked
package dev.riffle.dataset.internal.engine;

import org.jspecify.annotations.NullMarked;
