package dev.riffle.cli.print;

import dev.riffle.index.RecordIndex;
import java.util.OptionalLong;

/** Numbers the records and the damaged regions of an index. Each damaged region counts as one record. */
final class IndexNumbers {

    private final RecordIndex index;

    private final long regions;

    IndexNumbers(RecordIndex index) {
        this.index = index;
        this.regions = index.damagedRegions().size();
    }

    /** Returns the number of records and damaged regions. */
    long count() {
        return index.size() + regions;
    }

    /** Returns the record of the index with this number; empty if the number belongs to a damaged region. */
    OptionalLong find(long number) {
        long low = Math.max(0, number - regions);
        long high = Math.min(number, index.size() - 1);
        while (low <= high) {
            long middle = (low + high) >>> 1;
            long found = middle + index.regionsBefore(middle);
            if (found == number) {
                return OptionalLong.of(middle);
            }
            if (found < number) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return OptionalLong.empty();
    }
}
