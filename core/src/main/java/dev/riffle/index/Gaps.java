package dev.riffle.index;

import dev.riffle.SkippedRegion;
import java.util.Arrays;
import java.util.List;

/** The damaged regions of one file, in file order. A gap begins at the end of a record, or at the end of a gap. */
final class Gaps {

    static final Gaps NONE = new Gaps(List.of());

    private final List<SkippedRegion> regions;

    /** For each gap, the number of intact records before it. */
    private final long[] records;

    /** For each gap, the size of all gaps before it in bytes, followed by the size of all gaps. */
    private final long[] bytes;

    Gaps(List<SkippedRegion> regions) {
        this.regions = List.copyOf(regions);
        this.records = new long[regions.size()];
        this.bytes = new long[regions.size() + 1];
        for (int i = 0; i < records.length; i++) {
            SkippedRegion region = regions.get(i);
            // Each region counts as one record.
            records[i] = region.index() - i;
            bytes[i + 1] = bytes[i] + region.length();
        }
    }

    boolean isEmpty() {
        return regions.isEmpty();
    }

    List<SkippedRegion> regions() {
        return regions;
    }

    /** Returns the size of all gaps in bytes. */
    long bytes() {
        return bytes[records.length];
    }

    /** Returns the size of all gaps before a record in bytes. */
    long bytesBefore(long record) {
        return records.length == 0 ? 0 : bytes[before(record)];
    }

    /** Returns the number of gaps before a record. */
    int before(long record) {
        int found = Arrays.binarySearch(records, record + 1);
        int at = found < 0 ? -found - 1 : found;
        while (at > 0 && records[at - 1] > record) {
            at--;
        }
        return at;
    }
}
