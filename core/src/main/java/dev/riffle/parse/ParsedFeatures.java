package dev.riffle.parse;

import dev.riffle.example.FeatureException;
import dev.riffle.example.FeatureWarning;
import dev.riffle.internal.Argument;
import dev.riffle.parse.internal.MissingRows;
import dev.riffle.parse.internal.TensorOutput;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.RaggedTensor;
import dev.riffle.tensor.SparseTensor;
import dev.riffle.tensor.Tensor;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The tensors of one Example or of a batch, by feature. A refill of the batch overwrites its tensors. Safe for use by
 * several threads, except while a parser fills the object.
 *
 * @since 0.1
 */
public final class ParsedFeatures extends ParsedMessages {

    private final Map<String, Tensor> tensors = new LinkedHashMap<>();
    private final Map<String, MissingRows> missing = new HashMap<>();

    /** The rows with inconsistent partitions, for features with such rows. */
    private final Map<String, int[]> inconsistent = new LinkedHashMap<>();

    private final Map<String, Tensor> view = Collections.unmodifiableMap(tensors);
    private int size;

    private IntUnaryOperator payloadIndexes;

    ParsedFeatures(@Nullable MessageBatch filler) {
        super(filler);
        this.payloadIndexes = filler == null ? IntUnaryOperator.identity() : filler::payloadIndexOf;
    }

    @Override
    ParsedFeatures features() {
        return this;
    }

    @Override
    @Nullable
    ParsedSequenceFeatures withLists() {
        return null;
    }

    @Override
    @Nullable
    FeatureWarning inconsistency(PayloadBatch payloads, Predicate<String> skipped) {
        for (Map.Entry<String, int[]> feature : inconsistent.entrySet()) {
            if (!skipped.test(feature.getKey())) {
                return inconsistency(feature.getKey(), feature.getValue(), payloads);
            }
        }
        return null;
    }

    private FeatureWarning inconsistency(String key, int[] rows, PayloadBatch payloads) {
        int payload = payloadIndexAt(rows[0]);
        return new FeatureWarning(
                key,
                "the partitions of feature \"" + key + "\" do not fit its values in " + rows.length + " of " + size
                        + (size == 1 ? " record" : " records") + ", first in "
                        + ExampleParseException.place(payload, payloads.origin(payload)),
                List.of(),
                PartitionNumbers.REMEDY);
    }

    @Override
    void payloadIndexes(IntUnaryOperator indexes) {
        payloadIndexes = indexes;
    }

    void begin(int rows) {
        size = rows;
        inconsistent.clear();
    }

    void put(String key, Tensor tensor, MissingRows lacking, int[] inconsistentRows) {
        tensors.put(key, tensor);
        missing.put(key, lacking);
        if (inconsistentRows.length > 0) {
            inconsistent.put(key, inconsistentRows);
        }
    }

    /** Returns the number of Examples, or 1 for a single Example. */
    public int size() {
        return size;
    }

    /**
     * Returns the number of a row's payload in the {@link PayloadBatch}. This number equals {@code row} unless the
     * parser {@linkplain ExampleParser#skipping skips} invalid records.
     *
     * @throws IndexOutOfBoundsException if the row does not exist
     */
    public int payloadIndexAt(int row) {
        Argument.index(row, size(), "row", "rows");
        return payloadIndexes.applyAsInt(row);
    }

    /** Returns all tensors by feature, in the order of the specs, as an unmodifiable map. */
    public Map<String, Tensor> asMap() {
        return view;
    }

    /**
     * Returns the tensor of a feature.
     *
     * @throws FeatureException if no spec has this name
     */
    public Tensor get(String key) {
        Argument.present(key, "key");
        Tensor tensor = tensors.get(key);
        if (tensor == null) {
            throw unknown(key);
        }
        return tensor;
    }

    /**
     * Returns whether a record has a feature or list with this name. An empty list counts as present. A list without a
     * kind counts as missing. The tensor does not show this difference. For a sparse or ragged feature, the method
     * checks the feature with the values.
     *
     * @param row the record's row, from 0
     * @throws FeatureException if no spec has this name
     * @throws IndexOutOfBoundsException if the row does not exist
     */
    public boolean has(String key, int row) {
        Argument.present(key, "key");
        Argument.index(row, size(), "row", "rows");
        return !missing(key).contains(row);
    }

    /**
     * Returns the number of records that have a feature; see {@link #has}.
     *
     * @throws FeatureException if no spec has this name
     */
    public int countOf(String key) {
        Argument.present(key, "key");
        return size() - missing(key).count();
    }

