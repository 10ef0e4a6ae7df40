package dev.riffle.index;

import dev.riffle.io.Bytes;
import java.io.IOException;
import java.util.function.LongUnaryOperator;

/** Returns records of an index one by one, and reads the next ones ahead. */
final class ReadAhead {

    /** The number of records to read ahead at once. */
    private static final int GROUP = 64;

    private final RecordIndex index;
    private final LongUnaryOperator numbers;
    private final long count;

    /** The number of records that are still to be returned when the next group begins. */
    private final int left;

    private long next;
    private long ahead;

    /**
     * Creates a sequence of {@code count} records.
     *
     * @param numbers returns the number of a record for its position in the sequence
     */
    ReadAhead(RecordIndex index, LongUnaryOperator numbers, long count) {
        this.index = index;
        this.numbers = numbers;
        this.count = count;
        this.left = index.recordsAhead() - GROUP;
    }

    Bytes next() throws IOException {
        if (ahead - next <= left && ahead < count) {
            long[] group = new long[(int) Math.min(GROUP, count - ahead)];
            for (int i = 0; i < group.length; i++) {
                group[i] = numbers.applyAsLong(ahead++);
            }
            index.readAhead(group);
        }
        return index.get(numbers.applyAsLong(next++));
    }
}
