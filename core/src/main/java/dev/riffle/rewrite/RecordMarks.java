package dev.riffle.rewrite;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Marks some of the records of an input, with one bit for each record. */
final class RecordMarks {

    private static final int PIECE_BITS = 30;
    private static final int PIECE = 1 << PIECE_BITS;

    private final List<BitSet> pieces = new ArrayList<>();
    private long size;

    /** Adds the next record. */
    void add(boolean marked) {
        if ((size & PIECE - 1) == 0) {
            pieces.add(new BitSet());
        }
        size++;
        if (marked) {
            mark(size - 1);
        }
    }

    /** Marks a record. Ignores other numbers, which come from a temporary file before its damage is detected. */
    void mark(long number) {
        if (number >= 0 && number < size) {
            piece(number).set((int) number & PIECE - 1);
        }
    }

    private BitSet piece(long number) {
        return pieces.get((int) (number >>> PIECE_BITS));
    }

    /** Returns the number of records. */
    long size() {
        return size;
    }

    /** Returns the number of marked records. */
    long count() {
        return pieces.stream().mapToLong(BitSet::cardinality).sum();
    }

    boolean isMarked(long number) {
        return piece(number).get((int) number & PIECE - 1);
    }

    /** Returns a number after which the marks may change. All records from {@code number} to it have equal marks. */
    long runEnd(long number) {
        int at = (int) number & PIECE - 1;
        BitSet piece = piece(number);
        int other = piece.get(at) ? piece.nextClearBit(at) : piece.nextSetBit(at);
        return Math.min(size, number - at + (other < 0 ? PIECE : Math.min(other, PIECE)));
    }
}
