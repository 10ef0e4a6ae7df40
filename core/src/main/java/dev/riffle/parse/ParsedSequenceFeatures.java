package dev.riffle.parse;

import dev.riffle.example.FeatureException;
import dev.riffle.example.FeatureWarning;
import dev.riffle.internal.Argument;
import dev.riffle.tensor.DenseTensor;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The tensors of one SequenceExample or of a batch. A refill of the batch overwrites its tensors. Safe for use by
 * several threads, except while a parser fills the object.
 *
 * @since 0.1
 */
public final class ParsedSequenceFeatures extends ParsedMessages {

    private final ParsedFeatures context;
    private final ParsedFeatures featureLists;
    final Map<String, DenseTensor> lengths = new LinkedHashMap<>();
    private final Map<String, DenseTensor> lengthsView = Collections.unmodifiableMap(lengths);

    ParsedSequenceFeatures(@Nullable MessageBatch filler) {
        super(filler);
        this.context = new ParsedFeatures(filler);
        this.featureLists = new ParsedFeatures(filler);
    }

    @Override
    ParsedFeatures features() {
        return context;
    }

    @Override
    ParsedSequenceFeatures withLists() {
        return this;
    }

    @Override
    @Nullable
    FeatureWarning inconsistency(PayloadBatch payloads, Predicate<String> skipped) {
        FeatureWarning warning = context.inconsistency(payloads, skipped);
        return warning == null ? featureLists.inconsistency(payloads, skipped) : warning;
    }

    @Override
    void payloadIndexes(IntUnaryOperator indexes) {
        context.payloadIndexes(indexes);
        featureLists.payloadIndexes(indexes);
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
     * @throws FeatureException if no lengths have this name
     */
    public DenseTensor lengths(String key) {
        Argument.present(key, "key");
        DenseTensor tensor = lengths.get(key);
        if (tensor == null) {
            throw new FeatureException(
                    FeatureException.Reason.MISSING,
                    key,
                    "no lengths of \"" + key + "\"; available: " + lengths.keySet());
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
