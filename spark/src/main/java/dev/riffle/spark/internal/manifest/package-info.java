/**
 * Stores the columns of a write in the manifest of its directory, and finds the stored columns of a read.
 *
 * <p>Open {@link dev.riffle.spark.internal.manifest.StoredSchema} first, which a read uses. {@link
 * dev.riffle.spark.internal.manifest.WrittenFiles} collects the files of a write and writes the manifest.
 *
 * <p>All classes belong to the thread of the driver that plans or runs a query, except {@link
 * dev.riffle.spark.internal.manifest.WrittenFile}, which is immutable.
 */
@NullMarked
package dev.riffle.spark.internal.manifest;

import org.jspecify.annotations.NullMarked;
