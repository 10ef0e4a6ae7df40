package dev.riffle.parse.internal;

import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.RaggedTensor;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.Tensor;
import dev.riffle.tensor.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Values to which the caller adds dimensions, from the innermost to the outermost. One thread at a time may use an
 * object.
 */
public final class RaggedRows {

    private final Values values;
    private Shape innerShape = Shape.scalar();
    private int rows;

    /** The row splits, innermost first. */
    private final List<long[]> levels = new ArrayList<>();

    public RaggedRows(Values values) {
        this.values = values;
        this.rows = values.size();
    }

    /** Returns the size of the outermost dimension, or -1 if the splits of this dimension are empty. */
    public int rows() {
        return rows;
    }

    /** Returns whether no dimension has row splits yet. */
    public boolean isDense() {
        return levels.isEmpty();
    }

    /**
     * Adds a dimension whose rows have {@code length} entries, without splits. The number of rows must be divisible by
     * {@code length}.
     */
    public void cutEvenly(int length) {
        innerShape = innerShape.prepend(length);
        rows /= length;
    }

    /** Adds a dimension of rows with splits. */
    public void cut(long[] splits) {
        levels.add(splits);
        rows = splits.length - 1;
    }

    /** Returns the tensor. The tensor is dense if no dimension has splits. */
    public Tensor tensor(DType splitsType) {
        if (levels.isEmpty()) {
            return new DenseTensor(innerShape.prepend(rows), values);
        }
        List<Values> splits = new ArrayList<>(levels.size());
        for (int i = levels.size() - 1; i >= 0; i--) {
            splits.add(valuesOf(levels.get(i), splitsType));
        }
        return new RaggedTensor(values, List.copyOf(splits), innerShape);
    }

    private static Values valuesOf(long[] splits, DType type) {
        return type == DType.INT64
                ? Values.ofLongs(splits)
                : Values.ofInts(
                        LongStream.of(splits).mapToInt(split -> (int) split).toArray());
    }
}
