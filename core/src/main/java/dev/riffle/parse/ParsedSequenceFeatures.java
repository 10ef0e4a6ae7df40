package dev.riffle.parse;

import dev.riffle.tensor.DenseTensor;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The tensors of one SequenceExample or of a batch. A refill of the batch overwrites its tensors. Safe for use by
 * several threads, except while a parser fills it.
 *
 * @since 0.1
 */
public final class ParsedSequenceFeatures {

    private final ParsedFeatures context = ParsedFeatures.once();
    private final ParsedFeatures featureLists = ParsedFeatures.once();
    private final Map<String, DenseTensor> lengths = new LinkedHashMap<>();
    private final Map<String, DenseTensor> lengthsView = Collections.unmodifiableMap(lengths);

    /** The batch that fills this; null if it cannot be refilled. */
    private final @Nullable SequenceExampleBatch filler;

    private ParsedSequenceFeatures(@Nullable SequenceExampleBatch filler) {
        this.filler = filler;
    }

    /** Returns an object that is filled once. */
    static ParsedSequenceFeatures once() {
        return new ParsedSequenceFeatures(null);
    }

    /** Returns an object that can be refilled. */
    static ParsedSequenceFeatures refillable(SequenceExampleBatch filler) {
        ParsedSequenceFeatures features = new ParsedSequenceFeatures(filler);
        features.payloadIndexes(filler::payloadIndexOf);
        return features;
    }

    /** Sets the function from rows to payload numbers. */
    void payloadIndexes(IntUnaryOperator indexes) {
        context.payloadIndexes(indexes);
        featureLists.payloadIndexes(indexes);
    }

    @Nullable
    SequenceExampleBatch filler() {
        return filler;
    }

    void putLengths(String key, DenseTensor tensor) {
        lengths.put(key, tensor);
    }

    /** Returns the number of SequenceExamples; 1 for a single one. */
    public int size() {
        return context.size();
    }

    /**
     * Returns the number of a row's payload in the {@link PayloadBatch}. It equals {@code row} unless the parser
     * {@linkplain SequenceExampleParser#skipping skips} invalid records.
     *
     * @throws IndexOutOfBoundsException if the row does not exist
     */
    public int payloadIndexAt(int row) {
        return context.payloadIndexAt(row);
    }

    /** Returns the features of the contexts. */
    public ParsedFeatures context() {
        return context;
    }

    /** Returns the feature lists. The steps are the second dimension in a batch, and the first for a single message. */
    public ParsedFeatures featureLists() {
        return featureLists;
    }

    /**
     * Returns the number of steps of each message, for each FixedLenSequence list: INT64 of shape [batch]. Empty for a
     * single message, whose tensors show the number.
     */
    public Map<String, DenseTensor> lengths() {
        return lengthsView;
    }

    /**
     * Returns the number of steps of a FixedLenSequence list in each message: INT64 of shape [batch].
     *
     * @throws IllegalArgumentException if no lengths have this name
     */
    public DenseTensor lengths(String key) {
        DenseTensor tensor = lengths.get(key);
        if (tensor == null) {
            throw new IllegalArgumentException("no lengths of \"" + key + "\"; available: " + lengths.keySet());
        }
        return tensor;
    }

    /** Returns a line for each feature and each list with its tensor. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        text.append("context\n").append(context).append("lists\n").append(featureLists);
        lengths.forEach((key, tensor) ->
                text.append(key).append(" lengths: ").append(tensor).append('\n'));
        return text.toString();
    }
}
