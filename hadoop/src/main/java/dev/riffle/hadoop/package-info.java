/**
 * Reads and writes record files in Hadoop's file systems, and in MapReduce jobs.
 *
 * <p>Open {@link dev.riffle.hadoop.HadoopSource} first. The application adds Hadoop to its class path, because Riffle
 * does not include it. Several threads may share sources and sinks. Each opened reader and writer belongs to one thread
 * at a time.
 */
@NullMarked
package dev.riffle.hadoop;

import org.jspecify.annotations.NullMarked;
