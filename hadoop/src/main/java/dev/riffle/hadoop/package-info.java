/**
 * Reads and writes record files in Hadoop's file systems, and in MapReduce jobs.
 *
 * <p>Open {@link dev.riffle.hadoop.HadoopSource} first. The application brings Hadoop on its class path; Riffle does
 * not include it. Sources and sinks may be shared between threads; each opened reader and writer belongs to one thread
 * at a time.
 */
@NullMarked
package dev.riffle.hadoop;

import org.jspecify.annotations.NullMarked;
