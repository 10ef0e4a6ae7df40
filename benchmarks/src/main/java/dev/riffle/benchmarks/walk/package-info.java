/**
 * Measures reading of records in sequence, in parallel and by number. Open {@link
 * dev.riffle.benchmarks.walk.WalkContest} first.
 */
@NullMarked
package dev.riffle.benchmarks.walk;

import org.jspecify.annotations.NullMarked;
