package dev.riffle.dataset.internal.collate;

import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.RaggedTensor;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.Tensor;
import dev.riffle.tensor.Values;
import java.util.ArrayList;
import java.util.List;

/** Stacks tensors of different lengths as the rows of a ragged tensor. */
public final class RaggedStack {

    private RaggedStack() {}

    /**
     * Returns a ragged tensor with a row for each tensor.
     *
     * @param innerRaggedRank the number of dimensions, after the first dimension of a row, that may have different
     *     lengths
     */
    public static RaggedTensor of(List<Tensor> tensors, int innerRaggedRank) {
        DType dtype = tensors.get(0).dtype();
        int levels = innerRaggedRank + 1;
        Shape inner = inner(tensors.get(0), 0, innerRaggedRank);
        long elements = 0;
        long[] counts = new long[levels];
        for (int i = 0; i < tensors.size(); i++) {
            Tensor tensor = tensors.get(i);
            if (tensor.dtype() != dtype || !inner(tensor, i, innerRaggedRank).equals(inner)) {
                throw new ShapeMismatchException(
                        i,
                        "cannot batch ragged rows of different kinds: the first is " + dtype
                                + " with inner shape " + inner + ", element " + i + " is " + tensor.dtype()
                                + " with inner shape " + inner(tensor, i, innerRaggedRank));
            }
            elements += tensor.values().size();
            for (int level = 1; level < levels; level++) {
                counts[level] += rows(tensor, level - 1);
            }
        }
        counts[0] = tensors.size();
        List<Values> splits = new ArrayList<>(levels);
        for (int level = 0; level < levels; level++) {
            splits.add(splits(tensors, level, Math.toIntExact(counts[level])));
        }
        ValuesBuilder builder = ValuesBuilder.of(dtype, elements, new Padding.Zero());
        tensors.forEach(tensor -> builder.copy(tensor.values()));
        return new RaggedTensor(builder.filled(), splits, inner);
    }

    private static Shape inner(Tensor tensor, int element, int innerRaggedRank) {
        if (tensor instanceof RaggedTensor ragged && ragged.raggedRank() == innerRaggedRank) {
            if (!ragged.isValid()) {
                throw new ShapeMismatchException(
                        element, "the row splits of element " + element + " do not match its values");
            }
            return ragged.innerShape();
        }
        if (tensor instanceof DenseTensor dense && dense.shape().rank() > innerRaggedRank) {
            int[] dims = dense.shape().toArray();
            return Shape.of(java.util.Arrays.copyOfRange(dims, innerRaggedRank + 1, dims.length));
        }
        throw new ShapeMismatchException(
                element,
                "element " + element + " is not a row with " + (innerRaggedRank + 1) + " ragged dimensions: " + tensor);
    }

    /**
     * Returns the number of rows of a tensor at a level. The rows of level 0 are the entries of the outermost
     * dimension.
     */
    private static long rows(Tensor tensor, int level) {
        if (tensor instanceof RaggedTensor ragged) {
            return ragged.rowSplits().get(level).size() - 1L;
        }
        Shape shape = ((DenseTensor) tensor).shape();
        long rows = 1;
        for (int i = 0; i <= level; i++) {
            rows *= shape.dim(i);
        }
        return rows;
    }

    private static Values splits(List<Tensor> tensors, int level, int rows) {
        long[] splits = new long[rows + 1];
        int at = 0;
        for (Tensor tensor : tensors) {
            at = level == 0 ? addRow(tensor, splits, at) : addRows(tensor, level - 1, splits, at);
        }
        return Values.ofLongs(splits);
    }

    private static int addRow(Tensor tensor, long[] splits, int at) {
        splits[at + 1] = splits[at] + rows(tensor, 0);
        return at + 1;
    }

    private static int addRows(Tensor tensor, int level, long[] splits, int at) {
        long begin = splits[at];
        int rows = Math.toIntExact(rows(tensor, level));
        if (tensor instanceof RaggedTensor ragged) {
            Values own = ragged.rowSplits().get(level);
            for (int row = 1; row <= rows; row++) {
                splits[at + row] = begin + own.longAt(row);
            }
        } else {
            int length = ((DenseTensor) tensor).shape().dim(level + 1);
            for (int row = 1; row <= rows; row++) {
                splits[at + row] = begin + (long) row * length;
            }
        }
        return at + rows;
    }
}
