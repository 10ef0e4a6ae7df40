package dev.riffle.index;

import dev.riffle.io.ByteRange;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Returns records of an index one by one, and reads the next ones ahead. */
final class ReadAhead {

    /** The number of records to read ahead at once. More mapped records would evict each other from the cache. */
    private static final int GROUP = 64;

    /** The number of groups that are still to be returned when the next group begins, if reads need time. */
    private static final int GROUPS_LEFT = 3;

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
        this.left = index.hasUnmapped() ? GROUPS_LEFT * GROUP : 0;
        this.places = new ByteRange[left + GROUP];
    }

    Bytes next() throws IOException {
        while (ahead - next <= left && ahead < count) {
            long to = Math.min(count, ahead + GROUP);
            @Nullable
            ByteRange[] group =
                    index.placesAhead(LongStream.range(ahead, to).map(numbers).toArray());
            System.arraycopy(group, 0, places, (int) (ahead % places.length), group.length);
            ahead = to;
        }
        ByteRange place = places[(int) (next % places.length)];
        return index.get(numbers.applyAsLong(next++), place);
    }
}
