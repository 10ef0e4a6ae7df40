package dev.riffle.sql;

import java.io.IOException;
import org.apache.arrow.vector.VectorSchemaRoot;

/** Reads the rows of a result, and throws errors in Riffle's words. */
final class ResultReader extends ForwardingReader {

    /** What the end of the reader closes. */
    enum Closes {
        /** The whole result. */
        RESULT,
        /** Nothing, because the user closes the result. */
        NOTHING
    }

    private final SqlResult result;
    private final DuckRows rows;
    private final Closes closes;

    ResultReader(SqlResult result, DuckRows rows, Closes closes) {
        super(rows.allocator(), rows.reader());
        this.result = result;
        this.rows = rows;
        this.closes = closes;
    }

    @Override
    public boolean loadNextBatch() throws IOException {
        result.checkOpen();
        try {
            return rows.loadNextBatch();
        } catch (IOException | RuntimeException e) {
            throw result.failure(e);
        }
    }

    @Override
    public VectorSchemaRoot getVectorSchemaRoot() throws IOException {
        result.checkOpen();
        return super.getVectorSchemaRoot();
    }

    @Override
    protected void closeReadSource() throws IOException {
        if (closes == Closes.RESULT) {
            result.close();
        }
    }
}
