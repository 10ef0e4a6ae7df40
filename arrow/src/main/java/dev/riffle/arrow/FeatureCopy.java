package dev.riffle.arrow;

import dev.riffle.arrow.internal.schema.ColumnType;
import dev.riffle.arrow.internal.schema.FeatureColumn;
import dev.riffle.arrow.internal.schema.FeatureColumn.Place;
import dev.riffle.arrow.internal.schema.FeatureColumn.Presence;
import dev.riffle.arrow.internal.schema.FeatureColumn.Steps;
import dev.riffle.parse.ParsedFeatures;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.RaggedTensor;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.Values;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import org.jspecify.annotations.Nullable;

/** Copies one parsed feature or feature list of a batch into the buffers of its column. */
final class FeatureCopy {

    private final FeatureColumn column;
    private final ColumnType type;
    private final ValueCopy values;

    FeatureCopy(FeatureColumn column) {
        this.column = column;
        this.type = column.type();
        this.values = new ValueCopy(type.text());
    }

    FeatureColumn column() {
        return column;
    }

    /** Returns the rows that lack a feature for this column, in ascending order. */
    int[] missingRows(ParsedFeatures features) {
        return features.missingRows(column.name());
    }

    /** Returns whether a row has a feature for this column. */
    boolean has(ParsedFeatures features, int row) {
        return features.has(column.name(), row);
    }

    /** Returns the number of rows that have a feature for this column. */
    int count(ParsedFeatures features) {
        return features.countOf(column.name());
    }

    /** Throws {@link ColumnFault} for the first row that does not fit. Copies all rows otherwise. */
    void copy(ParsedFeatures features, BatchBuffers out) {
        beginColumn(features, out);
        if (type.lists() == 0) {
            DenseTensor tensor = features.dense(column.name());
            copyInside(features.size(), type.shape(), tensor.values(), out);
            checkText(tensor.values(), null);
        } else {
            RaggedTensor tensor = features.ragged(column.name());
            checkText(tensor.values(), tensor);
            copyLists(tensor, out);
        }
    }

    private void beginColumn(ParsedFeatures features, BatchBuffers out) {
        int rows = features.size();
        if (column.presence() == Presence.PARSED || count(features) == rows) {
            out.field(rows);
            return;
        }
        int[] missing = features.missingRows(column.name());
        if (column.presence() == Presence.REQUIRED) {
            throw missing(missing[0]);
        }
        ByteBuffer bits = out.fieldWithNulls(rows, missing.length);
        for (int row : missing) {
            int at = row >> 3;
            bits.put(at, (byte) (bits.get(at) & ~(1 << (row & 7))));
        }
    }

    private ColumnFault missing(int row) {
        return ColumnFault.of(
                row,
                column.name(),
                column.place() == Place.FEATURES ? "a feature" : "a feature list",
                "none",
                "if records may lack it, make the column nullable or allow a missing feature in the spec");
    }

    /** Copies lists of a fixed size and their values. The caller has begun the outermost field. */
    private void copyInside(int length, Shape shape, Values elements, BatchBuffers out) {
        long inside = length;
        for (int i = 0; i < shape.rank(); i++) {
            inside *= shape.dim(i);
            out.field(Math.toIntExact(inside));
        }
        values.copy(elements, out);
    }

    private void copyLists(RaggedTensor tensor, BatchBuffers out) {
        int entries = tensor.rows();
        int last = tensor.raggedRank() - 1;
        long width = type.shape().elements();
        for (int level = 0; level <= last; level++) {
            IntBuffer splits = tensor.rowSplits().get(level).asIntBuffer();
            if (level == 1 && column.steps() == Steps.FIXED) {
                checkSteps(tensor, splits);
            }
            IntBuffer offsets = out.add((entries + 1L) * Integer.BYTES).asIntBuffer();
            if (level < last || width == 1) {
                offsets.put(splits);
            } else {
                divide(splits, (int) width, offsets);
            }
            entries = splits.get(entries);
            out.field(level < last || width == 1 ? entries : (int) (entries / width));
        }
        int inside = entries;
        for (int i = 0; i < tensor.innerShape().rank(); i++) {
            int size = tensor.innerShape().dim(i);
            IntBuffer offsets = out.add((inside + 1L) * Integer.BYTES).asIntBuffer();
            for (int entry = 0; entry <= inside; entry++) {
                offsets.put(Math.multiplyExact(entry, size));
            }
            inside = Math.multiplyExact(inside, size);
            out.field(inside);
        }
        copyInside((int) (inside / width), type.shape(), tensor.values(), out);
    }

    /** Converts numbers of values to numbers of elements that each have {@code width} values. */
    private void divide(IntBuffer splits, int width, IntBuffer offsets) {
        for (int i = 0; i < splits.limit(); i++) {
            int split = splits.get(i);
            if (split % width != 0) {
                int row = i - 1;
                throw ColumnFault.of(
                        row,
                        column.name(),
                        "a multiple of " + width + " values",
                        (split - splits.get(row)) + " values",
                        "change the shape, or read the column as a list of single values");
            }
            offsets.put(split / width);
        }
    }

    private void checkSteps(RaggedTensor tensor, IntBuffer splits) {
        int count = (int) column.stepShape().elements();
        for (int step = 0; step + 1 < splits.limit(); step++) {
            int found = splits.get(step + 1) - splits.get(step);
            if (found != count) {
                int row = rowOf(tensor, 0, step);
                throw ColumnFault.of(
                        row,
                        column.name(),
                        "steps of " + count + (count == 1 ? " value" : " values"),
                        found + (found == 1 ? " value" : " values") + " in step " + (step - tensor.rowBegin(row)),
                        "change the shape, or accept any number with VarLen or Ragged");
            }
        }
    }

    private void checkText(Values elements, @Nullable RaggedTensor tensor) {
        int index = values.firstMismatch(elements);
        if (index >= 0) {
            int width = (int) type.shape().elements();
            int row = tensor == null ? index / width : rowOf(tensor, tensor.raggedRank() - 1, index);
            throw ColumnFault.of(
                    row, column.name(), "text in UTF-8", values.found(elements, index), "read the column as Binary");
        }
    }

    /** Returns the row with an entry of a level. */
    private static int rowOf(RaggedTensor tensor, int level, int entry) {
        int place = entry;
        for (int i = level; i >= 0; i--) {
            IntBuffer splits = tensor.rowSplits().get(i).asIntBuffer();
            int row = 0;
            while (splits.get(row + 1) <= place) {
                row++;
            }
            place = row;
        }
        return place;
    }

    /** Returns the features with this column. */
    ParsedFeatures in(ParsedFeatures features, ParsedFeatures featureLists) {
        return column.place() == Place.FEATURES ? features : featureLists;
    }
}
