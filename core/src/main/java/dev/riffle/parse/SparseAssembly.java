package dev.riffle.parse;

import dev.riffle.parse.FeatureSpec.IndexOrder;
import dev.riffle.parse.FeatureSpec.Sparse;
import dev.riffle.parse.internal.IndexOrdering;
import dev.riffle.parse.internal.ValueRows;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.SparseTensor;
import dev.riffle.tensor.Values;
import java.nio.ByteBuffer;
import java.util.function.Function;
import java.util.stream.IntStream;

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
     * @param rowsOf returns the values of a key on the wire, with one row for each record. The rows of all keys have
     *     equal sizes
     */
    static SparseTensor ofBatch(Sparse spec, Function<String, ValueRows> rowsOf) {
        return assemble(spec, rowsOf, true);
    }

    /**
     * Returns the tensor of a single Example.
     *
     * @param rowsOf returns the values of a key on the wire, in one row. The rows of all keys have equal sizes
     */
    static SparseTensor ofSingle(Sparse spec, Function<String, ValueRows> rowsOf) {
        return assemble(spec, rowsOf, false);
    }

    private static SparseTensor assemble(Sparse spec, Function<String, ValueRows> rowsOf, boolean withRecords) {
        ValueRows values = rowsOf.apply(spec.valueKey());
        long[][] coordinates = spec.indexKeys().stream()
                .map(indexKey -> rowsOf.apply(indexKey).values().toLongs())
                .toArray(long[][]::new);
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
        if (values.dtype() == DType.STRING) {
            return Values.ofBytes(IntStream.of(order).mapToObj(values::bytesAt).toList());
        }
        int byteSize = values.dtype().byteSize();
        ByteBuffer all = values.data();
        ByteBuffer picked = ByteBuffer.allocate(order.length * byteSize);
        for (int i = 0; i < order.length; i++) {
            picked.put(i * byteSize, all, order[i] * byteSize, byteSize);
        }
        return Values.wrap(values.dtype(), order.length, picked);
    }
}
