/**
 * Resumable input pipelines with the operations and the element order of {@code tf.data}.
 *
 * <p>Start with {@link dev.riffle.dataset.Dataset}: an immutable pipeline of a source and operations.
 * {@link dev.riffle.dataset.RecordDataset} begins most pipelines. A {@link dev.riffle.dataset.DatasetIterator} runs a
 * pipeline.
 *
 * <p>To read one file in order, use {@link dev.riffle.RecordReader}. To parse batches in your own loop, use
 * {@link dev.riffle.parse.ExampleParser}. A {@link dev.riffle.index.RecordIndex} supplies the records of a global
 * shuffle. Threads may share datasets; an iterator belongs to one thread at a time.
 */
@NullMarked
package dev.riffle.dataset;

import org.jspecify.annotations.NullMarked;
