package dev.riffle.scan;

/**
 * Receives regular progress reports of a long operation. The thread that does the work calls the listener, or several
 * threads call it one at a time.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface ProgressListener {

    /** Ignores all progress. */
    ProgressListener NONE = (records, bytes) -> {};

    /**
     * Reports progress since the last call.
     *
     * @param records number of records processed since the last call
     * @param bytes number of input bytes processed since the last call
     */
    void advanced(long records, long bytes);
}
