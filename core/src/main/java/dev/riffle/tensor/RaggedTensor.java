package dev.riffle.tensor;

import dev.riffle.example.FeatureException;
import dev.riffle.internal.Argument;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A tensor with rows of different lengths, nested any number of times, like {@code tf.RaggedTensor}. Immutable and safe
 * for use by several threads, unless a parser refills its memory; see {@link Values}.
 *
 * <p>Row splits from a record can be invalid, unless a feature's spec requests validation. Invalid row splits begin
 * with a number other than 0, decrease, or end with a number other than the number of entries. As in TensorFlow, such a
 * tensor is allowed. {@link #isValid()} detects invalid row splits. Reading an invalid row throws
 * {@link FeatureException}.
 *
 * @param values the elements of the innermost rows, in order
 * @param rowSplits the offsets at which rows begin and end, outermost first; all INT32 or all INT64
 * @param innerShape the dimensions of one entry of an innermost row; a scalar shape if an entry is one element
 * @since 0.1
 */
public record RaggedTensor(Values values, List<Values> rowSplits, Shape innerShape) implements Tensor, ElementAccess {

    /**
     * Creates a tensor over these elements and row splits, without a copy.
     *
     * @throws IllegalArgumentException if the row splits are empty, if their types differ or are not integers, or if
     *     the inner shape has no elements
     */
    public RaggedTensor {
        Argument.present(values, "values");
        Argument.allPresent(rowSplits, "rowSplits");
        Argument.present(innerShape, "innerShape");
        rowSplits = List.copyOf(rowSplits);
        if (rowSplits.isEmpty()) {
            throw new IllegalArgumentException("a ragged tensor needs at least one level of row splits");
        }
        DType dtype = rowSplits.get(0).dtype();
        for (Values splits : rowSplits) {
            if (splits.dtype() != dtype || (dtype != DType.INT32 && dtype != DType.INT64)) {
                throw new IllegalArgumentException("row splits must be all int32 or all int64: "
                        + rowSplits.stream().map(Values::dtype).toList());
            }
        }
        if (innerShape.elements() == 0) {
            throw new IllegalArgumentException("innerShape must have elements: " + innerShape);
        }
    }

    /**
     * Returns a tensor whose innermost rows contain single elements.
     *
     * @param rowSplits the offsets at which rows begin and end, outermost first
     * @throws IllegalArgumentException if the row splits are empty, or if their types differ or are not integers
     */
    public static RaggedTensor of(Values values, Values... rowSplits) {
        Argument.allPresent(rowSplits, "rowSplits");
        return new RaggedTensor(values, List.of(rowSplits), Shape.scalar());
    }

    @Override
    public DType dtype() {
        return values.dtype();
    }

    /**
     * Returns the dimensions of the smallest dense tensor that has room for every row, like {@code bounding_shape} in
     * TensorFlow. They are the number of rows, the length of the longest row of each level, and {@link #innerShape()}.
     * The rows {@code [[1, 2], [3]]} have the shape {@code [2, 2]}. Each call reads all row splits.
     *
     * @throws FeatureException if the row splits are invalid
     */
    @Override
    public Shape shape() {
        String mismatch = mismatch();
        if (mismatch != null) {
            throw new FeatureException(
                    FeatureException.Reason.OTHER_VALUE,
                    null,
                    "a ragged tensor with invalid row splits has no shape: " + mismatch);
        }
        int[] outer = new int[1 + raggedRank()];
        outer[0] = rows();
        for (int i = 0; i < raggedRank(); i++) {
            outer[i + 1] = level(i).longest();
        }
        return innerShape.prepend(outer);
    }

    /** Returns the number of levels of row splits, at least 1: the number of ragged dimensions. */
    public int raggedRank() {
        return rowSplits.size();
    }

    /** Returns the number of outermost rows. */
    public int rows() {
        return RowSplits.rows(rowSplits.get(0));
    }

    /**
     * Returns the position at which an outermost row begins: the number of entries in all earlier rows. An entry is a
     * row of the next level. At the last level, an entry has the shape {@link #innerShape()}.
     *
     * @throws IndexOutOfBoundsException if the row does not exist
     * @throws FeatureException if the row splits are invalid at this row
     */
    public int rowBegin(int row) {
        Argument.index(row, rows(), "row", "rows");
        return level(0).begin(row, row + 1);
    }

    /**
     * Returns the position at which an outermost row ends, counted as in {@link #rowBegin}.
     *
     * @throws IndexOutOfBoundsException if the row does not exist
     * @throws FeatureException if the row splits are invalid at this row
     */
    public int rowEnd(int row) {
        Argument.index(row, rows(), "row", "rows");
        return level(0).end(row, row + 1);
    }

    /**
     * Returns one outermost row: a ragged tensor with one level less, or a dense tensor at the last level. The result
     * shares the elements, but has its own row splits.
     *
     * @throws IndexOutOfBoundsException if the row does not exist
     * @throws FeatureException if the row splits are invalid at this row; rows inside this row can still be
     *     invalid
     */
    public Tensor row(int row) {
        int begin = rowBegin(row);
        int end = rowEnd(row);
        List<Values> inner = new ArrayList<>(raggedRank() - 1);
        for (int i = 1; i < raggedRank(); i++) {
            RowSplits level = level(i);
            int first = level.begin(begin, end);
            int last = level.end(begin, end);
            inner.add(level.rebased(begin, end));
            begin = first;
            end = last;
        }
        int stride = stride();
        Values elements = values.slice(begin * stride, end * stride);
        return inner.isEmpty()
                ? new DenseTensor(innerShape.prepend(end - begin), elements)
                : new RaggedTensor(elements, inner, innerShape);
    }

    private RowSplits level(int level) {
        boolean last = level == rowSplits.size() - 1;
        return new RowSplits(
                rowSplits.get(level), last ? values.size() / stride() : RowSplits.rows(rowSplits.get(level + 1)));
    }

    /** Returns the number of elements of an entry of an innermost row, at most {@link Integer#MAX_VALUE}. */
    private int stride() {
        return (int) Math.min(innerShape.elements(), Integer.MAX_VALUE);
    }

    /**
     * Returns whether the row splits are valid. They must begin with 0, never decrease, and end with the number of
     * entries. The elements must fill the inner shape. Each call checks all row splits.
     */
    public boolean isValid() {
        return mismatch() == null;
    }

    private @Nullable String mismatch() {
        for (int i = 0; i < raggedRank(); i++) {
            String mismatch = level(i).mismatch();
            if (mismatch != null) {
                return mismatch;
            }
        }
        return values.size() % stride() == 0
                ? null
                : values.size() + " elements do not fill entries of shape " + innerShape;
    }

    @Override
    public int indexOf(int... position) {
        Argument.present(position, "position");
        Shape.checkRank(position, 1 + raggedRank() + innerShape.rank());
        int entry = Shape.checkIndex(position, 0, rows());
        for (int i = 0; i < raggedRank(); i++) {
            RowSplits level = level(i);
            int begin = level.begin(entry, entry + 1);
            int end = level.end(entry, entry + 1);
            entry = begin + Shape.checkIndex(position, i + 1, end - begin);
        }
        return entry * stride() + innerShape.indexOf(position, 1 + raggedRank());
    }

    /**
     * Returns the type, the shape with {@code None} for ragged dimensions, and the elements, such as
     * {@code int64 [2, None] [[1, 2], [3]]}. If the tensor has many elements, the text omits the middle elements. If
     * the row splits are invalid, the text contains the fault, the row splits and the values. Each call checks all row
     * splits.
     */
    @Override
    public String toString() {
        Excerpt excerpt = new Excerpt().add(dtype() + " [" + rows() + ", None".repeat(raggedRank()));
        for (int i = 0; i < innerShape.rank(); i++) {
            excerpt.add(", ").add(innerShape.dim(i));
        }
        excerpt.add("] ");
        String mismatch = mismatch();
        if (mismatch == null) {
            excerpt.items(rows(), row -> nested(excerpt, 0, row));
        } else {
            excerpt.add("invalid: " + mismatch + "; row splits ");
            excerpt.items(raggedRank(), level -> excerpt.add(rowSplits.get(level)));
            excerpt.add("; values ").add(values);
        }
        return excerpt.toString();
    }

    private void nested(Excerpt excerpt, int level, int entry) {
        if (level == raggedRank()) {
            excerpt.nested(values, innerShape, 0, entry);
            return;
        }
        int begin = level(level).begin(entry, entry + 1);
        int end = level(level).end(entry, entry + 1);
        excerpt.items(end - begin, i -> nested(excerpt, level + 1, begin + i));
    }
}
