/** What the right-hand cells of {@code docs/from-tensorflow.md} say, compiled and run. */
@NullMarked
package dev.riffle.listings.calls;

import org.jspecify.annotations.NullMarked;
