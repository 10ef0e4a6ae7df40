/**
 * Record files as a data source of Spark.
 *
 * <p>Open {@link dev.riffle.spark.TfRecordSource} first. Spark is on the class path of whoever runs this; nothing of it comes with Riffle.
 */
@NullMarked
package dev.riffle.spark;

import org.jspecify.annotations.NullMarked;
