/**
 * Resumable input pipelines with the operations and the element order of {@code tf.data}.
 *
 * <p>Start with {@link dev.riffle.dataset.Dataset}, an immutable pipeline of sources and operations. Most pipelines
 * begin with a {@link dev.riffle.dataset.RecordDataset}. A {@link dev.riffle.dataset.DatasetIterator} runs a pipeline.
 *
 * <p>To read one file in order, use {@link dev.riffle.RecordReader}. To parse batches in your own loop, use
 * {@link dev.riffle.parse.ExampleParser}. A {@link dev.riffle.index.RecordIndex} supplies the records of a global
 * shuffle. Threads may share datasets. One thread at a time may use an iterator.
 */
@NullMarked
package dev.riffle.dataset;

import org.jspecify.annotations.NullMarked;
