/**
 * Nodes without input: lists, ranges, generators and files. Start with
 * {@link dev.riffle.dataset.internal.source.Sources}, then {@link dev.riffle.dataset.internal.source.RecordNode}.
 *
 * <p>{@code dev.riffle.dataset.internal.engine} runs them. Nodes are safe for several threads; a stage belongs to one
 * thread at a time.
 */
@NullMarked
package dev.riffle.dataset.internal.source;

import org.jspecify.annotations.NullMarked;
