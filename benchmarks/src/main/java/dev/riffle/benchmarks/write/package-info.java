/**
 * Measures writing, splitting, merging, repairing and shuffling of files. Open {@link
 * dev.riffle.benchmarks.write.WriteContest} first.
 */
@NullMarked
package dev.riffle.benchmarks.write;

import org.jspecify.annotations.NullMarked;
