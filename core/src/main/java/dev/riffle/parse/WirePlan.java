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
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Which keys the specs need from the wire: sparse and ragged features need several, and may share them. */
final class WirePlan {

    private final Map<String, ColumnPlan> columns = new LinkedHashMap<>();

    private WirePlan() {}

    /**
     * Refuses specs whose columns cannot be.
     *
     * @throws IllegalArgumentException if a single row would take more memory than a column can have
     */
    static void check(FeatureSpecs specs) {
        of(specs);
    }

    /** The keys that the specs need, of features or of feature lists. */
    static Set<String> keys(FeatureSpecs specs) {
        Set<String> keys = new LinkedHashSet<>();
        of(specs).forEach(plan -> keys.add(plan.key()));
        return Collections.unmodifiableSet(keys);
    }

    /** The columns that the specs need. */
    static Collection<ColumnPlan> of(FeatureSpecs specs) {
        WirePlan plan = new WirePlan();
        specs.asMap().forEach(plan::add);
        return plan.columns.values();
    }

    /** The columns that the specs of feature lists need, and whether each list may be missing. */
    static Collection<ListPlan> ofLists(FeatureSpecs specs) {
        Map<ColumnPlan, ListPlan> lists = new LinkedHashMap<>();
        specs.asMap().forEach((key, spec) -> {
            if (spec instanceof FixedLenSequence sequence) {
                int count = Math.toIntExact(sequence.shape().elements());
                ColumnPlan steps = new ColumnPlan(key, spec.dtype(), ColumnPlan.Width.FIXED, count, null);
                lists.put(steps, new ListPlan(steps, presence(sequence.missing())));
            } else {
                WirePlan plan = new WirePlan();
                plan.add(key, spec);
                plan.columns
                        .values()
                        .forEach(steps -> lists.put(steps, new ListPlan(steps, ListPlan.Presence.OPTIONAL)));
            }
        });
        return lists.values();
    }

    private static ListPlan.Presence presence(FeatureSpec.Missing missing) {
        return switch (missing) {
            case REFUSED -> ListPlan.Presence.REQUIRED;
            case EMPTY -> ListPlan.Presence.OPTIONAL;
        };
    }

    private void add(String key, FeatureSpec spec) {
        if (spec instanceof FixedLen fixed) {
            int count = Math.toIntExact(fixed.shape().elements());
            Values defaults =
                    fixed.defaultValue().filter(values -> values.size() > 0).orElse(null);
            columns.put(key, new ColumnPlan(key, spec.dtype(), ColumnPlan.Width.FIXED, count, defaults));
        } else if (spec instanceof FixedLenSequence sequence) {
            varying(key, spec.dtype(), Math.toIntExact(sequence.shape().elements()));
        } else if (spec instanceof VarLen) {
            varying(key, spec.dtype(), 1);
        } else if (spec instanceof Sparse sparse) {
            sparse.indexKeys().forEach(index -> varying(index, DType.INT64, 1));
            varying(sparse.valueKey(), spec.dtype(), 1);
        } else if (spec instanceof Ragged ragged) {
            varying(ragged.valueKey().orElse(key), spec.dtype(), 1);
            for (Partition partition : ragged.partitions()) {
                SpecRoles.key(partition).ifPresent(name -> varying(name, DType.INT64, 1));
            }
        } else {
            throw new AssertionError(spec);
        }
    }

    private void varying(String key, DType dtype, int multiple) {
        columns.put(key, new ColumnPlan(key, dtype, ColumnPlan.Width.VARYING, multiple, null));
    }
}
