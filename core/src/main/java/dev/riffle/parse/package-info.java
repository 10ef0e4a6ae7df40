/**
 * From serialised Examples straight into columns: what {@code tf.io.parse_example} and its siblings do.
 *
 * <p>Open {@link dev.riffle.parse.ExampleParser} first. What is wanted is said by a {@link
 * dev.riffle.parse.FeatureSpec} for each feature. Who wants whole messages, or other features of each, uses {@code
 * dev.riffle.example} instead. {@link dev.riffle.parse.csv.CsvDecoder} does the same for records that are lines of CSV, and
 * {@link dev.riffle.parse.oneflow.OfRecordRawDecoder} makes tensors of single features of OFRecords. Specs and parsers
 * are immutable and shared between threads; a batch belongs to the thread that fills it.
 */
@NullMarked
package dev.riffle.parse;

import org.jspecify.annotations.NullMarked;
