/**
 * Reads the records of one large file with several threads.
 *
 * <p>Open {@link dev.riffle.scan.ParallelScan} first: it cuts a file into {@linkplain dev.riffle.scan.RecordSplit ranges of whole
 * records} and hands each of them to a thread, together with the number of its first record. {@link
 * dev.riffle.scan.ProgressListener} reports how far long work has come. To read a file in order with one thread, use {@link
 * dev.riffle.RecordReader}; to read the files of a set as one, {@code dev.riffle.shard}.
 *
 * <p>A walk runs the work it is given on several threads at once and ends all of them before it returns.
 */
@NullMarked
package dev.riffle.scan;

import org.jspecify.annotations.NullMarked;
