/**
 * Reads ranges of bytes of a record file, for engines that divide a file among tasks. No range needs the results of
 * another. Also reads several sources in order.
 *
 * <p>Open {@link dev.riffle.scan.internal.SplitRecords} first: it reads the records of a range. Only the connectors for
 * Hadoop and Spark use this type. {@link dev.riffle.scan.internal.RecordSequence} reads several sources for the readers
 * and rewrites of sets. {@link dev.riffle.RecordReader} reads one file from the beginning. {@link
 * dev.riffle.scan.internal.OperationProgress} sends the events of every operation that reports progress.
 *
 * <p>Each object belongs to one thread at a time, except {@code OperationProgress}, which several threads may use.
 */
@NullMarked
package dev.riffle.scan.internal;

import org.jspecify.annotations.NullMarked;
