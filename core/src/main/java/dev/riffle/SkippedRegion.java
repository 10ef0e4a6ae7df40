package dev.riffle;

import dev.riffle.io.Bytes;
import java.util.Set;

/**
 * A piece of a record file that {@link DamagePolicy#skip} passed over.
 *
 * @param source the name of the source
 * @param index how many records (delivered or skipped) come before it
 * @param offset where it begins, in uncompressed bytes
 * @param length its size in bytes, at least 1
 * @param cause what was wrong at its beginning
 * @param beginning its first bytes, 16 unless it has fewer, for people to look at
 * @param nested the marks for intact records that may be nested in the payload of a damaged record. {@link
 *     NestedRecords#KEEP}: the records after this region, up to the next region or the end, may be nested. {@link
 *     NestedRecords#DROP}: this region contains intact records that were taken for nested ones. Mostly empty
 */
public record SkippedRegion(
        String source,
        long index,
        long offset,
        long length,
        CorruptRecordException cause,
        Bytes beginning,
        Set<NestedRecords> nested) {

    /** Copies the set. */
    public SkippedRegion {
        nested = Set.copyOf(nested);
    }
}
