/**
 * Record files in Hadoop's file systems, and MapReduce jobs over them.
 *
 * <p>Open {@link dev.riffle.hadoop.HadoopSource} first. Hadoop is on the class path of whoever runs this; nothing of it comes with Riffle.
 */
@NullMarked
package dev.riffle.hadoop;

import org.jspecify.annotations.NullMarked;
