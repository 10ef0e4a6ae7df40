/**
 * Scans one large record file with several threads.
 *
 * <p>Open {@link dev.riffle.scan.ParallelScan} first: it divides a file into
 * {@linkplain dev.riffle.scan.RecordSplit splits}, scans them on several threads, and delivers the results in file
 * order. To read a file in order with one thread, use {@link dev.riffle.RecordReader}; to read the files of a set as
 * one, use {@code dev.riffle.shard}.
 *
 * <p>A scan runs the given work on several threads in parallel. All these threads end before the scan returns.
 */
@NullMarked
package dev.riffle.scan;

import org.jspecify.annotations.NullMarked;
