/**
 * Nodes that change, choose, group and combine the elements of other nodes. Start with
 * {@link dev.riffle.dataset.internal.operator.SkipNode}.
 *
 * <p>{@code dev.riffle.dataset.internal.engine} runs these nodes. Nodes are safe for use by several threads. One thread
 * at a time may use a stage.
 */
@NullMarked
package dev.riffle.dataset.internal.operator;

import org.jspecify.annotations.NullMarked;
