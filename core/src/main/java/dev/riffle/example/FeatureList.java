package dev.riffle.example;

import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;

/**
 * The steps of one feature of a {@link SequenceExample}, in order. TensorFlow expects the same kind in all steps, but
 * the format does not require this. Immutable and safe for use by several threads.
 *
 * @since 0.1
 */
public final class FeatureList extends AbstractList<Feature> implements RandomAccess {

    private final Feature[] steps;

    /** Creates a list that keeps the array. */
    FeatureList(Feature[] steps) {
        this.steps = steps;
    }

    /** Returns a list of these steps. */
    public static FeatureList of(Feature... steps) {
        return of(List.of(steps));
    }

    /** Returns a list with a copy of these steps. */
    public static FeatureList of(List<Feature> steps) {
        return steps instanceof FeatureList list
                ? list
                : new FeatureList(List.copyOf(steps).toArray(new Feature[0]));
    }

    @Override
    public Feature get(int index) {
        return steps[index];
    }

    @Override
    public int size() {
        return steps.length;
    }

    /** Returns these steps with a name for exception messages. */
    FeatureList named(Key name) {
        Feature[] named = new Feature[steps.length];
        for (int i = 0; i < steps.length; i++) {
            named[i] = steps[i].named(name);
        }
        return new FeatureList(named);
    }
}
