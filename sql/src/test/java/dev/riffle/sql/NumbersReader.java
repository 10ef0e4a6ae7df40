package dev.riffle.sql;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;

/** Reads batches of rows with the number of the row and its text, and may fail before a batch. */
final class NumbersReader extends ArrowReader {

    static final int BATCH_ROWS = 1000;

    private final int batches;
    private final int failingBatch;
    private int loaded;
    private int closings;

    /** Creates a reader that fails instead of loading a batch. A negative number means no failure. */
    NumbersReader(BufferAllocator allocator, int batches, int failingBatch) {
        super(allocator);
        this.batches = batches;
        this.failingBatch = failingBatch;
    }

    int loaded() {
        return loaded;
    }

    boolean isClosed() {
        return closings > 0;
    }

    @Override
    public boolean loadNextBatch() throws IOException {
        if (loaded == failingBatch) {
            throw new IOException("numbers: batch " + loaded + " is missing");
        }
        if (loaded == batches) {
            return false;
        }
        prepareLoadNextBatch();
        VectorSchemaRoot root = getVectorSchemaRoot();
        // DuckDB still reads the memory of the last batch.
        root.allocateNew();
        BigIntVector numbers = (BigIntVector) root.getVector("number");
        VarCharVector texts = (VarCharVector) root.getVector("text");
        for (int i = 0; i < BATCH_ROWS; i++) {
            long row = (long) loaded * BATCH_ROWS + i;
            numbers.setSafe(i, row);
            texts.setSafe(i, ("t" + row).getBytes(StandardCharsets.US_ASCII));
        }
        root.setRowCount(BATCH_ROWS);
        loaded++;
        return true;
    }

    @Override
    public long bytesRead() {
        return 0;
    }

    @Override
    protected void closeReadSource() {
        closings++;
    }

    @Override
    protected Schema readSchema() {
        return new Schema(List.of(
                new Field("number", FieldType.nullable(new ArrowType.Int(Long.SIZE, true)), null),
                new Field("text", FieldType.nullable(new ArrowType.Utf8()), null)));
    }
}
