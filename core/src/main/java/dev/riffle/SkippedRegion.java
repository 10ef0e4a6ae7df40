package dev.riffle;

import dev.riffle.internal.Argument;
import dev.riffle.io.Bytes;
import java.util.Set;

/**
 * A region of a record file that {@link DamagePolicy#skip} skipped. Immutable and safe for use by several threads.
 *
 * @param source the name of the source
 * @param index the number of records, delivered or skipped, before the region
 * @param offset the beginning of the region, in uncompressed bytes
 * @param length the size of the region in bytes, at least 1
 * @param cause the damage at the beginning of the region
 * @param beginning the first 16 bytes of the region, or all bytes if it has fewer, for people to inspect
 * @param nested marks for intact records that may be nested in the payload of a damaged record. {@link
 *     NestedRecords#KEEP}: the records after this region, up to the next region or the end, may be nested. {@link
 *     NestedRecords#DROP}: this region contains intact records that the reader dropped. The set is usually empty
 *
 * @since 0.1
 */
public record SkippedRegion(
        String source,
        long index,
        long offset,
        long length,
        CorruptRecordException cause,
        Bytes beginning,
        Set<NestedRecords> nested) {

    /** Copies the set of marks. */
    public SkippedRegion {
        Argument.present(source, "source");
        Argument.present(cause, "cause");
        Argument.present(beginning, "beginning");
        Argument.allPresent(nested, "nested");
        nested = Set.copyOf(nested);
    }
}
