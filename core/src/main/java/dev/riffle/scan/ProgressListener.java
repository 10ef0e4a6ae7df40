package dev.riffle.scan;

/** Is told now and then how far long work has come. Called by the thread that does the work, or by one of several in turn. */
@FunctionalInterface
public interface ProgressListener {

    /** Nobody is told. */
    ProgressListener NONE = (records, bytes) -> {};

    /**
     * The work has come further.
     *
     * @param records how many records it has done since the last call
     * @param bytes how many bytes of its input, since the last call
     */
    void advanced(long records, long bytes);
}
