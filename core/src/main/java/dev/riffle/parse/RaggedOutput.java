package dev.riffle.parse;

import dev.riffle.parse.FeatureSpec.Ragged;
import dev.riffle.parse.internal.Columns;
import dev.riffle.parse.internal.ListColumn;
import dev.riffle.parse.internal.TensorOutput;
import dev.riffle.parse.internal.ValueRows;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.RaggedTensor;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.Tensor;
import java.util.BitSet;
import java.util.List;

/** Creates the tensor of a Ragged feature or list. With partitions or 64-bit splits, each batch gets new splits. */
final class RaggedOutput implements TensorOutput {

    private final String key;
    private final Ragged spec;
    private final Columns<?> columns;
    private final String valueKey;
    private final boolean inLists;
    private final boolean sharesSplits;

    /** The rows of the last tensor whose partitions do not fit the values. */
    private final BitSet inconsistent = new BitSet();

    RaggedOutput(String key, Ragged spec, Columns<?> columns) {
        this.key = key;
        this.spec = spec;
        this.columns = columns;
        this.valueKey = spec.valueKey().orElse(key);
        this.inLists = columns.get(valueKey) instanceof ListColumn;
        this.sharesSplits = spec.partitions().isEmpty() && spec.rowSplitsDType() == DType.INT32;
    }

    @Override
    public Tensor ofBatch(int rows) {
        inconsistent.clear();
        if (inLists) {
            return sharesSplits
                    ? shared(columns.list(valueKey), rows)
                    : RaggedAssembly.ofLists(
                            key, spec, name -> columns.list(name).rows(rows), inconsistent);
        }
        if (sharesSplits) {
            ValueRows all = columns.varying(valueKey).rows(rows);
            return new RaggedTensor(all.values(), List.of(all.splits()), Shape.scalar());
        }
        return RaggedAssembly.ofBatch(key, spec, name -> columns.varying(name).rows(rows), inconsistent);
    }

    private static Tensor shared(ListColumn column, int rows) {
        ValueRows steps = column.stepRows();
        return new RaggedTensor(steps.values(), List.of(column.splits(rows), steps.splits()), Shape.scalar());
    }

    @Override
    public Tensor ofSingle() {
        inconsistent.clear();
        return inLists
                ? RaggedAssembly.ofSingleList(
                        key, spec, name -> columns.list(name).stepRows(), inconsistent)
                : RaggedAssembly.ofSingle(
                        key, spec, name -> columns.varying(name).rows(1), inconsistent);
    }

    @Override
    public int[] inconsistentRows() {
        return inconsistent.isEmpty() ? NO_ROWS : inconsistent.stream().toArray();
    }

    @Override
    public void release() {}
}
