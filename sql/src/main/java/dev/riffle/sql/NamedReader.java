package dev.riffle.sql;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.arrow.vector.util.TransferPair;
import org.jspecify.annotations.Nullable;

/**
 * Gives the columns of a reader other names and metadata. Moves the buffers of each batch, and copies no values. One
 * thread at a time may use a reader.
 */
final class NamedReader extends ArrowReader {

    private final ArrowReader columns;
    private final DuckRows query;
    private final VectorSchemaRoot root;
    private final List<TransferPair> moves = new ArrayList<>();

    /**
     * Creates a reader.
     *
     * @param query the query of the columns, which this reader closes
     * @param schema fields of the same types as the columns, in the same order
     */
    NamedReader(BufferAllocator allocator, DuckRows query, Schema schema) throws IOException {
        super(allocator);
        this.query = query;
        this.columns = query.reader();
        this.root = VectorSchemaRoot.create(schema, allocator);
        List<FieldVector> from = columns.getVectorSchemaRoot().getFieldVectors();
        for (int i = 0; i < from.size(); i++) {
            moves.add(from.get(i).makeTransferPair(root.getVector(i)));
        }
    }

    @Override
    public boolean loadNextBatch() throws IOException {
        root.clear();
        if (!columns.loadNextBatch()) {
            return false;
        }
        moves.forEach(TransferPair::transfer);
        root.setRowCount(columns.getVectorSchemaRoot().getRowCount());
        return true;
    }

    @Override
    public VectorSchemaRoot getVectorSchemaRoot() {
        return root;
    }

    @Override
    public Map<Long, Dictionary> getDictionaryVectors() throws IOException {
        return columns.getDictionaryVectors();
    }

    @Override
    public @Nullable Dictionary lookup(long id) {
        return columns.lookup(id);
    }

    @Override
    public Set<Long> getDictionaryIds() {
        return columns.getDictionaryIds();
    }

    @Override
    public long bytesRead() {
        return columns.bytesRead();
    }

    @Override
    protected Schema readSchema() {
        return root.getSchema();
    }

    @Override
    protected void closeReadSource() throws IOException {
        root.close();
        query.close();
    }

    @Override
    public void close() throws IOException {
        closeReadSource();
    }
}
