/**
 * Infers the schema of files from samples of their records, for queries without a schema.
 *
 * <p>Open {@link dev.riffle.spark.internal.infer.SchemaInference} first: for many files, it runs a job of Spark. {@link
 * dev.riffle.spark.internal.infer.FileSurvey} surveys one file.
 *
 * <p>Threads share only the results of tasks.
 */
@NullMarked
package dev.riffle.spark.internal.infer;

import org.jspecify.annotations.NullMarked;
