/**
 * Benchmarks of the Spark source, in the spark profile. Open
 * {@link dev.riffle.benchmarks.spark.SparkBenchmarks} first.
 */
@NullMarked
package dev.riffle.benchmarks.spark;

import org.jspecify.annotations.NullMarked;
