/**
 * Random numbers as TensorFlow draws them. Start with {@link dev.riffle.dataset.internal.random.Philox}.
 *
 * <p>The seed generators of {@code dev.riffle.dataset.internal.engine} draw from it. A generator belongs to one thread.
 */
@NullMarked
package dev.riffle.dataset.internal.random;

import org.jspecify.annotations.NullMarked;
