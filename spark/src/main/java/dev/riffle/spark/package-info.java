/**
 * Reads and writes record files in Spark.
 *
 * <p>Open {@link dev.riffle.spark.TfRecordSource} first. The application adds Spark to its class path, because Riffle
 * does not include it. Spark uses sources on the thread that plans a query. It uses each reader and writer on the
 * thread of its task.
 */
@NullMarked
package dev.riffle.spark;

import org.jspecify.annotations.NullMarked;
