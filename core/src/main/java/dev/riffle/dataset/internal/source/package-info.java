/**
 * Nodes without input: lists, ranges, generators and files. Start with
 * {@link dev.riffle.dataset.internal.source.RangeNode}, then {@link dev.riffle.dataset.internal.source.RecordNode}.
 *
 * <p>{@code dev.riffle.dataset.internal.engine} runs these nodes. Nodes are safe for use by several threads. One thread
 * at a time may use a stage.
 */
@NullMarked
package dev.riffle.dataset.internal.source;

import org.jspecify.annotations.NullMarked;
