package dev.riffle.sql;

import dev.riffle.arrow.ArrowBatches;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Reads batches for DuckDB, which takes at least one column. Records without columns have a column with their numbers.
 *
 * <p>DuckDB calls one method at a time, on any of its threads.
 */
final class RecordStream extends ArrowReader {

    private final ArrowReader records;
    private final @Nullable VectorSchemaRoot numbers;
    private volatile long rows;
    private boolean peeked;
    private boolean hasPeeked;

    private RecordStream(BufferAllocator allocator, ArrowReader records, @Nullable VectorSchemaRoot numbers) {
        super(allocator);
        this.records = records;
        this.numbers = numbers;
    }

    static RecordStream open(BufferAllocator allocator, ArrowBatches batches) {
        Field number = Field.notNullable(ParquetColumns.NO_COLUMN, new ArrowType.Int(Long.SIZE, true));
        VectorSchemaRoot numbers = batches.schema().getFields().isEmpty()
                ? VectorSchemaRoot.create(new Schema(List.of(number)), allocator)
                : null;
        return new RecordStream(allocator, batches.reader(allocator), numbers);
    }

    /** Reads the first batch ahead. Returns the average number of bytes of its rows; 0 if there are no rows. */
    long bytesPerRow() throws IOException {
        peeked = records.loadNextBatch();
        hasPeeked = true;
        VectorSchemaRoot root = records.getVectorSchemaRoot();
        if (!peeked || root.getRowCount() == 0) {
            return 0;
        }
        long bytes = 0;
        for (FieldVector vector : root.getFieldVectors()) {
            bytes += vector.getBufferSize();
        }
        return bytes / root.getRowCount();
    }

    @Override
    public boolean loadNextBatch() throws IOException {
        boolean loaded = hasPeeked ? peeked : records.loadNextBatch();
        hasPeeked = false;
        if (loaded) {
            add(records.getVectorSchemaRoot().getRowCount());
        }
        return loaded;
    }

    private void add(int count) {
        long before = rows;
        VectorSchemaRoot root = numbers;
        if (root != null) {
            // DuckDB may still use the vectors of the last batch.
            root.clear();
            BigIntVector vector = (BigIntVector) root.getVector(0);
            vector.allocateNew(count);
            for (int i = 0; i < count; i++) {
                vector.set(i, before + i);
            }
            root.setRowCount(count);
        }
        rows = before + count;
    }

    /** Returns the number of rows that DuckDB has received. */
    long rows() {
        return rows;
    }

    @Override
    public VectorSchemaRoot getVectorSchemaRoot() throws IOException {
        VectorSchemaRoot root = numbers;
        return root == null ? records.getVectorSchemaRoot() : root;
    }

    @Override
    public Map<Long, Dictionary> getDictionaryVectors() throws IOException {
        return records.getDictionaryVectors();
    }

    @Override
    public @Nullable Dictionary lookup(long id) {
        return records.lookup(id);
    }

    @Override
    public Set<Long> getDictionaryIds() {
        return records.getDictionaryIds();
    }

    @Override
    public long bytesRead() {
        return records.bytesRead();
    }

    @Override
    protected Schema readSchema() throws IOException {
        return getVectorSchemaRoot().getSchema();
    }

    @Override
    protected void closeReadSource() throws IOException {
        VectorSchemaRoot root = numbers;
        if (root != null) {
            root.close();
        }
        records.close();
    }

    @Override
    public void close() throws IOException {
        closeReadSource();
    }
}
