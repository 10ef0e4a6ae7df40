package dev.riffle.sql;

import java.io.IOException;
import java.util.List;
import org.apache.arrow.vector.ipc.ArrowReader;

/**
 * The result of a running query: its columns and its rows. Closing the result ends the query, and frees all memory, files
 * and threads of the query.
 *
 * <p>One thread at a time may use a result. {@link #cancel()} may be called by any thread.
 *
 * @since 0.1
 */
public final class SqlResult implements AutoCloseable {

    /**
     * Describes a column of a result. Safe for use by several threads.
     *
     * @param name the name
     * @param type the type in DuckDB's words, such as {@code BIGINT} or {@code VARCHAR[]}
     * @since 0.1
     */
    public record Column(String name, String type) {}

    SqlResult() {}

    /** Returns the columns, in order. */
    public List<Column> columns() {
        throw new UnsupportedOperationException("draft");
    }

    /**
     * Returns the reader of the rows. The result has one reader. Closing the reader does not close the result. The
     * batches are valid until the next batch is loaded or the result is closed.
     *
     * <p>The reader throws the errors of {@link RecordSql#query(String)}.
     */
    public ArrowReader rows() {
        throw new UnsupportedOperationException("draft");
    }

    /**
     * Writes the rows as an aligned table, with the names and types of the columns above.
     *
     * @param out the output; this method does not close it
     * @param mostRows the largest number of rows in the table; a last line reports that rows are missing
     * @param mostWidth the largest number of characters of a line; longer values are cut, and columns without space are
     *     left out
     * @throws IOException as {@link RecordSql#query(String)} does
     */
    public void show(Appendable out, int mostRows, int mostWidth) throws IOException {
        throw new UnsupportedOperationException("draft: " + out + mostRows + mostWidth);
    }

    /** Cancels the query. The thread that reads rows then receives a {@link SqlException}. */
    public void cancel() {
        throw new UnsupportedOperationException("draft");
    }

    /** Ends the query, and frees its memory, files and threads. */
    @Override
    public void close() throws IOException {
        throw new UnsupportedOperationException("draft");
    }
}
