/**
 * Measures datasets: time per element, batches, parallel map, global shuffle and live memory. Open {@link
 * dev.riffle.benchmarks.pipeline.BatchesContest} first.
 */
@NullMarked
package dev.riffle.benchmarks.pipeline;

import org.jspecify.annotations.NullMarked;
