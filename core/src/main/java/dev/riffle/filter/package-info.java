/**
 * Conditions on the features of messages, written as text: the language of {@code riffle filter}.
 *
 * <p>Open {@link dev.riffle.filter.FeatureFilter} first. The values themselves are in {@link dev.riffle.example}. A filter
 * is immutable and safe for several threads.
 */
@NullMarked
package dev.riffle.filter;

import org.jspecify.annotations.NullMarked;
