package dev.riffle.example;

import dev.riffle.internal.Argument;
import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

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

    /**
     * Returns a list with a copy of these steps.
     *
     * @throws IllegalArgumentException if the array or a step is null
     */
    public static FeatureList of(Feature... steps) {
        return copied(null, present(null, steps));
    }

    /**
     * Returns a list with a copy of these steps.
     *
     * @throws IllegalArgumentException if the list or a step is null
     */
    public static FeatureList of(List<Feature> steps) {
        return steps instanceof FeatureList list
                ? list
                : copied(null, present(null, steps).toArray(new Feature[0]));
    }

    /** Returns the steps of a named list. Throws {@link IllegalArgumentException} if there are none. */
    static <S> S present(@Nullable Key name, @Nullable S steps) {
        if (steps == null) {
            throw FeatureValues.rejected(
                    name, "steps must not be null; leave the feature list out, or use an empty list");
        }
        return steps;
    }

    /** Returns a list with a copy of these steps, with a name for exception messages. */
    static FeatureList copied(@Nullable Key name, @Nullable Feature[] steps) {
        Feature[] copy = new Feature[steps.length];
        for (int i = 0; i < steps.length; i++) {
            Feature step = steps[i];
            if (step == null) {
                throw FeatureValues.rejected(
                        name, "steps[" + i + "] must not be null; use Feature.notSet() for a step without values");
            }
            copy[i] = name == null ? step : step.named(name);
        }
        return new FeatureList(copy);
    }

    @Override
    public Feature get(int index) {
        return steps[Argument.index(index, steps.length, "index", "steps")];
    }

    @Override
    public int size() {
        return steps.length;
    }

    /** Returns these steps with a name for exception messages. */
    FeatureList named(Key name) {
        return copied(name, steps);
    }
}
