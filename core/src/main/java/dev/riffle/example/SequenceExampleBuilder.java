package dev.riffle.example;

import java.util.List;

/** Puts a {@link SequenceExample} together. The last list put under a name counts. One thread at a time. */
public final class SequenceExampleBuilder {

    private final NameMapBuilder<FeatureList> lists = new NameMapBuilder<>();
    private Example context = Example.empty();

    SequenceExampleBuilder() {}

    /** Sets the features of the whole sequence. */
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

    /** Puts the steps of a feature; throws as {@link #put(String, List)} does. */
    public SequenceExampleBuilder put(String name, Feature... steps) {
        return put(name, FeatureList.of(steps));
    }

    /** A SequenceExample of what was set so far; without any list the field {@code feature_lists} is left out. */
    public SequenceExample build() {
        return new SequenceExample(context.nameMap(), lists.isEmpty() ? null : lists.build());
    }
}
