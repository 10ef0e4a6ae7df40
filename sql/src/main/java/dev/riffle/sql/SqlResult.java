package dev.riffle.sql;

import dev.riffle.internal.Argument;
import java.io.IOException;
import java.util.List;
import org.apache.arrow.vector.ipc.ArrowReader;

/**
 * The result of a running query: its columns and its rows. Closing the result ends the query, and frees all memory,
 * files and threads of the query.
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
    public record Column(String name, String type) {

        /** Creates a description. */
        public Column {
            Argument.present(name, "name");
            Argument.present(type, "type");
        }
    }

    private final DuckRows rows;
    private final Closing closing;
    private volatile boolean cancelled;
    private volatile boolean closed;

    /**
     * Creates the result of running rows.
     *
     * @param closing closes the rows and everything below them
     */
    SqlResult(DuckRows rows, Closing closing) {
        this.rows = rows;
        this.closing = closing;
    }

    /** Returns the columns, in order. */
    public List<Column> columns() {
        return rows.columns();
    }

    /**
     * Returns the reader of the rows. The result has one stream of rows: a second reader continues it. Closing the
     * reader does not close the result. The values of a batch are valid until the next batch is loaded or the result is
     * closed.
     *
     * <p>The reader throws the exceptions of {@link RecordSql#query(String)}.
     */
    public ArrowReader rows() {
        return new ResultReader(this, rows, ResultReader.Closes.NOTHING);
    }

    /** Returns a reader that closes this result. */
    ArrowReader closingRows() {
        return new ResultReader(this, rows, ResultReader.Closes.RESULT);
    }

    /**
     * Writes the rows as an aligned table, with the names and types of the columns above.
     *
     * @param out the output; this method does not close it
     * @param mostRows the largest number of rows in the table; if rows are missing, a last line reports that
     * @param mostWidth the largest number of characters of a line; this method cuts long values, and leaves out columns
     *     that do not fit
     * @throws IllegalArgumentException if {@code mostRows} is negative or {@code mostWidth} is less than 20
     * @throws IOException if the output fails, or the rows fail as in {@link RecordSql#query(String)}
     */
    public void show(Appendable out, int mostRows, int mostWidth) throws IOException {
        Argument.present(out, "out");
        TextTable.write(this, out, mostRows, mostWidth);
    }

    /**
     * Cancels the query. The thread that reads rows then receives a {@link SqlException}. Has no effect on a closed
     * result.
     */
    public void cancel() {
        cancelled = true;
        if (!closed) {
            rows.cancel();
        }
    }

    void checkOpen() {
        if (closed) {
            throw new IllegalStateException("result is closed");
        }
        if (cancelled) {
            throw new SqlException(SqlException.Reason.CANCELLED, "SQL: query was cancelled");
        }
    }

    /** Returns the exception for a failure of the rows, or throws it. */
    RuntimeException failure(Exception thrown) throws IOException {
        if (cancelled) {
            return new SqlException(SqlException.Reason.CANCELLED, "SQL: query was cancelled", thrown);
        }
        return rows.failure(thrown);
    }

    /** Ends the query, and frees its memory, files and threads. Further calls have no effect. */
    @Override
    public void close() throws IOException {
        if (!closed) {
            closed = true;
            closing.close();
        }
    }
}
