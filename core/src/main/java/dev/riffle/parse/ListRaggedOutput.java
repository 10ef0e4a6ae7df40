package dev.riffle.parse;

import dev.riffle.parse.FeatureSpec.Ragged;
import dev.riffle.parse.internal.ListColumn;
import dev.riffle.parse.internal.ListColumns;
import dev.riffle.parse.internal.StepRows;
import dev.riffle.parse.internal.TensorOutput;
import dev.riffle.parse.internal.ValueRows;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.RaggedTensor;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.Tensor;
import java.util.List;

/** Creates the tensor of a Ragged feature list. With partitions or 64-bit splits, each batch gets new splits. */
final class ListRaggedOutput implements TensorOutput {

    private final String key;
    private final Ragged spec;
    private final ListColumns columns;

    ListRaggedOutput(String key, Ragged spec, ListColumns columns) {
        this.key = key;
        this.spec = spec;
        this.columns = columns;
    }

    @Override
    public Tensor ofBatch(int rows) {
        if (spec.partitions().isEmpty() && spec.rowSplitsDType() == DType.INT32) {
            ListColumn column = columns.get(spec.valueKey().orElse(key));
            ValueRows steps = column.stepRows();
            return new RaggedTensor(steps.values(), List.of(column.splits(rows), steps.splits()), Shape.scalar());
        }
        return RaggedAssembly.ofLists(key, spec, name -> {
            ListColumn column = columns.get(name);
            return new StepRows(column.stepRows(), column.splits(rows));
        });
    }

    @Override
    public Tensor ofSingle() {
        return RaggedAssembly.ofSingleList(key, spec, name -> columns.get(name).stepRows());
    }

    @Override
    public void release() {}
}
