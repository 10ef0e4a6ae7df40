/**
 * Decodes single features of OFRecords to tensors, as OneFlow's operators do.
 *
 * <p>Open {@link dev.riffle.parse.oneflow.OfRecordRawDecoder} first, for numbers; {@link
 * dev.riffle.parse.oneflow.OfRecordBytesDecoder} keeps byte strings as they are. The parsers of
 * {@link dev.riffle.parse} read several features of OFRecords at once. Decoders are immutable and safe for several
 * threads.
 */
@NullMarked
package dev.riffle.parse.oneflow;

import org.jspecify.annotations.NullMarked;
