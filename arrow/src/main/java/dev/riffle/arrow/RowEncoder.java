package dev.riffle.arrow;

import dev.riffle.RecordFormat;
import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.example.ExampleBuilder;
import dev.riffle.example.Feature;
import dev.riffle.example.SequenceExample;
import dev.riffle.example.SequenceExampleBuilder;
import dev.riffle.io.Bytes;
import java.util.List;
import java.util.Objects;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;

/** Encodes rows of vectors as the payloads of records. One thread at a time may use an encoder. */
final class RowEncoder {

    private final RecordFormat format;
    private final WrittenMessage message;
    private final List<WrittenColumn> columns;
    private final RowMemory memory;
    private final @Nullable ExamplesColumn examples;

    private RowEncoder(
            RecordFormat format,
            WrittenMessage message,
            List<WrittenColumn> columns,
            RowMemory memory,
            @Nullable ExamplesColumn examples) {
        this.format = format;
        this.message = message;
        this.columns = columns;
        this.memory = memory;
        this.examples = examples;
    }

    /**
     * Returns an encoder of the rows that vectors hold now.
     *
     * @throws ArrowColumnException if records cannot hold a column
     */
    static RowEncoder of(VectorSchemaRoot root, RecordFormat format, ArrowRecordOptions options) {
        WrittenMessage message = WrittenMessage.of(root.getSchema(), format);
        RowMemory memory = RowMemory.ofHeap();
        LeafTypes types = new LeafTypes(format, options.rounding(), WrittenMessage.int32(root.getSchema()), memory);
        ColumnFinder finder = new ColumnFinder(types, message.featureLists(), options.dictionaries());
        ExamplesColumn examples = null;
        for (FieldVector vector : root.getFieldVectors()) {
            if (vector.getValueCount() != root.getRowCount()) {
                throw ArrowColumnException.ofColumn(
                        vector.getName(),
                        "it has " + vector.getValueCount() + " rows, but the batch has " + root.getRowCount()
                                + "; write the data again");
            }
            if (message == WrittenMessage.EXAMPLE_LIST_WITH_CONTEXT && ExamplesColumn.isNamed(vector)) {
                examples = ExamplesColumn.of(vector, types, options.dictionaries());
            } else {
                finder.add(vector);
            }
        }
        if (message == WrittenMessage.EXAMPLE_LIST_WITH_CONTEXT && examples == null) {
            throw ExamplesColumn.missing();
        }
        return new RowEncoder(format, message, finder.columns(), memory, examples);
    }

    /**
     * Returns the payload of a row.
     *
     * @param before the number of rows before the first row of the vectors, for messages
     * @throws ArrowColumnException if a record cannot hold a value
     */
    Bytes payload(int row, long before) {
        memory.clear();
        try {
            return Bytes.ofOwned(
                    switch (message) {
                        case EXAMPLE -> example(row);
                        case SEQUENCE_EXAMPLE -> sequenceExample(row).toByteArray();
                        case EXAMPLE_LIST_WITH_CONTEXT -> exampleList(row);
                    });
        } catch (ArrowColumnException e) {
            throw e.at(before + row);
        } catch (IllegalStateException e) {
            throw ArrowColumnException.ofValue("the record is too large: " + e.getMessage() + "; split the row")
                    .at(before + row);
        }
    }

    private byte[] example(int row) {
        Example example = features(columns, row);
        if (format.hasExamples()) {
            return example.toByteArray();
        }
        if (example.names().isEmpty()) {
            throw ArrowColumnException.ofValue("all columns are null, but an OFRecord must have a feature;"
                    + " remove such rows, or add a column");
        }
        return example.toByteArray(Dialect.ONEFLOW);
    }

    /** Returns the features of a row of these columns. */
    static Example features(List<WrittenColumn> columns, int row) {
        ExampleBuilder builder = Example.builder();
        for (WrittenColumn column : columns) {
            Feature feature = column.isFeatureList() ? null : read(column, row);
            if (feature != null) {
                builder.put(column.name(), feature);
            }
        }
        return builder.build();
    }

    private static @Nullable Feature read(WrittenColumn column, int row) {
        try {
            return column.feature(row);
        } catch (ArrowColumnException e) {
            throw e.in(column.name());
        } catch (IndexOutOfBoundsException e) {
            throw tooShort().in(column.name());
        }
    }

    /** Returns the error for a row beyond the end of a buffer. */
    static ArrowColumnException tooShort() {
        return ArrowColumnException.ofValue("the buffers of the vector are shorter than its rows need, so the vector"
                + " is damaged; write the data again");
    }

    private SequenceExample sequenceExample(int row) {
        SequenceExampleBuilder builder = SequenceExample.builder().context(features(columns, row));
        for (WrittenColumn column : columns) {
            List<Feature> steps = column.isFeatureList() ? readSteps(column, row) : null;
            if (steps != null) {
                builder.put(column.name(), steps);
            }
        }
        return builder.build();
    }

    private static @Nullable List<Feature> readSteps(WrittenColumn column, int row) {
        try {
            return column.steps(row);
        } catch (ArrowColumnException e) {
            throw e.in(column.name());
        } catch (IndexOutOfBoundsException e) {
            throw tooShort().in(column.name());
        }
    }

    private byte[] exampleList(int row) {
        return Objects.requireNonNull(examples).payload(row, features(columns, row));
    }
}
