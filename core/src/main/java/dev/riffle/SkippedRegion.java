package dev.riffle;

/**
 * A piece of a record file that {@link DamagePolicy#skip} passed over.
 *
 * @param source the name of the source
 * @param index how many records (delivered or skipped) come before it
 * @param offset where it begins, in uncompressed bytes
 * @param length its size in bytes, at least 1
 * @param cause what was wrong at its beginning
 */
public record SkippedRegion(String source, long index, long offset, long length, CorruptRecordException cause) {}
