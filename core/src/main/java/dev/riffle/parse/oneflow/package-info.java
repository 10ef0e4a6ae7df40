/**
 * Decodes single features of OFRecords into tensors, like OneFlow's operators.
 *
 * <p>Start with {@link dev.riffle.parse.oneflow.OfRecordRawDecoder} for numbers.
 * {@link dev.riffle.parse.oneflow.OfRecordBytesDecoder} returns byte strings unchanged. The parsers of
 * {@link dev.riffle.parse} read several features of OFRecords together. Decoders are immutable and safe for use by
 * several threads.
 */
@NullMarked
package dev.riffle.parse.oneflow;

import org.jspecify.annotations.NullMarked;
