package dev.riffle;

import dev.riffle.io.Bytes;

/**
 * A piece of a record file that {@link DamagePolicy#skip} passed over.
 *
 * @param source the name of the source
 * @param index how many records (delivered or skipped) come before it
 * @param offset where it begins, in uncompressed bytes
 * @param length its size in bytes, at least 1
 * @param cause what was wrong at its beginning
 * @param beginning its first bytes, 16 unless it has fewer, for people to look at
 */
public record SkippedRegion(
        String source, long index, long offset, long length, CorruptRecordException cause, Bytes beginning) {}
