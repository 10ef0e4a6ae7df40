package dev.riffle.parse;

import dev.riffle.parse.FeatureSpec.FixedLen;
import dev.riffle.parse.FeatureSpec.FixedLenSequence;
import dev.riffle.parse.FeatureSpec.Ragged;
import dev.riffle.parse.FeatureSpec.Sparse;
import dev.riffle.parse.FeatureSpec.VarLen;
import dev.riffle.parse.internal.ColumnPlan;
import dev.riffle.parse.internal.ListPlan;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.Values;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

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

    /** Returns the plans of the columns that the specs need. */
    static Collection<ColumnPlan> of(FeatureSpecs specs) {
        Map<String, ColumnPlan> plans = new LinkedHashMap<>();
        specs.asMap()
                .forEach((key, spec) -> spec.accept(new OfFeature(key)).forEach(plan -> plans.put(plan.key(), plan)));
        return plans.values();
    }

    /**
     * Returns the plans of the columns that the specs of feature lists need. Each plan defines whether the list can be
     * missing.
     */
    static Collection<ListPlan> ofLists(FeatureSpecs specs) {
        Map<ColumnPlan, ListPlan> lists = new LinkedHashMap<>();
        specs.asMap()
                .forEach((key, spec) -> spec.accept(new OfList(key)).forEach(list -> lists.put(list.steps(), list)));
        return lists.values();
    }

    private static ColumnPlan varying(String key, DType dtype, int multiple) {
        return new ColumnPlan(key, dtype, ColumnPlan.Width.VARYING, multiple, null);
    }

    /** Returns the plans of the columns for the spec of a feature. */
    private record OfFeature(String key) implements FeatureSpec.Visitor<List<ColumnPlan>> {

        @Override
        public List<ColumnPlan> visitFixedLen(FixedLen spec) {
            int count = Math.toIntExact(spec.shape().elements());
            Values defaults =
                    spec.defaultValue().filter(values -> values.size() > 0).orElse(null);
            return List.of(new ColumnPlan(key, spec.dtype(), ColumnPlan.Width.FIXED, count, defaults));
        }

        @Override
        public List<ColumnPlan> visitFixedLenSequence(FixedLenSequence spec) {
            return List.of(
                    varying(key, spec.dtype(), Math.toIntExact(spec.shape().elements())));
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
    }

    /** Returns the plans of the columns for the spec of a feature list. */
    private record OfList(String key) implements FeatureSpec.Visitor<List<ListPlan>> {

        @Override
        public List<ListPlan> visitFixedLen(FixedLen spec) {
            throw SpecPlacement.notInLists(spec);
        }

        @Override
        public List<ListPlan> visitFixedLenSequence(FixedLenSequence spec) {
            int count = Math.toIntExact(spec.shape().elements());
            ColumnPlan steps = new ColumnPlan(key, spec.dtype(), ColumnPlan.Width.FIXED, count, null);
            return List.of(
                    switch (spec.missing()) {
                        case REJECTED -> new ListPlan(steps, ListPlan.Presence.REQUIRED);
                        case EMPTY -> new ListPlan(steps, ListPlan.Presence.OPTIONAL);
                    });
        }

        @Override
        public List<ListPlan> visitVarLen(VarLen spec) {
            return optional(spec);
        }

        @Override
        public List<ListPlan> visitSparse(Sparse spec) {
            throw SpecPlacement.notInLists(spec);
        }

        @Override
        public List<ListPlan> visitRagged(Ragged spec) {
            return optional(spec);
        }

        private List<ListPlan> optional(FeatureSpec spec) {
            return spec.accept(new OfFeature(key)).stream()
                    .map(steps -> new ListPlan(steps, ListPlan.Presence.OPTIONAL))
                    .toList();
        }
    }
}
