package dev.riffle.scan;

/**
 * What a thread made of a stretch by itself. It is believed only if the records before it end where it begins.
 *
 * @param <R> what the work makes of a stretch
 */
sealed interface WalkedStretch<R> {

    /** Whether it begins there. */
    boolean beginsAt(long offset);

    /**
     * Records that follow each other, all verified.
     *
     * @param begin where the first one begins
     * @param end where the last one ends
     * @param records how many there are
     * @param result what the work made of them
     * @param reach whether the end of the stretch was reached
     */
    record Done<R>(long begin, long end, long records, R result, Reach reach) implements WalkedStretch<R> {
        @Override
        public boolean beginsAt(long offset) {
            return begin == offset;
        }
    }

    /** How far the records go. */
    enum Reach {
        /** To the end of the stretch, or of the file. */
        WHOLE,
        /** To something that is wrong. */
        BROKEN
    }

    /** The work itself has failed. */
    record Failed<R>(long begin, Throwable cause) implements WalkedStretch<R> {
        @Override
        public boolean beginsAt(long offset) {
            return begin == offset;
        }
    }

    /** No record was found to begin in the stretch. */
    record Nothing<R>() implements WalkedStretch<R> {
        @Override
        public boolean beginsAt(long offset) {
            return false;
        }
    }
}
