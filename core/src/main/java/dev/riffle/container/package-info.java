/**
 * Formats of record files that are services. A container is a file with a structure of its own around its records, such
 * as chunks with checksums and an index at the end. TFRecord and OFRecord need no container, because core reads and
 * writes them.
 *
 * <p>To add a container, implement {@link dev.riffle.container.RecordContainer}, and name the class in {@code
 * META-INF/services/dev.riffle.container.RecordContainer} or in a {@code provides} clause. Every reader, writer and
 * scan, the pipelines, the commands and the connectors then handle its files. Only authors of containers use this
 * package. {@link dev.riffle.RecordFormat} has an object for each installed container. {@link dev.riffle.RecordReader},
 * {@link dev.riffle.RecordFile} and {@link dev.riffle.RecordWriter} read and write the records.
 *
 * <p>One thread at a time uses an object, except a {@code RecordContainer} and a {@code ContainerFile}, which several
 * threads use.
 */
@NullMarked
package dev.riffle.container;

import org.jspecify.annotations.NullMarked;
