package dev.riffle.arrow;

import dev.riffle.arrow.internal.schema.FeatureColumn;
import dev.riffle.arrow.internal.schema.MessageType;
import dev.riffle.io.Bytes;
import dev.riffle.parse.PayloadBatch;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Copies the Examples of ExampleListWithContexts into lists of structs. */
final class ExamplesCopy {

    private final FeatureRows rows;
    private final OtherFeatures others;
    private final int columns;
    private final PayloadBatch payloads = new PayloadBatch();

    /** The number of Examples of all records up to each record, after a first 0. */
    private int[] ends = {0};

    private int records;

    ExamplesCopy(List<FeatureColumn> features) {
        this.rows = new FeatureRows(
                MessageType.EXAMPLE_LIST,
                features,
                FeatureRows.Remedy.OF_SCHEMA,
                columns -> MessageParsing.of(MessageType.EXAMPLE_LIST, columns));
        this.others = new OtherFeatures(MessageType.EXAMPLE_LIST, features);
        this.columns = features.size();
    }

    void clear() {
        payloads.clear();
        records = 0;
    }

    /** Adds the Examples of the next record. */
    void add(List<Bytes> examples) {
        examples.forEach(payloads::add);
        records++;
        if (ends.length == records) {
            ends = Arrays.copyOf(ends, 2 * records);
        }
        ends[records] = payloads.size();
    }

    /**
     * Parses the Examples of all records and copies them.
     *
     * @throws ColumnFault for a record with an Example that does not fit
     */
    void copy(BatchBuffers out) {
        try {
            rows.parse(payloads);
            out.field(records);
            ByteBuffer offsets = out.add((records + 1L) * Integer.BYTES);
            for (int i = 0; i <= records; i++) {
                offsets.putInt(ends[i]);
            }
            out.field(payloads.size());
            for (int i = 0; i < columns; i++) {
                rows.copy(i, out);
            }
        } catch (ColumnFault fault) {
            throw inRecord(fault);
        }
    }

    /** Returns the record and the name of the first feature of an Example without a column, or null. */
    @Nullable
    ColumnFault firstOther() {
        ColumnFault first = others.first(payloads);
        return first == null ? null : inRecord(first);
    }

    private ColumnFault inRecord(ColumnFault fault) {
        int record = 0;
        while (record + 1 < records && ends[record + 1] <= fault.row()) {
            record++;
        }
        String reason = "example " + (fault.row() - ends[record]) + ": " + fault.reason();
        return new ColumnFault(record, fault.column(), reason, fault.getCause());
    }
}
