package dev.riffle.parse;

import dev.riffle.parse.FeatureSpec.Sparse;
import dev.riffle.parse.internal.Columns;
import dev.riffle.parse.internal.TensorOutput;
import dev.riffle.tensor.Tensor;

/** Creates the tensor of a Sparse feature. Each batch gets a new tensor. */
final class SparseOutput implements TensorOutput {

    private final String key;
    private final Sparse spec;
    private final Columns<?> columns;

    SparseOutput(String key, Sparse spec, Columns<?> columns) {
        this.key = key;
        this.spec = spec;
        this.columns = columns;
    }

    @Override
    public Tensor ofBatch(int rows) {
        return SparseAssembly.ofBatch(key, spec, name -> columns.varying(name).rows(rows));
    }

    @Override
    public Tensor ofSingle() {
        return SparseAssembly.ofSingle(key, spec, name -> columns.varying(name).rows(1));
    }

    @Override
    public void release() {}
}
