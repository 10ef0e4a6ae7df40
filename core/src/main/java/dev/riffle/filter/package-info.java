/**
 * Conditions on the features of messages, written as text: the language of {@code riffle filter}.
 *
 * <p>Begin with {@link dev.riffle.filter.FeatureFilter}. {@link dev.riffle.example} has the messages and their values.
 * A filter is immutable and thread-safe.
 */
@NullMarked
package dev.riffle.filter;

import org.jspecify.annotations.NullMarked;
