/**
 * Pipelines: what {@code tf.data} does, in the same order, and resumable.
 *
 * <p>Open {@link dev.riffle.dataset.Dataset} first: an immutable description of where elements come from and what happens
 * to them. {@link dev.riffle.dataset.RecordDataset} begins most pipelines; a {@link
 * dev.riffle.dataset.DatasetIterator} runs one. To read one file in order, {@link dev.riffle.RecordReader} is enough; to
 * parse batches in a loop of one's own, {@link dev.riffle.parse.ExampleParser}; {@link dev.riffle.index.RecordIndex} has the
 * records of a global shuffle. Descriptions are shared between threads; an iterator belongs to one thread at a time.
 */
@NullMarked
package dev.riffle.dataset;

import org.jspecify.annotations.NullMarked;
