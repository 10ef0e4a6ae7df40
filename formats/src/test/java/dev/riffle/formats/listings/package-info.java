/** The Java listings of the documents that need more than core, as tests: see {@link dev.riffle.listings}. */
@NullMarked
package dev.riffle.formats.listings;

import org.jspecify.annotations.NullMarked;
