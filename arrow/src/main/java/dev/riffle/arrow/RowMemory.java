package dev.riffle.arrow;

/**
 * Limits the memory for a row, as readers limit the size of records that they hold in memory. One thread at a time may
 * use this object.
 */
final class RowMemory {

    /** The values exist in an array, in a feature, and in the record. A writer can copy the record. */
    private static final int COPIES = 3;

    private final long limit;
    private long used;

    /** Creates a limit of this number of bytes. */
    RowMemory(long limit) {
        this.limit = limit;
    }

    /** Returns the limit of the records in memory: half of the maximum heap. */
    static RowMemory ofHeap() {
        return new RowMemory(Runtime.getRuntime().maxMemory() / 2);
    }

    /** Resets the count, for the next row. */
    void clear() {
        used = 0;
    }

    /**
     * Counts values of the row and all their copies, before the first copy.
     *
     * @param bytes the number of bytes of the values
     * @throws ArrowColumnException if the row needs more memory than the limit
     */
    void add(long bytes) {
        used += COPIES * bytes;
        if (used > limit) {
            throw ArrowColumnException.ofValue("the values of the row need " + used + " bytes of memory up to this one,"
                    + " but the limit is " + limit + ", half of the heap; split the row, or raise the heap (-Xmx)");
        }
    }
}
