package dev.riffle.example;

import dev.riffle.internal.Argument;
import java.util.List;

/**
 * Builds a {@link SequenceExample}. If a caller puts two lists with one name, the last list counts. One thread at a
 * time may use a builder.
 *
 * @since 0.1
 */
public final class SequenceExampleBuilder {

    private final NameMapBuilder<FeatureList> lists = new NameMapBuilder<>();
    private Example context = Example.empty();

    SequenceExampleBuilder() {}

    /**
     * Sets the features of the complete sequence.
     *
     * @throws IllegalArgumentException if {@code context} is null
     */
    public SequenceExampleBuilder context(Example context) {
        this.context = Argument.present(context, "context");
        return this;
    }

    /**
     * Puts the steps of a feature. The list may be empty. A step without values is {@link Feature#notSet()}, or {@link
     * Feature#empty(Kind)} to keep the kind.
     *
     * @throws IllegalArgumentException if the name, the list or a step is null, or the name has an unpaired surrogate
     */
    public SequenceExampleBuilder put(String name, List<Feature> steps) {
        Key key = FeatureValues.key(name);
        lists.put(key, FeatureList.copied(key, FeatureList.present(key, steps).toArray(new Feature[0])));
        return this;
    }

    /** Like {@link #put(String, List)}, with the steps as arguments. */
    public SequenceExampleBuilder put(String name, Feature... steps) {
        Key key = FeatureValues.key(name);
        lists.put(key, FeatureList.copied(key, FeatureList.present(key, steps)));
        return this;
    }

    /**
     * Returns a SequenceExample of the parts set so far. Without lists, the message does not have the field {@code
     * feature_lists}.
     */
    public SequenceExample build() {
        return new SequenceExample(context.nameMap(), lists.isEmpty() ? null : lists.build());
    }
}
