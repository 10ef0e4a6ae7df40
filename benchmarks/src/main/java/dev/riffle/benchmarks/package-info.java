/**
 * Riffle against its rivals. {@link dev.riffle.benchmarks.Benchmarks} is the program behind {@code benchmarks/run};
 * {@link dev.riffle.benchmarks.Contest} is what a job and its rival look like. {@code docs/performance.md} says what each
 * line means.
 */
@NullMarked
package dev.riffle.benchmarks;

import org.jspecify.annotations.NullMarked;
