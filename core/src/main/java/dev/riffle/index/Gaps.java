package dev.riffle.index;

import dev.riffle.SkippedRegion;
import java.util.Arrays;
import java.util.List;

/** The damaged regions of one file, in file order. A gap begins at the end of a record, or at the end of a gap. */
final class Gaps {

    static final Gaps NONE = new Gaps(List.of());

    private final List<SkippedRegion> regions;

    /** For each gap, the number of intact records before it. */
    private final int[] records;

    /** Number of gaps that {@link #skip} has skipped. */
    private int skipped;

    Gaps(List<SkippedRegion> regions) {
        this.regions = List.copyOf(regions);
        this.records = new int[regions.size()];
    }

    boolean isEmpty() {
        return regions.isEmpty();
    }

    List<SkippedRegion> regions() {
        return regions;
    }

    /** Returns the size of all gaps in bytes. */
    long bytes() {
        return regions.stream().mapToLong(SkippedRegion::length).sum();
    }

    /**
     * Returns the offset after the gaps that begin at {@code offset}. A decoder calls this method with the end of each
     * record, in order, beginning with 0.
     *
     * @param record the number of intact records before the offset
     */
    long skip(long offset, int record) {
        if (offset == 0) {
            skipped = 0;
        }
        long end = offset;
        while (skipped < records.length && regions.get(skipped).offset() == end) {
            records[skipped] = record;
            end += regions.get(skipped).length();
            skipped++;
        }
        return end;
    }

    /** Returns the number of gaps before a record. */
    int before(int record) {
        int found = Arrays.binarySearch(records, record + 1);
        int at = found < 0 ? -found - 1 : found;
        while (at > 0 && records[at - 1] > record) {
            at--;
        }
        return at;
    }

    /** Returns the beginning of the gaps directly before a record, or {@code offset} without such gaps. */
    long endBefore(int record, long offset) {
        int at = before(record);
        int first = at;
        while (first > 0 && records[first - 1] == record) {
            first--;
        }
        return first == at ? offset : regions.get(first).offset();
    }
}
