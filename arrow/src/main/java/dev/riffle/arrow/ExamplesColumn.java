package dev.riffle.arrow;

import dev.riffle.arrow.internal.RecordMetadata;
import dev.riffle.example.Example;
import dev.riffle.internal.Varints;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.dictionary.DictionaryProvider;

/**
 * The column of the Examples of an ExampleListWithContext: a list of structs in each row. Source of the fields: {@code
 * tensorflow_serving/apis/input.proto}.
 *
 * @param columns the features of the Examples
 */
record ExamplesColumn(ListRanges lists, FieldVector structs, List<WrittenColumn> columns) {

    private static final int EXAMPLES_TAG = 1 << 3 | 2;
    private static final int CONTEXT_TAG = 2 << 3 | 2;

    /** Returns whether a column has the name of the Examples. */
    static boolean isNamed(FieldVector vector) {
        return RecordMetadata.EXAMPLES_COLUMN.equals(vector.getName());
    }

    /**
     * Returns the column of a vector.
     *
     * @throws ArrowColumnException if the vector does not have lists of structs, or an Example cannot hold a field
     */
    static ExamplesColumn of(FieldVector vector, LeafTypes types, Optional<DictionaryProvider> dictionaries) {
        ListRanges lists = vector instanceof MapVector ? null : ListRanges.of(vector);
        if (lists == null || !(lists.elements() instanceof StructVector struct)) {
            throw ArrowColumnException.ofColumn(
                    vector.getName(),
                    "expected a list of structs, found " + ColumnFinder.text(vector.getField())
                            + "; each struct is an Example of an ExampleListWithContext");
        }
        ColumnFinder finder = new ColumnFinder(types, ColumnFinder.FeatureLists.REJECTED, dictionaries);
        for (FieldVector field : struct.getChildrenFromFields()) {
            ColumnFinder.checkRows(vector.getName(), field, struct);
            finder.add(field);
        }
        return new ExamplesColumn(lists, struct, finder.columns());
    }

    static ArrowColumnException missing() {
        return ArrowColumnException.ofColumn(
                RecordMetadata.EXAMPLES_COLUMN,
                "the column is missing; an ExampleListWithContext needs a list of structs for its Examples");
    }

    /** Returns the message of a row. */
    byte[] payload(int row, Example context) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            if (!lists.isNull(row)) {
                for (int element = lists.start(row), end = lists.end(row); element < end; element++) {
                    if (structs.isNull(element)) {
                        throw LeafValues.nullInList();
                    }
                    write(out, EXAMPLES_TAG, RowEncoder.features(columns, element));
                }
            }
        } catch (ArrowColumnException e) {
            throw e.in(RecordMetadata.EXAMPLES_COLUMN);
        } catch (IndexOutOfBoundsException e) {
            throw RowEncoder.tooShort().in(RecordMetadata.EXAMPLES_COLUMN);
        }
        if (!context.names().isEmpty()) {
            write(out, CONTEXT_TAG, context);
        }
        return out.toByteArray();
    }

    private static void write(ByteArrayOutputStream out, int tag, Example example) {
        byte[] message = example.toByteArray();
        byte[] size = new byte[Varints.MAX_SIZE];
        out.write(tag);
        out.write(size, 0, Varints.write(size, 0, message.length));
        out.writeBytes(message);
    }
}
