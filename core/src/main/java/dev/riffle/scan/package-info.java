/**
 * Scans of one large record file with several threads.
 *
 * <p>Open {@link dev.riffle.scan.ParallelScan} first: it cuts a file into {@linkplain dev.riffle.scan.RecordSplit
 * splits}. It hands each split to a thread and returns the results in file order. {@link
 * dev.riffle.scan.ProgressListener} receives the progress of long work. To read a file in order with one thread, use
 * {@link dev.riffle.RecordReader}; to read the files of a set as one, {@code dev.riffle.shard}.
 *
 * <p>A scan runs the given work on several threads at once and ends all of them before it returns.
 */
@NullMarked
package dev.riffle.scan;

import org.jspecify.annotations.NullMarked;
