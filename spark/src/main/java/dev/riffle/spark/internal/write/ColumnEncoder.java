package dev.riffle.spark.internal.write;

import dev.riffle.RecordFormat;
import dev.riffle.example.Dialect;
import dev.riffle.example.internal.ExampleContent;
import dev.riffle.spark.internal.schema.ColumnType;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.types.ArrayType;
import org.jspecify.annotations.Nullable;

/** Writes one column of a row as an entry of a map of features or of feature lists. Writes no entry for null. */
final class ColumnEncoder {

    /** The tag of field 1, length-delimited: an entry, its key, a step. */
    private static final int FIRST_TAG = 10;

    /** The tag of field 2, length-delimited: an entry's value. */
    private static final int SECOND_TAG = 18;

    private final WrittenColumn column;

    /** The position of the column in the innermost struct. */
    private final int ordinal;

    private final int kindTag;

    private final ValueEncoder values;

    private final @Nullable VectorEncoder vectors;

    private final boolean mayHoldNull;

    ColumnEncoder(WrittenColumn column, RecordFormat format) {
        this.column = column;
        this.ordinal = column.structs()[column.structs().length - 1];
        Dialect dialect = ExampleContent.dialect(format);
        ColumnType type = column.type();
        this.kindTag = dialect.kinds().indexOf(type.kind(format)) + 1 << 3 | 2;
        this.values = ValueEncoder.of(column.name(), type, format);
        this.vectors =
                type.nesting() == ColumnType.Nesting.VECTOR ? new VectorEncoder(column.name(), type, format) : null;
        this.mayHoldNull = type.sparkType() instanceof ArrayType array
                && (array.elementType() instanceof ArrayType step ? step.containsNull() : array.containsNull());
    }

    /** Returns whether this is a feature list rather than a feature. */
    boolean isFeatureList() {
        return column.type().nesting() == ColumnType.Nesting.LISTS;
    }

    void put(InternalRow row, BackwardBytes out) {
        InternalRow inner = row;
        int depth = column.widths().length;
        for (int i = 0; i < depth; i++) {
            int place = column.structs()[i];
            if (inner.isNullAt(place)) {
                return;
            }
            inner = inner.getStruct(place, column.widths()[i]);
        }
        if (inner.isNullAt(ordinal)) {
            return;
        }
        int after = out.size();
        putValue(inner, out);
        out.header(SECOND_TAG, after);
        int afterName = out.size();
        out.bytes(column.nameBytes());
        out.header(FIRST_TAG, afterName);
        out.header(FIRST_TAG, after);
    }

    private void putValue(InternalRow row, BackwardBytes out) {
        int after = out.size();
        switch (column.type().nesting()) {
            case SCALAR -> {
                values.put(row, ordinal, 1, out);
                out.header(kindTag, after);
            }
            case LIST -> {
                putList(row.getArray(ordinal), "", out);
                out.header(kindTag, after);
            }
            case LISTS -> putSteps(row.getArray(ordinal), out);
            case VECTOR -> {
                putVector(row, out);
                out.header(kindTag, after);
            }
        }
    }

    private void putList(ArrayData list, String step, BackwardBytes out) {
        int count = list.numElements();
        if (mayHoldNull) {
            for (int i = 0; i < count; i++) {
                if (list.isNullAt(i)) {
                    throw nullElement(step + ", element " + i);
                }
            }
        }
        values.put(list, 0, count, out);
    }

    private void putSteps(ArrayData steps, BackwardBytes out) {
        for (int i = steps.numElements() - 1; i >= 0; i--) {
            if (steps.isNullAt(i)) {
                throw nullElement(", element " + i);
            }
            int after = out.size();
            putList(steps.getArray(i), ", element " + i, out);
            out.header(kindTag, after);
            out.header(FIRST_TAG, after);
        }
    }

    private void putVector(InternalRow row, BackwardBytes out) {
        if (vectors == null) {
            throw new IllegalStateException("expected a vector, found " + column.type());
        }
        vectors.put(row.getStruct(ordinal, VectorEncoder.FIELDS), out);
    }

    private IllegalArgumentException nullElement(String place) {
        return new IllegalArgumentException("column \"" + column.name() + "\"" + place
                + ": found null, which a list in a message cannot hold; remove or replace the null,"
                + " for example with filter(..., x -> x IS NOT NULL)");
    }
}
