package dev.riffle.parse.internal;

import org.jspecify.annotations.Nullable;

/** Reads messages into the rows of columns, which it holds. Used for one batch after the other; one thread at a time. */
public interface RowReader {

    /** Begins a new batch. */
    void clear();

    /** Lets go of the columns' memory, which belongs to the tensors that were made of it. */
    void release();

    /**
     * Reads a message into a row; nothing of the row is left if that fails.
     *
     * @throws RowFault if the message does not fit the specs or is none
     * @throws ArithmeticException if a column becomes too large
     */
    void read(int row, byte[] array, int from, int to);

    /** Forgets a row that was read, and what came after it. */
    void rewind(int row);

    /**
     * Looks at the partitions of ragged features of a row alone.
     *
     * @param key the feature to be looked at; null for all
     * @throws RowFault if they do not fit its values
     */
    void checkRagged(int row, @Nullable String key);

    /** How many columns there are. */
    int columns();

    /**
     * Puts the first {@code rows} rows of one column of a reader for the same specs behind the {@code before} rows of
     * this one's. Different columns may be appended to by several threads at once.
     */
    void append(int column, int before, RowReader other, int rows);
}
