package dev.riffle.dataset.internal.collate;

import dev.riffle.RecordReader;
import dev.riffle.internal.Argument;
import dev.riffle.io.Bytes;
import dev.riffle.parse.PayloadBatch;
import dev.riffle.parse.internal.BatchAccess;
import java.io.IOException;
import java.util.AbstractList;
import java.util.List;

/**
 * The payloads of a batch in memory for a parser, without an object for each payload. A stage reuses the memory after
 * the parser has parsed the payloads. {@link #get} copies a payload.
 */
public final class PayloadList extends AbstractList<Bytes> {

    private static final BatchAccess<PayloadBatch> BATCHES = BatchAccess.of(PayloadBatch.class);

    private final PayloadBatch payloads = new PayloadBatch();

    /** Marks a collator that only parses its elements. Its elements may be a {@link PayloadList}. */
    public interface Parsing {}

    /** Returns a batch of these payloads. If the payloads are a {@link PayloadList}, returns its batch. */
    public static PayloadBatch batchOf(List<? extends Bytes> elements) {
        if (elements instanceof PayloadList list) {
            return list.payloads;
        }
        PayloadBatch batch = new PayloadBatch();
        ElementTensors.checked(elements).forEach(batch::add);
        return batch;
    }

    @Override
    public boolean add(Bytes payload) {
        payloads.add(payload);
        return true;
    }

    /**
     * Adds the payload of a reader's current record, without its origin. The pipeline adds the origin to exceptions.
     */
    public void addRecord(RecordReader reader) throws IOException {
        BATCHES.addPayload(payloads, reader);
    }

    @Override
    public Bytes get(int index) {
        Argument.index(index, size(), "index", "payloads");
        return Bytes.copyOf(payloads.payload(index));
    }

    @Override
    public int size() {
        return payloads.size();
    }

    /** Returns the total number of bytes of all payloads. */
    public long byteSize() {
        return payloads.byteSize();
    }

    /** Removes all payloads, and keeps the memory for the next payloads. */
    @Override
    public void clear() {
        payloads.clear();
    }
}
