package dev.riffle.scan;

/**
 * What a thread made of a split by itself. It is believed only if the records before it end where it begins.
 *
 * @param <R> what the work makes of a split
 */
sealed interface ScannedSplit<R> {

    /** Whether it begins there. */
    boolean beginsAt(long offset);

    /**
     * Records that follow each other, all verified.
     *
     * @param begin where the first one begins
     * @param end where the last one ends
     * @param records how many there are
     * @param result what the work made of them
     * @param reach whether the end of the split was reached
     */
    record Done<R>(long begin, long end, long records, R result, Reach reach) implements ScannedSplit<R> {
        @Override
        public boolean beginsAt(long offset) {
            return begin == offset;
        }
    }

    /** How far the records go. */
    enum Reach {
        /** To the end of the split, or of the file. */
        WHOLE,
        /** To something that is wrong. */
        BROKEN
    }

    /** The work itself has failed. */
    record Failed<R>(long begin, Throwable cause) implements ScannedSplit<R> {
        @Override
        public boolean beginsAt(long offset) {
            return begin == offset;
        }
    }

    /** No record was found to begin in the split. */
    record Nothing<R>() implements ScannedSplit<R> {
        @Override
        public boolean beginsAt(long offset) {
            return false;
        }
    }
}
