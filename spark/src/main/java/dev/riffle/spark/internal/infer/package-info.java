/**
 * The schema of files whose reader names none, from samples of their records.
 *
 * <p>Open {@link dev.riffle.spark.internal.infer.SchemaInference} first, which runs as a job of Spark if there are many
 * files. {@link dev.riffle.spark.internal.infer.FileSurvey} surveys one file.
 *
 * <p>Only the results of tasks are shared between threads.
 */
@NullMarked
package dev.riffle.spark.internal.infer;

import org.jspecify.annotations.NullMarked;
