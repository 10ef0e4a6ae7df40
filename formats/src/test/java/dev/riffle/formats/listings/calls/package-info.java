/** What the right-hand cells of {@code docs/from-tensorflow.md} say, where they need more than core, compiled and run. */
@NullMarked
package dev.riffle.formats.listings.calls;

import org.jspecify.annotations.NullMarked;
