package dev.riffle.arrow;

import dev.riffle.RecordReader;
import dev.riffle.example.internal.RecordPlace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The places of the records of a batch. The next batch reuses the memory. */
final class RecordPlaces {

    private static final int FIRST_SIZE = 16;

    private final List<String> files = new ArrayList<>();
    private long[] records = new long[FIRST_SIZE];
    private long[] offsets = new long[FIRST_SIZE];

    void clear() {
        files.clear();
    }

    /** Adds the place of the current record of a reader. */
    void add(RecordReader reader) {
        int row = files.size();
        if (row == records.length) {
            records = Arrays.copyOf(records, 2 * row);
            offsets = Arrays.copyOf(offsets, 2 * row);
        }
        records[row] = reader.index();
        offsets[row] = reader.offset();
        files.add(reader.name());
    }

    int size() {
        return files.size();
    }

    RecordPlace at(int row) {
        return new RecordPlace(files.get(row), records[row], offsets[row]);
    }

    String file(int row) {
        return files.get(row);
    }

    /** Returns the numbers of the records in their files, in the first {@link #size()} elements. */
    long[] records() {
        return records;
    }

    /** Returns the offsets of the records in their files, in the first {@link #size()} elements. */
    long[] offsets() {
        return offsets;
    }
}
