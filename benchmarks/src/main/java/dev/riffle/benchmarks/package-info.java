/**
 * Measures Riffle against its baselines. {@link dev.riffle.benchmarks.Benchmarks} is the program that
 * {@code benchmarks/run} starts. {@link dev.riffle.benchmarks.BenchmarkList} has all benchmarks.
 * {@code docs/project/performance.md} explains each line.
 */
@NullMarked
package dev.riffle.benchmarks;

import org.jspecify.annotations.NullMarked;
