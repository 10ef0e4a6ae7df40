package dev.riffle.sql;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;

/** Reads the rows of a result, and throws errors in Riffle's words. */
final class ResultReader extends ArrowReader {

    /** What the end of the reader closes. */
    enum Closes {
        /** The whole result. */
        RESULT,
        /** Nothing, because the user closes the result. */
        NOTHING
    }

    private final SqlResult result;
    private final DuckRows rows;
    private final ArrowReader reader;
    private final Closes closes;

    ResultReader(SqlResult result, DuckRows rows, Closes closes) {
        super(rows.allocator());
        this.result = result;
        this.rows = rows;
        this.reader = rows.reader();
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
        return reader.getVectorSchemaRoot();
    }

    @Override
    public Map<Long, Dictionary> getDictionaryVectors() throws IOException {
        return reader.getDictionaryVectors();
    }

    @Override
    public Dictionary lookup(long id) {
        return reader.lookup(id);
    }

    @Override
    public Set<Long> getDictionaryIds() {
        return reader.getDictionaryIds();
    }

    @Override
    public long bytesRead() {
        return reader.bytesRead();
    }

    @Override
    public void close() throws IOException {
        closeReadSource();
    }

    @Override
    public void close(boolean closesSource) throws IOException {
        closeReadSource();
    }

    @Override
    protected void closeReadSource() throws IOException {
        if (closes == Closes.RESULT) {
            result.close();
        }
    }

    @Override
    protected Schema readSchema() throws IOException {
        return getVectorSchemaRoot().getSchema();
    }
}
