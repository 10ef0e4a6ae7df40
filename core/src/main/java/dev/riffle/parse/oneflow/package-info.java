/**
 * Decodes single features of OFRecords into tensors, like OneFlow's operators.
 *
 * <p>Open {@link dev.riffle.parse.oneflow.OfRecordRawDecoder} first, for numbers;
 * {@link dev.riffle.parse.oneflow.OfRecordBytesDecoder} returns byte strings unchanged. The parsers of
 * {@link dev.riffle.parse} read several features of OFRecords together. Decoders are immutable and safe for several
 * threads.
 */
@NullMarked
package dev.riffle.parse.oneflow;

import org.jspecify.annotations.NullMarked;
