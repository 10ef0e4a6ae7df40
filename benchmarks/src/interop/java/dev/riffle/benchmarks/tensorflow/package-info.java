/**
 * Benchmarks against TensorFlow itself, in the interop profile. Open
 * {@link dev.riffle.benchmarks.tensorflow.TensorFlowBenchmarks} first.
 */
@NullMarked
package dev.riffle.benchmarks.tensorflow;

import org.jspecify.annotations.NullMarked;
