package dev.riffle.parse;

import dev.riffle.io.Bytes;
import dev.riffle.parse.FeatureSpec.IndexOrder;
import dev.riffle.parse.FeatureSpec.Sparse;
import dev.riffle.parse.internal.ColumnPlan;
import dev.riffle.parse.internal.IndexOrdering;
import dev.riffle.parse.internal.RowFault;
import dev.riffle.parse.internal.ValueRows;
import dev.riffle.tensor.SparseTensor;
import dev.riffle.tensor.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Creates the tensor of a sparse feature from the rows of its index keys and its value key. The class does not check
 * indices. The tensor keeps negative indices, duplicates, and indices outside the size.
 *
 * <p>Source of the rules: {@code sparse_merge} in {@code tensorflow/python/ops/sparse_ops.py}. One rule differs: each
 * record must have as many indices as values. TensorFlow compares only the totals of the batch.
 */
final class SparseAssembly {

    private SparseAssembly() {}

    /**
     * Returns the tensor of a batch. The records are the first dimension.
     *
     * @param rowsOf returns the values of a key on the wire, with one row for each record
     * @throws ExampleParseException if the numbers of indices and values of a record differ
     */
    static SparseTensor ofBatch(String key, Sparse spec, Function<String, ValueRows> rowsOf) {
        return assemble(key, spec, rowsOf, true);
    }

    /**
     * Returns the tensor of a single Example.
     *
     * @param rowsOf returns the values of a key on the wire, in one row
     * @throws ExampleParseException if the numbers of indices and values differ
     */
    static SparseTensor ofSingle(String key, Sparse spec, Function<String, ValueRows> rowsOf) {
        return assemble(key, spec, rowsOf, false);
    }

    private static SparseTensor assemble(
            String key, Sparse spec, Function<String, ValueRows> rowsOf, boolean withRecords) {
        ValueRows values = rowsOf.apply(spec.valueKey());
        long[][] coordinates = coordinates(key, spec, rowsOf, values);
        IndexOrdering ordering = new IndexOrdering(coordinates);
        boolean moved = false;
        if (spec.order() == IndexOrder.SORT) {
            for (int row = 0; row < values.rows(); row++) {
                moved |= ordering.sort(values.begin(row), values.end(row));
            }
        }
        int[] order = ordering.order();
        return new SparseTensor(
                Values.ofLongs(indices(values, coordinates, order, withRecords)),
                moved ? picked(values.values(), order) : values.values(),
                withRecords ? spec.size().prepend(values.rows()) : spec.size());
    }

    private static long[][] coordinates(String key, Sparse spec, Function<String, ValueRows> rowsOf, ValueRows values) {
        List<String> indexKeys = spec.indexKeys();
        long[][] coordinates = new long[indexKeys.size()][];
        for (int i = 0; i < coordinates.length; i++) {
            String indexKey = indexKeys.get(i);
            ValueRows indices = rowsOf.apply(indexKey);
            for (int row = 0; row < values.rows(); row++) {
                int expected = values.end(row) - values.begin(row);
                int found = indices.end(row) - indices.begin(row);
                if (expected != found) {
                    RowFault fault = RowFault.otherIndexCount(key, spec.valueKey(), expected, indexKey, found);
                    throw new ExampleParseException(fault.fault(), row, null, null);
                }
            }
            coordinates[i] = indices.values().toLongs();
        }
        return coordinates;
    }

    private static long[] indices(ValueRows values, long[][] coordinates, int[] order, boolean withRecords) {
        int columns = coordinates.length + (withRecords ? 1 : 0);
        long[] indices = new long[Math.multiplyExact(columns, order.length)];
        int at = 0;
        for (int row = 0; row < values.rows(); row++) {
            for (int i = values.begin(row); i < values.end(row); i++) {
                if (withRecords) {
                    indices[at++] = row;
                }
                for (long[] coordinate : coordinates) {
                    indices[at++] = coordinate[order[i]];
                }
            }
        }
        return indices;
    }

    private static Values picked(Values values, int[] order) {
        return switch (ColumnPlan.kindOf(values.dtype())) {
            case FLOAT -> {
                float[] picked = new float[order.length];
                for (int i = 0; i < order.length; i++) {
                    picked[i] = values.floatAt(order[i]);
                }
                yield Values.ofFloats(picked);
            }
            case DOUBLE -> {
                double[] picked = new double[order.length];
                for (int i = 0; i < order.length; i++) {
                    picked[i] = values.doubleAt(order[i]);
                }
                yield Values.ofDoubles(picked);
            }
            case INT32 -> {
                int[] picked = new int[order.length];
                for (int i = 0; i < order.length; i++) {
                    picked[i] = values.intAt(order[i]);
                }
                yield Values.ofInts(picked);
            }
            case INT64 -> {
                long[] picked = new long[order.length];
                for (int i = 0; i < order.length; i++) {
                    picked[i] = values.longAt(order[i]);
                }
                yield Values.ofLongs(picked);
            }
            case BYTES -> {
                List<Bytes> picked = new ArrayList<>(order.length);
                for (int position : order) {
                    picked.add(values.bytesAt(position));
                }
                yield Values.ofBytes(picked);
            }
            case NOT_SET -> throw new IllegalStateException("no kind");
        };
    }
}
