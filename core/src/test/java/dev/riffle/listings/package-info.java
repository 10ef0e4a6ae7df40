/**
 * Tests the Java listings of the documents. The documents show the lines between {@code // listing} and {@code // end}.
 */
@NullMarked
package dev.riffle.listings;

import org.jspecify.annotations.NullMarked;
