package dev.riffle.spark.internal.write;

import dev.riffle.spark.internal.options.RecordOptions;
import dev.riffle.spark.internal.options.RecordType;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Encodes each row as the payload of a record. Features are in the order of their names' bytes. The encoder omits a
 * null column, and writes an empty array as an empty list of its kind. So equal rows always become equal bytes. Belongs
 * to one thread.
 *
 * <p>Reads rows directly from Spark's memory and encodes them into a reused array, from the last byte to the first; see
 * {@link BackwardBytes}.
 */
public final class RowEncoder {

    private static final int FIRST_TAG = 10;

    private static final int SECOND_TAG = 18;

    private final RecordOptions options;

    /** The encoders in reverse order, in which they write. */
    private final ColumnEncoder[] features;

    private final ColumnEncoder[] lists;

    /** The encoder of the column with the Examples; null if records are not lists of Examples. */
    private final @Nullable ExamplesEncoder examples;

    private final BackwardBytes out = new BackwardBytes();

    private RowEncoder(RecordOptions options, List<WrittenColumn> columns, @Nullable ExamplesEncoder examples) {
        this.options = options;
        this.examples = examples;
        List<ColumnEncoder> forFeatures = new ArrayList<>();
        List<ColumnEncoder> forLists = new ArrayList<>();
        for (int i = columns.size() - 1; i >= 0; i--) {
            ColumnEncoder column = new ColumnEncoder(columns.get(i), options.format());
            (column.isFeatureList() ? forLists : forFeatures).add(column);
        }
        this.features = forFeatures.toArray(ColumnEncoder[]::new);
        this.lists = forLists.toArray(ColumnEncoder[]::new);
    }

    /**
     * Returns an encoder of rows.
     *
     * @throws IllegalArgumentException if records cannot hold a column, or if two columns have the same name; the
     *     message names the column, its type and a remedy
     */
    public static RowEncoder of(StructType schema, RecordOptions options) {
        return new RowEncoder(
                options,
                WrittenColumn.of(schema, options, WrittenColumn.Names.EXACT),
                options.recordType() == RecordType.EXAMPLE_LIST_WITH_CONTEXT
                        ? ExamplesEncoder.of(schema, options)
                        : null);
    }

    /**
     * Returns the payload of a row. The next call overwrites the memory of the payload.
     *
     * @throws IllegalArgumentException if a record cannot hold a value; the message names the column
     */
    public ByteBuffer encode(InternalRow row) {
        out.clear();
        switch (options.recordType()) {
            case EXAMPLE -> putExample(row);
            case SEQUENCE_EXAMPLE -> {
                putFields(lists, row, SECOND_TAG, out);
                putFields(features, row, FIRST_TAG, out);
            }
            case EXAMPLE_LIST_WITH_CONTEXT -> {
                putFields(features, row, FIRST_TAG, out);
                if (out.size() > 0) {
                    out.header(SECOND_TAG, 0);
                }
                if (examples != null) {
                    examples.put(row, out);
                }
            }
            case BYTES -> putPayload(row);
        }
        return out.view();
    }

    private void putExample(InternalRow row) {
        if (options.format().hasExamples()) {
            putFields(features, row, FIRST_TAG, out);
            return;
        }
        for (ColumnEncoder feature : features) {
            feature.put(row, out);
        }
        if (out.size() == 0) {
            throw new IllegalArgumentException("all columns of a row are null, but an OFRecord must have a feature;"
                    + " remove such rows, or add a column");
        }
    }

    /** Puts columns into a nested message. Omits the message if all columns are null. */
    static void putFields(ColumnEncoder[] columns, InternalRow row, int tag, BackwardBytes out) {
        int after = out.size();
        for (ColumnEncoder column : columns) {
            column.put(row, out);
        }
        if (out.size() != after) {
            out.header(tag, after);
        }
    }

    private void putPayload(InternalRow row) {
        if (row.isNullAt(0)) {
            throw new IllegalArgumentException(
                    "column \"" + options.payloadColumn()
                            + "\" is null, but a record needs a payload, which may be empty; remove such rows, or replace the null");
        }
        BinaryEncoder.putBytes(row, 0, out);
    }
}
