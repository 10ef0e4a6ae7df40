/** The Java listings of the documents, as tests: what stands between {@code // listing} and {@code // end} is printed. */
@NullMarked
package dev.riffle.listings;

import org.jspecify.annotations.NullMarked;
