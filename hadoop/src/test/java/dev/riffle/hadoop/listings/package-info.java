/** The Java listings of {@code docs/hadoop.md}, as tests: what stands between {@code // listing} and {@code // end} is printed. */
@NullMarked
package dev.riffle.hadoop.listings;

import org.jspecify.annotations.NullMarked;
