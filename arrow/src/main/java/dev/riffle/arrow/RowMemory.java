package dev.riffle.arrow;

/**
 * Limits the memory for the values of a row, as readers limit the size of records that they hold in memory. One thread
 * at a time may use this object.
 */
final class RowMemory {

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

    /** Begins another row. */
    void clear() {
        used = 0;
    }

    /**
     * Counts values of the row, before they are copied.
     *
     * @throws ArrowColumnException if the values of the row exceed the limit
     */
    void add(long bytes) {
        used += bytes;
        if (used > limit) {
            throw ArrowColumnException.ofValue("the values of the row have " + used + " bytes up to this one, but the"
                    + " limit is " + limit + ", half of the heap; split the row, or raise the heap (-Xmx)");
        }
    }
}
