package dev.riffle.example;

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

    /** Sets the features of the complete sequence. */
    public SequenceExampleBuilder context(Example features) {
        context = features;
        return this;
    }

    /**
     * Puts the steps of a feature.
     *
     * @throws IllegalArgumentException if the name has an unpaired surrogate
     */
    public SequenceExampleBuilder put(String name, List<Feature> steps) {
        Key key = KeyCache.of(name);
        lists.put(key, FeatureList.of(steps).named(key));
        return this;
    }

    /** Like {@link #put(String, List)}, with the steps as arguments. */
    public SequenceExampleBuilder put(String name, Feature... steps) {
        return put(name, FeatureList.of(steps));
    }

    /**
     * Returns a SequenceExample of the parts set so far. Without lists, the message does not have the field {@code
     * feature_lists}.
     */
    public SequenceExample build() {
        return new SequenceExample(context.nameMap(), lists.isEmpty() ? null : lists.build());
    }
}
