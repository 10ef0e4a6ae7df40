package dev.riffle.parse;

import dev.riffle.parse.FeatureSpec.Ragged;
import dev.riffle.parse.internal.Columns;
import dev.riffle.parse.internal.TensorOutput;
import dev.riffle.parse.internal.ValueRows;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.RaggedTensor;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.Tensor;
import java.util.List;

/** Creates the tensor of a Ragged feature. With partitions or 64-bit splits, each batch gets new splits. */
final class RaggedOutput implements TensorOutput {

    private final String key;
    private final Ragged spec;
    private final Columns columns;

    RaggedOutput(String key, Ragged spec, Columns columns) {
        this.key = key;
        this.spec = spec;
        this.columns = columns;
    }

    @Override
    public Tensor ofBatch(int rows) {
        if (spec.partitions().isEmpty() && spec.rowSplitsDType() == DType.INT32) {
            ValueRows all = columns.varying(spec.valueKey().orElse(key)).rows(rows);
            return new RaggedTensor(all.values(), List.of(all.splits()), Shape.scalar());
        }
        return RaggedAssembly.ofBatch(key, spec, name -> columns.varying(name).rows(rows));
    }

    @Override
    public Tensor ofSingle() {
        return RaggedAssembly.ofSingle(key, spec, name -> columns.varying(name).rows(1));
    }

    @Override
    public void release() {}
}
