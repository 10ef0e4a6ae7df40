/**
 * Resumable input pipelines that deliver the elements of {@code tf.data} in the same order.
 *
 * <p>Open {@link dev.riffle.dataset.Dataset} first: an immutable pipeline of a source and operations.
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
