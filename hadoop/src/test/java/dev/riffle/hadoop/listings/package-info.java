/**
 * Tests the Java listings of {@code docs/guides/hadoop.md}. The page shows the lines between {@code // listing} and
 * {@code // end}.
 */
@NullMarked
package dev.riffle.hadoop.listings;

import org.jspecify.annotations.NullMarked;
