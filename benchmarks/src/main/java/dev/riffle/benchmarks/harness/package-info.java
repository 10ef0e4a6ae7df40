/**
 * Runs both sides of a benchmark in turns and prints the ratio. A benchmark implements {@link
 * dev.riffle.benchmarks.harness.Contest}. {@link dev.riffle.benchmarks.harness.RecordFiles} writes its input files.
 */
@NullMarked
package dev.riffle.benchmarks.harness;

import org.jspecify.annotations.NullMarked;
