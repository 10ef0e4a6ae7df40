package dev.riffle.parse;

import dev.riffle.parse.FeatureSpec.Ragged;
import dev.riffle.parse.internal.Columns;
import dev.riffle.parse.internal.ListColumn;
import dev.riffle.parse.internal.RowFault;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks the partitions of a ragged feature within one record, to detect invalid records. */
record RaggedCheck(String key, Ragged spec) {

    /** Returns the checks for all specs with partitions. */
    static List<RaggedCheck> of(FeatureSpecs specs) {
        List<RaggedCheck> checks = new ArrayList<>();
        specs.asMap().forEach((key, spec) -> {
            if (spec instanceof Ragged ragged && !ragged.partitions().isEmpty()) {
                checks.add(new RaggedCheck(key, ragged));
            }
        });
        return checks;
    }

    /** Returns whether this check is for a feature. Always returns true if {@code feature} is null. */
    boolean isOf(@Nullable String feature) {
        return feature == null || feature.equals(key);
    }

    /**
     * Checks a row of features, or the steps of the feature lists of a row.
     *
     * @throws RowFault if the partitions do not fit the values
     */
    void check(Columns<?> columns, int row) {
        try {
            if (columns.get(spec.valueKey().orElse(key)) instanceof ListColumn) {
                RaggedAssembly.ofLists(key, spec, name -> columns.list(name).only(row), new BitSet());
            } else {
                RaggedAssembly.ofBatch(key, spec, name -> columns.varying(name).only(row), new BitSet());
            }
        } catch (ExampleParseException e) {
            throw RowFault.of(e.fault());
        }
    }
}
