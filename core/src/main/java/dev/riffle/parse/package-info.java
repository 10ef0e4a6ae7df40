/**
 * Parses serialized Examples into columns, like {@code tf.io.parse_example} and related operations.
 *
 * <p>Start with {@link dev.riffle.parse.ExampleParser}. A {@link dev.riffle.parse.FeatureSpec} describes how to parse
 * one feature. To read complete messages, or different features of each message, use {@code dev.riffle.example}
 * instead. {@link dev.riffle.parse.csv.CsvDecoder} decodes lines of CSV into columns, and
 * {@link dev.riffle.parse.oneflow.OfRecordRawDecoder} decodes single features of OFRecords into tensors. Specs and
 * parsers are immutable and safe for use by several threads. One thread at a time may use a batch.
 */
@NullMarked
package dev.riffle.parse;

import org.jspecify.annotations.NullMarked;