    /**
     * Returns the rows of the records that lack a feature, in ascending order, as an array that the caller owns; see
     * {@link #has}. For many rows, one call is faster than a call of {@code has} for each row.
     *
     * @throws FeatureException if no spec has this name
     */
    public int[] missingRows(String key) {
        Argument.present(key, "key");
        return missing(key).toArray();
    }

    /**
     * Returns the rows of the records in which the partitions of a ragged feature do not fit its values, in ascending
     * order, as an array that the caller owns. As in TensorFlow, the values of these rows, and sometimes of later rows,
     * are in wrong rows of the tensor or in none. Empty for other features.
     *
     * @throws FeatureException if no spec has this name
     */
    public int[] inconsistentRows(String key) {
        get(key);
        return inconsistent.getOrDefault(key, TensorOutput.NO_ROWS).clone();
    }

    private MissingRows missing(String key) {
        MissingRows rows = missing.get(key);
        if (rows == null) {
            throw unknown(key);
        }
        return rows;
    }

    private FeatureException unknown(String key) {
        return new FeatureException(
                FeatureException.Reason.MISSING, key, "no spec for \"" + key + "\"; available: " + tensors.keySet());
    }

    /**
     * Returns the dense tensor of a feature. FixedLen and FixedLenSequence features have a dense tensor. A Ragged
     * feature of a single Example has a dense tensor if it has no partitions or only uniform partitions.
     *
     * @throws FeatureException if no spec has this name, or the tensor is not dense
     */
    public DenseTensor dense(String key) {
        return as(DenseTensor.class, key);
    }

    /**
     * Returns the sparse tensor of a VarLen or Sparse feature.
     *
     * @throws FeatureException if no spec has this name, or the tensor is not sparse
     */
    public SparseTensor sparse(String key) {
        return as(SparseTensor.class, key);
    }

    /**
     * Returns the ragged tensor of a Ragged feature. In a single Example, a feature needs a partition that is not
     * uniform to have a ragged tensor.
     *
     * @throws FeatureException if no spec has this name, or the tensor is not ragged
     */
    public RaggedTensor ragged(String key) {
        return as(RaggedTensor.class, key);
    }

    private <T extends Tensor> T as(Class<T> type, String key) {
        Tensor tensor = get(key);
        if (!type.isInstance(tensor)) {
            throw new FeatureException(
                    FeatureException.Reason.OTHER_KIND,
                    key,
                    "\"" + key + "\" is a " + tensor.getClass().getSimpleName() + ", not a " + type.getSimpleName());
        }
        return type.cast(tensor);
    }

    /**
     * Copies dense columns of numbers into one matrix, for a trainer that takes a single input. The result is FLOAT32
     * of shape [rows, width]. Row i of the matrix has row i of the first column, then row i of the second column, and
     * so on. A column of shape [rows] has a width of 1, a column of shape [rows, 2, 3] a width of 6. The matrix of a
     * single Example has one row. The matrix has its own memory.
     *
     * <p>Each number becomes the nearest float, as with {@code tf.cast}. Integers between -2^24 and 2^24 stay exact.
     * Between two equally near floats, the method chooses the float whose last bit is 0. A double that is too large
     * becomes infinite.
     *
     * @param columns the names of the columns, in the order of the matrix; a name can occur several times
     * @throws FeatureException if no spec has one of the names, or if a column is not dense or has strings
     * @throws IllegalArgumentException if there are no columns, or the matrix would have 2^31 bytes or more
     */
    public DenseTensor matrix(List<String> columns) {
        Argument.allPresent(columns, "columns");
        return FloatMatrix.of(this, columns).copy();
    }

    /**
     * Like {@link #matrix(List)}, in memory of the caller. A loop can use the same memory for each batch. A direct
     * buffer can be shared with native code. The matrix begins at index 0 of the buffer, in little-endian order. The
     * buffer's position, limit and order do not change. The result shares this memory, so the next matrix in the buffer
     * overwrites it.
     *
     * @throws FeatureException as {@link #matrix(List)} does
     * @throws IllegalArgumentException as {@link #matrix(List)} does, or if the buffer is read-only, or if its limit is
     *     below 4 bytes for each float
     */
    public DenseTensor matrix(List<String> columns, ByteBuffer target) {
        Argument.allPresent(columns, "columns");
        Argument.present(target, "target");
        return FloatMatrix.of(this, columns).copyTo(target);
    }

    /** Returns one line of text for each feature, with its tensor. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        tensors.forEach(
                (key, tensor) -> text.append(key).append(": ").append(tensor).append('\n'));
        return text.toString();
    }
}
