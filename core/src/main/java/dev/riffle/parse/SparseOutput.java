package dev.riffle.parse;

import dev.riffle.parse.FeatureSpec.Sparse;
import dev.riffle.parse.internal.Columns;
import dev.riffle.parse.internal.TensorOutput;
import dev.riffle.tensor.Tensor;

/** Creates the tensor of a Sparse feature. Each batch gets a new tensor. */
final class SparseOutput implements TensorOutput {

    private final Sparse spec;
    private final Columns<?> columns;

    SparseOutput(Sparse spec, Columns<?> columns) {
        this.spec = spec;
        this.columns = columns;
    }

    @Override
    public Tensor ofBatch(int rows) {
        return SparseAssembly.ofBatch(spec, name -> columns.varying(name).rows(rows));
    }

    @Override
    public Tensor ofSingle() {
        return SparseAssembly.ofSingle(spec, name -> columns.varying(name).rows(1));
    }

    @Override
    public void release() {}
}
