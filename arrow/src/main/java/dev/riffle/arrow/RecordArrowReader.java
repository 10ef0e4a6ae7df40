package dev.riffle.arrow;

import dev.riffle.arrow.internal.schema.MessageType;
import dev.riffle.arrow.internal.schema.ReadColumns;
import java.io.IOException;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.types.pojo.Schema;

/** Reads records as batches of vectors. Each batch has its own memory. */
final class RecordArrowReader extends ArrowReader {

    private final ReadColumns columns;
    private final RecordBatches batches;
    private long bytes;

    RecordArrowReader(BufferAllocator allocator, ReadColumns columns, RecordBatches batches) {
        super(allocator);
        this.columns = columns;
        this.batches = batches;
    }

    @Override
    protected Schema readSchema() throws IOException {
        batches.checkOpen();
        Schema schema = columns.schema();
        return columns.message().isEmpty() && batches.message() == MessageType.OFRECORD
                ? new Schema(schema.getFields(), MessageType.OFRECORD.metadata())
                : schema;
    }

    @Override
    public boolean loadNextBatch() throws IOException {
        try {
            batches.checkOpen();
            prepareLoadNextBatch();
            ArrowRecordBatch batch = batches.next();
            if (batch == null) {
                return false;
            }
            for (ArrowBuf buffer : batch.getBuffers()) {
                bytes += buffer.readableBytes();
            }
            loadRecordBatch(batch);
            return true;
        } catch (OutOfMemoryException e) {
            throw RecordRows.tooLittleMemory(allocator, e);
        }
    }

    /** Returns the number of bytes of all vectors so far. */
    @Override
    public long bytesRead() {
        return bytes;
    }

    @Override
    protected void closeReadSource() throws IOException {
        batches.close();
    }
}
