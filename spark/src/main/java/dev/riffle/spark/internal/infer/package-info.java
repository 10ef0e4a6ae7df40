/**
 * Infers the schema of files from samples of their records, for readers that pass none.
 *
 * <p>Open {@link dev.riffle.spark.internal.infer.SchemaInference} first, which runs as a job of Spark if there are many
 * files. {@link dev.riffle.spark.internal.infer.FileSurvey} surveys one file.
 *
 * <p>Threads share only the results of tasks.
 */
@NullMarked
package dev.riffle.spark.internal.infer;

import org.jspecify.annotations.NullMarked;
