/**
 * Parses serialized Examples into columns, like {@code tf.io.parse_example} and related operations.
 *
 * <p>Open {@link dev.riffle.parse.ExampleParser} first. A {@link dev.riffle.parse.FeatureSpec} for each feature
 * describes how to parse it. To read complete messages, or different features of each message, use
 * {@code dev.riffle.example} instead. {@link dev.riffle.parse.csv.CsvDecoder} decodes lines of CSV into columns, and
 * {@link dev.riffle.parse.oneflow.OfRecordRawDecoder} decodes single features of OFRecords into tensors. Specs and
 * parsers are immutable and safe for several threads; a batch is for one thread at a time.
 */
@NullMarked
package dev.riffle.parse;

import org.jspecify.annotations.NullMarked;
