package dev.riffle.parse.internal;

import org.jspecify.annotations.Nullable;

/**
 * Reads messages into the rows of its columns, one batch after the other. For one thread at a
 * time.
 */
public interface RowReader {

    /** Begins a new batch. */
    void clear();

    /** Releases the columns' memory, which belongs to the tensors created from it. */
    void release();

    /**
     * Reads a message into a row. If reading fails, removes the values of the row.
     *
     * @throws RowFault if the message is not valid or does not fit the specs
     * @throws ArithmeticException if a column becomes too large
     */
    void read(int row, byte[] array, int from, int to);

    /** Removes a row and all later rows. */
    void rewind(int row);

    /**
     * Checks the partitions of ragged features of a single row.
     *
     * @param key the feature to check; null for all
     * @throws RowFault if the partitions do not fit its values
     */
    void checkRagged(int row, @Nullable String key);

    /** Returns the number of columns. */
    int columns();

    /**
     * Appends the first {@code rows} rows of a column of another reader for equal specs, after the {@code before} rows
     * of this one's. Several threads can append to different columns in parallel.
     */
    void append(int column, int before, RowReader other, int rows);
}
