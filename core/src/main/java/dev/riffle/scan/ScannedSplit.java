package dev.riffle.scan;

/**
 * The result of a split that a thread scanned without the previous splits. The result is valid only if the previous
 * split ends where this one begins.
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
     * @param result the result of the work on the records
     * @param reach whether the scan reached the end of the split
     */
    record Done<R>(long begin, long end, long records, R result, Reach reach) implements ScannedSplit<R> {
        @Override
        public boolean beginsAt(long offset) {
            return begin == offset;
        }
    }

    /** States whether a scan reached the end of its split. */
    enum Reach {
        /** The scan reached the end of the split or of the file. */
        COMPLETE,
        /** The scan stopped at invalid bytes. */
        BROKEN
    }

    /** Reports that the work on the split failed. */
    record Failed<R>(long begin, Throwable cause) implements ScannedSplit<R> {
        @Override
        public boolean beginsAt(long offset) {
            return begin == offset;
        }
    }

    /** Reports that no record begins in the split. */
    record Nothing<R>() implements ScannedSplit<R> {
        @Override
        public boolean beginsAt(long offset) {
            return false;
        }
    }
}
