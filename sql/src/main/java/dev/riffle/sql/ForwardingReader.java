package dev.riffle.sql;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;

/** Reads the batches of another reader. Subclasses add behavior to the loading and the closing. */
abstract class ForwardingReader extends ArrowReader {

    private final ArrowReader reader;

    ForwardingReader(BufferAllocator allocator, ArrowReader reader) {
        super(allocator);
        this.reader = reader;
    }

    @Override
    public boolean loadNextBatch() throws IOException {
        return reader.loadNextBatch();
    }

    @Override
    public VectorSchemaRoot getVectorSchemaRoot() throws IOException {
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
        reader.close();
    }

    @Override
    protected Schema readSchema() throws IOException {
        return getVectorSchemaRoot().getSchema();
    }
}
