package dev.riffle.spark.internal.write;

import dev.riffle.spark.internal.options.RecordOptions;
import dev.riffle.spark.internal.schema.ExamplesColumn;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Writes an array of structs as the Examples of a list. Each struct becomes an Example, even if all its fields are
 * null. A null array has no Examples.
 */
final class ExamplesEncoder {

    /** The tag of field 1, length-delimited: an Example, its Features. */
    private static final int FIRST_TAG = 10;

    private final String name;

    /** The position of the array in a row. */
    private final int ordinal;

    /** The number of fields of a struct. */
    private final int width;

    /** The encoders in reverse order, in which they write. */
    private final ColumnEncoder[] features;

    private ExamplesEncoder(String name, int ordinal, int width, ColumnEncoder[] features) {
        this.name = name;
        this.ordinal = ordinal;
        this.width = width;
        this.features = features;
    }

    /**
     * Returns an encoder for rows of a schema.
     *
     * @throws IllegalArgumentException if the schema has no array of structs, or if Examples cannot hold a field
     */
    static ExamplesEncoder of(StructType schema, RecordOptions options) {
        StructField column = WrittenColumn.examples(schema, options);
        List<ColumnEncoder> features = new ArrayList<>();
        for (WrittenColumn feature : WrittenColumn.ofExamples(column, options, WrittenColumn.Names.EXACT)) {
            features.add(new ColumnEncoder(feature, options.format()));
        }
        Collections.reverse(features);
        return new ExamplesEncoder(
                column.name(),
                schema.fieldIndex(column.name()),
                ExamplesColumn.features(column).length(),
                features.toArray(ColumnEncoder[]::new));
    }

    void put(InternalRow row, BackwardBytes out) {
        if (row.isNullAt(ordinal)) {
            return;
        }
        ArrayData examples = row.getArray(ordinal);
        for (int i = examples.numElements() - 1; i >= 0; i--) {
            if (examples.isNullAt(i)) {
                throw rejection(
                        i,
                        "found null, which is not an Example; remove the null,"
                                + " for example with filter(..., x -> x IS NOT NULL)",
                        null);
            }
            int after = out.size();
            try {
                RowEncoder.putFields(features, examples.getStruct(i, width), FIRST_TAG, out);
            } catch (IllegalArgumentException e) {
                throw rejection(i, String.valueOf(e.getMessage()), e);
            }
            out.header(FIRST_TAG, after);
        }
    }

    private IllegalArgumentException rejection(int element, String reason, @Nullable Exception cause) {
        return new IllegalArgumentException("column \"" + name + "\", element " + element + ": " + reason, cause);
    }
}
