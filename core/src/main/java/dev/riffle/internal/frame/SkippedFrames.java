package dev.riffle.internal.frame;

import dev.riffle.io.Bytes;

/**
 * A region that a search after damage skipped.
 *
 * @param index the number of records, delivered or skipped, before the region
 * @param offset the offset of the region
 * @param length the number of bytes of the region
 * @param cause the damage at the beginning of the region
 * @param beginning the first bytes of the region
 * @param drops whether the region contains intact records that may be nested in a damaged record
 * @param keeps whether the records after the region may be nested in a damaged record
 */
public record SkippedFrames(
        long index,
        long offset,
        long length,
        DamagedFrameException cause,
        Bytes beginning,
        boolean drops,
        boolean keeps) {}
