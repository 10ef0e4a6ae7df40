package dev.riffle.parse.internal;

import org.jspecify.annotations.Nullable;

/** Reads messages into the rows of its columns, one batch after the other. One thread at a time may use a reader. */
public interface RowReader {

    /** Begins a new batch of at most this number of rows. */
    void clear(int rows);

    /** Releases the memory of the columns. This memory then belongs to the tensors. */
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
     * @param key the feature to check; null for all features
     * @throws RowFault if the partitions do not fit the values of a feature
     */
    void checkRagged(int row, @Nullable String key);

    /** Returns the number of columns. */
    int columns();

    /**
     * Appends the first {@code rows} rows of a column of another reader for equal specs. They follow the {@code before}
     * rows of this reader's column. Several threads can append to different columns in parallel.
     */
    void append(int column, int before, RowReader other, int rows);
}
