package dev.riffle.sql;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.duckdb.DuckDBResultSet;

/** The rows of a running query, and its columns. */
final class DuckRows implements AutoCloseable {

    /** A multiple of DuckDB's own batches, which have 2048 rows. */
    static final int BATCH_ROWS = 8192;

    /** Arrow cannot import longer names. */
    private static final int MOST_NAME_BYTES = Short.MAX_VALUE - 1;

    private final DuckSession session;
    private final Statement statement;
    private final String query;
    private final List<SqlResult.Column> columns;
    private final ArrowReader reader;
    private final Closing closing;

    private DuckRows(
            DuckSession session,
            Statement statement,
            String query,
            List<SqlResult.Column> columns,
            ArrowReader reader,
            Closing closing) {
        this.session = session;
        this.statement = statement;
        this.query = query;
        this.columns = columns;
        this.reader = reader;
        this.closing = closing;
    }

    /**
     * Starts a query.
     *
     * @param batchRows the largest number of rows of a batch
     * @param closing closes the statement; this method adds the rows
     */
    static DuckRows of(DuckSession session, Statement statement, String query, int batchRows, Closing closing)
            throws SQLException {
        DuckDBResultSet result =
                (DuckDBResultSet) InterruptWatch.during(statement, () -> statement.executeQuery(query));
        closing.add(result);
        List<SqlResult.Column> columns = new ArrayList<>();
        ResultSetMetaData description = result.getMetaData();
        for (int i = 1; i <= description.getColumnCount(); i++) {
            String type = description.getColumnTypeName(i).replace("\"", "");
            columns.add(new SqlResult.Column(checkedName(description.getColumnName(i), i), type));
        }
        ArrowReader reader = (ArrowReader) result.arrowExportStream(session.allocator(), batchRows);
        closing.add(reader);
        return new DuckRows(session, statement, query, List.copyOf(columns), reader, closing);
    }

    private static String checkedName(String name, int column) {
        int bytes = name.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MOST_NAME_BYTES) {
            throw new SqlException(
                    SqlException.Reason.STATEMENT,
                    "SQL: column " + column + " has a name of " + bytes + " bytes, expected at most " + MOST_NAME_BYTES
                            + "; write AS and a shorter name");
        }
        return name;
    }

    List<SqlResult.Column> columns() {
        return columns;
    }

    ArrowReader reader() {
        return reader;
    }

    BufferAllocator allocator() {
        return session.allocator();
    }

    /** Loads the next batch of the reader. DuckDB ignores a cancellation while it has stored batches. */
    boolean loadNextBatch() throws IOException {
        if (Thread.currentThread().isInterrupted()) {
            throw new SqlException(SqlException.Reason.CANCELLED, "SQL: thread was interrupted");
        }
        return InterruptWatch.during(statement, reader::loadNextBatch);
    }

    /** Returns the exception for a failure of the reader. */
    RuntimeException failure(Exception thrown) throws IOException {
        return session.failure(thrown, query);
    }

    /** Asks DuckDB to end the query. Any thread may call this method. */
    void cancel() {
        try {
            statement.cancel();
        } catch (SQLException e) {
            throw new IllegalStateException(
                    "cannot cancel the query: " + DuckFailure.of(e).text(), e);
        }
    }

    @Override
    public void close() throws IOException {
        closing.close();
    }
}
