package dev.riffle.parse;

import dev.riffle.parse.FeatureSpec.FixedLen;
import dev.riffle.parse.FeatureSpec.FixedLenSequence;
import dev.riffle.parse.FeatureSpec.Ragged;
import dev.riffle.parse.FeatureSpec.Sparse;
import dev.riffle.parse.FeatureSpec.VarLen;
import dev.riffle.parse.internal.ColumnPlan;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.Values;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The keys that the specs read from a record. Sparse and ragged features read several keys, and several features can
 * share a key.
 */
final class WirePlan {

    private WirePlan() {}

    /**
     * Throws an exception for specs whose columns are too large.
     *
     * @throws IllegalArgumentException if a single row would need more memory than a column can have
     */
    static void check(FeatureSpecs specs) {
        of(specs);
    }

    /** Returns the keys of features or feature lists that the specs need. */
    static Set<String> keys(FeatureSpecs specs) {
        Set<String> keys = new LinkedHashSet<>();
        of(specs).forEach(plan -> keys.add(plan.key()));
        return Collections.unmodifiableSet(keys);
    }

    /** Returns the keys that the spec of a feature reads. */
    static Stream<String> keys(String feature, FeatureSpec spec) {
        return spec.accept(new Plans(feature, false)).stream().map(ColumnPlan::key);
    }

    /** Returns the plans of the columns that the specs of features need. */
    static Collection<ColumnPlan> of(FeatureSpecs specs) {
        return plans(specs, false);
    }

    /** Returns the plans of the steps that the specs of feature lists need. */
    static Collection<ColumnPlan> ofLists(FeatureSpecs specs) {
        return plans(specs, true);
    }

    private static Collection<ColumnPlan> plans(FeatureSpecs specs, boolean inLists) {
        Map<String, ColumnPlan> plans = new LinkedHashMap<>();
        specs.asMap()
                .forEach((key, spec) ->
                        spec.accept(new Plans(key, inLists)).forEach(plan -> plans.put(plan.key(), plan)));
        return plans.values();
    }

    /** Returns the plans of the columns for the spec of a feature or feature list. */
    private record Plans(String key, boolean inLists) implements FeatureSpec.Visitor<List<ColumnPlan>> {

        @Override
        public List<ColumnPlan> visitFixedLen(FixedLen spec) {
            Values defaults =
                    spec.defaultValue().filter(values -> values.size() > 0).orElse(null);
            return List.of(fixed(spec.dtype(), spec.shape(), defaults, defaults == null));
        }

        @Override
        public List<ColumnPlan> visitFixedLenSequence(FixedLenSequence spec) {
            return List.of(
                    inLists
                            ? fixed(spec.dtype(), spec.shape(), null, spec.missing() == FeatureSpec.Missing.REJECTED)
                            : varying(
                                    key,
                                    spec.dtype(),
                                    Math.toIntExact(spec.shape().elements())));
        }

        @Override
        public List<ColumnPlan> visitVarLen(VarLen spec) {
            return List.of(varying(key, spec.dtype(), 1));
        }

        @Override
        public List<ColumnPlan> visitSparse(Sparse spec) {
            List<ColumnPlan> plans = new ArrayList<>();
            spec.indexKeys().forEach(index -> plans.add(varying(index, DType.INT64, 1)));
            plans.add(varying(spec.valueKey(), spec.dtype(), 1));
            return plans;
        }

        @Override
        public List<ColumnPlan> visitRagged(Ragged spec) {
            List<ColumnPlan> plans = new ArrayList<>();
            plans.add(varying(spec.valueKey().orElse(key), spec.dtype(), 1));
            for (Partition partition : spec.partitions()) {
                SpecRoles.key(partition).ifPresent(name -> plans.add(varying(name, DType.INT64, 1)));
            }
            return plans;
        }

        private ColumnPlan fixed(DType dtype, Shape shape, @Nullable Values defaults, boolean required) {
            int count = Math.toIntExact(shape.elements());
            return new ColumnPlan(key, dtype, ColumnPlan.Width.FIXED, count, defaults, required);
        }

        private static ColumnPlan varying(String key, DType dtype, int multiple) {
            return new ColumnPlan(key, dtype, ColumnPlan.Width.VARYING, multiple, null, false);
        }
    }
}
