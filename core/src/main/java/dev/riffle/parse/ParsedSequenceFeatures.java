package dev.riffle.parse;

import dev.riffle.internal.Argument;
import dev.riffle.tensor.DenseTensor;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The tensors of one SequenceExample or of a batch. A refill of the batch overwrites its tensors. Safe for use by
 * several threads, except while a parser fills the object.
 *
 * @since 0.1
 */
public final class ParsedSequenceFeatures {

    private final ParsedFeatures context = ParsedFeatures.once();
    private final ParsedFeatures featureLists = ParsedFeatures.once();
    private final Map<String, DenseTensor> lengths = new LinkedHashMap<>();
    private final Map<String, DenseTensor> lengthsView = Collections.unmodifiableMap(lengths);

    /** The batch that fills this object; null if a parser cannot refill the object. */
    private final @Nullable SequenceExampleBatch filler;

    private ParsedSequenceFeatures(@Nullable SequenceExampleBatch filler) {
        this.filler = filler;
    }

    /** Returns an object that a parser fills only once. */
    static ParsedSequenceFeatures once() {
        return new ParsedSequenceFeatures(null);
    }

    /** Returns an object that a parser can refill. */
    static ParsedSequenceFeatures refillable(SequenceExampleBatch filler) {
        ParsedSequenceFeatures features = new ParsedSequenceFeatures(filler);
        features.payloadIndexes(filler::payloadIndexOf);
        return features;
    }

    /** Sets the function that returns the payload number of a row. */
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

    /** Returns the number of SequenceExamples, or 1 for a single SequenceExample. */
    public int size() {
        return context.size();
    }

    /**
     * Returns the number of a row's payload in the {@link PayloadBatch}. This number equals {@code row} unless the
     * parser {@linkplain SequenceExampleParser#skipping skips} invalid records.
     *
     * @throws IndexOutOfBoundsException if the row does not exist
     */
    public int payloadIndexAt(int row) {
        return context.payloadIndexAt(row);
    }

    /** Returns the tensors of the contexts. */
    public ParsedFeatures context() {
        return context;
    }

    /**
     * Returns the tensors of the feature lists. The steps are the second dimension for a batch, and the first dimension
     * for a single message.
     */
    public ParsedFeatures featureLists() {
        return featureLists;
    }

    /**
     * Returns the number of steps of each message, for each FixedLenSequence list. The tensors are INT64 of shape
     * [batch]. Empty for a single message, because the shapes of its tensors contain the number of steps.
     */
    public Map<String, DenseTensor> lengths() {
        return lengthsView;
    }

    /**
     * Returns the number of steps of a FixedLenSequence list in each message, as INT64 of shape [batch].
     *
     * @throws IllegalArgumentException if no lengths have this name
     */
    public DenseTensor lengths(String key) {
        Argument.present(key, "key");
        DenseTensor tensor = lengths.get(key);
        if (tensor == null) {
            throw new IllegalArgumentException("no lengths of \"" + key + "\"; available: " + lengths.keySet());
        }
        return tensor;
    }

    /** Returns one line of text for each feature and each list, with its tensor. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        text.append("context\n").append(context).append("lists\n").append(featureLists);
        lengths.forEach((key, tensor) ->
                text.append(key).append(" lengths: ").append(tensor).append('\n'));
        return text.toString();
    }
}
