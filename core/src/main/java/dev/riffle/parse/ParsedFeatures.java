package dev.riffle.parse;

import dev.riffle.parse.internal.MissingRows;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.RaggedTensor;
import dev.riffle.tensor.SparseTensor;
import dev.riffle.tensor.Tensor;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The tensors that were made of one Example or of a batch, by feature.
 *
 * <p>Whoever hands a batch back to be refilled gives up its tensors: what they show changes.
 */
public final class ParsedFeatures {

    private final Map<String, Tensor> tensors = new LinkedHashMap<>();
    private final Map<String, MissingRows> missing = new HashMap<>();
    private final Map<String, Tensor> view = Collections.unmodifiableMap(tensors);
    private int size;

    /** What fills this; null if it cannot be refilled. */
    private final @Nullable ExampleBatch filler;

    private IntUnaryOperator payloadIndexes;

    private ParsedFeatures(@Nullable ExampleBatch filler, IntUnaryOperator payloadIndexes) {
        this.filler = filler;
        this.payloadIndexes = payloadIndexes;
    }

    /** One that is filled once. */
    static ParsedFeatures once() {
        return new ParsedFeatures(null, IntUnaryOperator.identity());
    }

    /** One that can be refilled. */
    static ParsedFeatures refillable(ExampleBatch filler) {
        return new ParsedFeatures(filler, filler::payloadIndexOf);
    }

    /** Says where rows come from. */
    void payloadIndexes(IntUnaryOperator indexes) {
        payloadIndexes = indexes;
    }

    void begin(int rows) {
        size = rows;
    }

    void put(String key, Tensor tensor, MissingRows lacking) {
        tensors.put(key, tensor);
        missing.put(key, lacking);
    }

    @Nullable
    ExampleBatch filler() {
        return filler;
    }

    /** How many Examples there are: 1 for a single one. */
    public int size() {
        return size;
    }

    /**
     * The payload that a row came from: its number in the {@link PayloadBatch}. The same number, unless the parser
     * {@linkplain ExampleParser#skipping leaves out} bad records.
     *
     * @throws IndexOutOfBoundsException if there is no such row
     */
    public int payloadIndexAt(int row) {
        Objects.checkIndex(row, size());
        return payloadIndexes.applyAsInt(row);
    }

    /** All tensors by feature, in the order of the specs. */
    public Map<String, Tensor> asMap() {
        return view;
    }

    /**
     * The tensor of a feature.
     *
     * @throws IllegalArgumentException if there is no spec of that name
     */
    public Tensor get(String key) {
        Tensor tensor = tensors.get(key);
        if (tensor == null) {
            throw unknown(key);
        }
        return tensor;
    }

    /**
     * Whether a record has a feature, or a list of that name: an empty one is there, and one without a kind is missing. The tensor
     * does not tell them apart. Of a sparse or ragged feature that is made of several, the one with the values is meant.
     *
     * @param row the record's row, from 0
     * @throws IllegalArgumentException if there is no spec of that name
     * @throws IndexOutOfBoundsException if there is no such row
     */
    public boolean has(String key, int row) {
        Objects.checkIndex(row, size());
        return !missing(key).contains(row);
    }

    /**
     * How many of the records have a feature; see {@link #has}.
     *
     * @throws IllegalArgumentException if there is no spec of that name
     */
    public int countOf(String key) {
        return size() - missing(key).count();
    }

    private MissingRows missing(String key) {
        MissingRows rows = missing.get(key);
        if (rows == null) {
            throw unknown(key);
        }
        return rows;
    }

    private IllegalArgumentException unknown(String key) {
        return new IllegalArgumentException("no spec for \"" + key + "\"; there are " + tensors.keySet());
    }

    /**
     * The tensor of a FixedLen or FixedLenSequence feature, or of a Ragged one of a single Example that has no partitions or
     * only uniform ones.
     *
     * @throws IllegalArgumentException if there is none of that name, or its tensor is not dense
     */
    public DenseTensor dense(String key) {
        return as(DenseTensor.class, key);
    }

    /**
     * The tensor of a VarLen or Sparse feature.
     *
     * @throws IllegalArgumentException if there is none of that name, or its tensor is not sparse
     */
    public SparseTensor sparse(String key) {
        return as(SparseTensor.class, key);
    }

    /**
     * The tensor of a Ragged feature; of a single Example only if it has partitions that are not uniform.
     *
     * @throws IllegalArgumentException if there is none of that name, or its tensor is not ragged
     */
    public RaggedTensor ragged(String key) {
        return as(RaggedTensor.class, key);
    }

    private <T extends Tensor> T as(Class<T> type, String key) {
        Tensor tensor = get(key);
        if (!type.isInstance(tensor)) {
            throw new IllegalArgumentException(
                    "\"" + key + "\" is a " + tensor.getClass().getSimpleName() + ", not a " + type.getSimpleName());
        }
        return type.cast(tensor);
    }

    /** A line for each feature with its tensor. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        tensors.forEach(
                (key, tensor) -> text.append(key).append(": ").append(tensor).append('\n'));
        return text.toString();
    }
}
