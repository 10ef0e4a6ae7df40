/**
 * Random numbers as TensorFlow draws them. Start with {@link dev.riffle.dataset.internal.random.Philox}.
 *
 * <p>The neighbour is {@code dev.riffle.dataset.internal.engine}, whose seed generators draw from it. A generator belongs to one thread.
 */
@NullMarked
package dev.riffle.dataset.internal.random;

import org.jspecify.annotations.NullMarked;
