/**
 * Generators that return the same random numbers as TensorFlow and Python, and random streams of elements. Start with
 * {@link dev.riffle.dataset.internal.random.Philox}.
 *
 * <p>The seed generators of {@code dev.riffle.dataset.internal.engine} use these generators. Only one thread may use a
 * generator.
 */
@NullMarked
package dev.riffle.dataset.internal.random;

import org.jspecify.annotations.NullMarked;
