package dev.riffle.parse;

import dev.riffle.tensor.DenseTensor;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The tensors that were made of one SequenceExample or of a batch.
 *
 * <p>Whoever hands a batch back to be refilled gives up its tensors: what they show changes.
 */
public final class ParsedSequenceFeatures {

    private final ParsedFeatures context = ParsedFeatures.once();
    private final ParsedFeatures featureLists = ParsedFeatures.once();
    private final Map<String, DenseTensor> lengths = new LinkedHashMap<>();
    private final Map<String, DenseTensor> lengthsView = Collections.unmodifiableMap(lengths);

    /** What fills this; null if it cannot be refilled. */
    private final @Nullable SequenceExampleBatch filler;

    private ParsedSequenceFeatures(@Nullable SequenceExampleBatch filler) {
        this.filler = filler;
    }

    /** One that is filled once. */
    static ParsedSequenceFeatures once() {
        return new ParsedSequenceFeatures(null);
    }

    /** One that can be refilled. */
    static ParsedSequenceFeatures refillable(SequenceExampleBatch filler) {
        ParsedSequenceFeatures features = new ParsedSequenceFeatures(filler);
        features.payloadIndexes(filler::payloadIndexOf);
        return features;
    }

    /** Says where rows come from. */
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

    /** How many SequenceExamples there are: 1 for a single one. */
    public int size() {
        return context.size();
    }

    /**
     * The payload that a row came from: its number in the {@link PayloadBatch}. The same number, unless the parser
     * {@linkplain SequenceExampleParser#skipping leaves out} bad records.
     *
     * @throws IndexOutOfBoundsException if there is no such row
     */
    public int payloadIndexAt(int row) {
        return context.payloadIndexAt(row);
    }

    /** The features of the contexts. */
    public ParsedFeatures context() {
        return context;
    }

    /** The feature lists. In a batch the second dimension is that of the steps, for a single message the first. */
    public ParsedFeatures featureLists() {
        return featureLists;
    }

    /**
     * How many steps each message of a batch has, for each FixedLenSequence list: INT64 of shape [batch]. Empty for a single
     * message, whose tensors tell.
     */
    public Map<String, DenseTensor> lengths() {
        return lengthsView;
    }

    /**
     * How many steps of a FixedLenSequence list each message of a batch has: INT64 of shape [batch].
     *
     * @throws IllegalArgumentException if there are no lengths of that name
     */
    public DenseTensor lengths(String key) {
        DenseTensor tensor = lengths.get(key);
        if (tensor == null) {
            throw new IllegalArgumentException("no lengths of \"" + key + "\"; there are " + lengths.keySet());
        }
        return tensor;
    }

    /** A line for each feature and each list with its tensor. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        text.append("context\n").append(context).append("lists\n").append(featureLists);
        lengths.forEach((key, tensor) ->
                text.append(key).append(" lengths: ").append(tensor).append('\n'));
        return text.toString();
    }
}
