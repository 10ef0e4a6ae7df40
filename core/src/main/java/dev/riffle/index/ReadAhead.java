package dev.riffle.index;

import dev.riffle.io.ByteRange;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/** Returns records of an index one by one, and reads the next ones ahead. */
final class ReadAhead {

    /** The number of records to read ahead at once. */
    private static final int GROUP = 64;

    private final RecordIndex index;
    private final LongUnaryOperator numbers;
    private final long count;

    /** The number of records that are still to be returned when the next group begins. */
    private final int left;

    /** The places of the records between {@link #next} and {@link #ahead}, at their positions modulo the length. */
    private final @Nullable ByteRange[] places;

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
        this.places = new ByteRange[index.recordsAhead()];
        this.left = places.length - GROUP;
    }

    Bytes next() throws IOException {
        while (ahead - next <= left && ahead < count) {
            long[] group = new long[(int) Math.min(GROUP, count - ahead)];
            for (int i = 0; i < group.length; i++) {
                group[i] = numbers.applyAsLong(ahead + i);
            }
            System.arraycopy(index.placesAhead(group), 0, places, inPlaces(ahead), group.length);
            ahead += group.length;
        }
        ByteRange place = places[inPlaces(next)];
        return index.get(numbers.applyAsLong(next++), place);
    }

    /** Returns the index of a position in {@link #places}, whose length is a power of two. */
    private int inPlaces(long position) {
        return (int) position & places.length - 1;
    }
}
