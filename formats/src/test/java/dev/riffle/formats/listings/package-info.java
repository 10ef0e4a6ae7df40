/** Tests the Java listings of the documents that need more than core. See {@link dev.riffle.listings}. */
@NullMarked
package dev.riffle.formats.listings;

import org.jspecify.annotations.NullMarked;
