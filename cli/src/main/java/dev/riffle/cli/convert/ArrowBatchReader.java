package dev.riffle.cli.convert;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;
import org.apache.arrow.flatbuf.DictionaryBatch;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.message.ArrowDictionaryBatch;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.ipc.message.MessageSerializer;
import org.apache.arrow.vector.types.pojo.Schema;

/** Reads the batches of a file or stream, and checks the lengths of each batch, as Arrow's own readers do not. */
final class ArrowBatchReader extends ArrowReader {

    private final ArrowMessages messages;

    ArrowBatchReader(ArrowMessages messages, BufferAllocator allocator) {
        super(allocator, new ArrowCodecs());
        this.messages = messages;
    }

    @Override
    protected Schema readSchema() throws IOException {
        return messages.schema();
    }

    @Override
    public boolean loadNextBatch() throws IOException {
        prepareLoadNextBatch();
        for (Message message = messages.next(); message != null; message = messages.next()) {
            switch (message.headerType()) {
                case MessageHeader.RecordBatch -> {
                    load(message);
                    return true;
                }
                case MessageHeader.DictionaryBatch -> loadDictionary(message);
                default ->
                    throw messages.damaged(
                            "is neither a batch nor a dictionary, but has the type " + message.headerType());
            }
        }
        return false;
    }

    private void load(Message message) throws IOException {
        try (ArrowRecordBatch batch = batch(message, (RecordBatch) message.header(new RecordBatch()))) {
            ArrowBatchCheck check = ArrowBatchCheck.ofColumns(getVectorSchemaRoot(), batch, messages);
            load(check, () -> loadRecordBatch(batch));
        }
    }

    private void loadDictionary(Message message) throws IOException {
        DictionaryBatch header = (DictionaryBatch) message.header(new DictionaryBatch());
        long id = header.id();
        if (header.isDelta()) {
            // Arrow appends a delta without bounds checks. Damaged offsets then crash the JVM.
            throw new IOException("the dictionary " + id + " continues an earlier dictionary (delta), which is not"
                    + " supported; write the data again without deltas");
        }
        Dictionary dictionary = lookup(id);
        if (dictionary == null) {
            throw messages.damaged(
                    "has the dictionary " + id + ", but the schema names the dictionaries " + getDictionaryIds());
        }
        try (ArrowRecordBatch batch = batch(message, header.data())) {
            ArrowBatchCheck check = ArrowBatchCheck.ofDictionary(dictionary, batch, messages);
            load(check, () -> loadDictionary(new ArrowDictionaryBatch(id, batch, false)));
        }
    }

    private void load(ArrowBatchCheck check, Runnable loading) throws IOException {
        check.beforeLoad();
        try {
            loading.run();
        } catch (UncheckedIOException e) {
            throw messages.undecoded(Objects.requireNonNullElse(e.getCause(), e));
        }
        check.afterLoad();
    }

    private ArrowRecordBatch batch(Message message, RecordBatch header) throws IOException {
        ArrowBuf body = messages.body(message, allocator);
        try {
            return MessageSerializer.deserializeRecordBatch(header, body);
        } catch (IOException | RuntimeException e) {
            body.close();
            throw e;
        }
    }

    @Override
    public long bytesRead() {
        return messages.bytesRead();
    }

    @Override
    protected void closeReadSource() throws IOException {
        messages.close();
    }
}
