/** Tests the Java listings of the documents that need Arrow. See {@link dev.riffle.listings}. */
@NullMarked
package dev.riffle.arrow.listings;

import org.jspecify.annotations.NullMarked;
