/**
 * Nodes that change, choose, group and combine the elements of other nodes. Start with
 * {@link dev.riffle.dataset.internal.operator.Operations}.
 *
 * <p>{@code dev.riffle.dataset.internal.engine} runs them. Nodes are safe for several threads; a stage belongs to one
 * thread at a time.
 */
@NullMarked
package dev.riffle.dataset.internal.operator;

import org.jspecify.annotations.NullMarked;
