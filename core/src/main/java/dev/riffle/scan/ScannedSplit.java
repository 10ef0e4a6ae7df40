package dev.riffle.scan;

/**
 * The result of a split that a thread scanned on its own. It is valid only if the records before it end where it
 * begins.
 *
 * @param <R> the result of the work on a split
 */
sealed interface ScannedSplit<R> {

    /** Returns whether the records of the split begin at this offset. */
    boolean beginsAt(long offset);

    /**
     * Consecutive verified records.
     *
     * @param begin the offset of the first record
     * @param end the offset after the last record
     * @param records number of records
     * @param result the result of the work on them
     * @param reach whether the scan reached the end of the split
     */
    record Done<R>(long begin, long end, long records, R result, Reach reach) implements ScannedSplit<R> {
        @Override
        public boolean beginsAt(long offset) {
            return begin == offset;
        }
    }

    /** Says how far the records reach. */
    enum Reach {
        /** The records reach the end of the split or of the file. */
        WHOLE,
        /** The records reach invalid bytes. */
        BROKEN
    }

    /** The work failed. */
    record Failed<R>(long begin, Throwable cause) implements ScannedSplit<R> {
        @Override
        public boolean beginsAt(long offset) {
            return begin == offset;
        }
    }

    /** No record begins in the split. */
    record Nothing<R>() implements ScannedSplit<R> {
        @Override
        public boolean beginsAt(long offset) {
            return false;
        }
    }
}
