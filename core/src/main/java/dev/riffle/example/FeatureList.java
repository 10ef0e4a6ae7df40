package dev.riffle.example;

import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;

/**
 * The steps of one feature of a {@link SequenceExample}, in order: a plain immutable list of {@link Feature}. TensorFlow
 * expects all steps to have the same kind; the format does not.
 */
public final class FeatureList extends AbstractList<Feature> implements RandomAccess {

    private final Feature[] steps;

    /** Takes the array over. */
    FeatureList(Feature[] steps) {
        this.steps = steps;
    }

    /** A list of these steps. */
    public static FeatureList of(Feature... steps) {
        return of(List.of(steps));
    }

    /** A list of these steps, copied. */
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

    /** The same steps under a name that the messages of exceptions mention. */
    FeatureList named(Key name) {
        Feature[] named = new Feature[steps.length];
        for (int i = 0; i < steps.length; i++) {
            named[i] = steps[i].named(name);
        }
        return new FeatureList(named);
    }
}
