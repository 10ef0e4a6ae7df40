package dev.riffle.parse;

import dev.riffle.parse.FeatureSpec.Sparse;
import dev.riffle.parse.internal.Columns;
import dev.riffle.parse.internal.RowFault;
import java.util.ArrayList;
import java.util.List;

/** Checks that each row of a sparse feature has as many indices as values. */
record SparseCheck(String key, Sparse spec) {

    /** Returns a check for each sparse spec. */
    static List<SparseCheck> of(FeatureSpecs specs) {
        List<SparseCheck> checks = new ArrayList<>();
        specs.asMap().forEach((key, spec) -> {
            if (spec instanceof Sparse sparse) {
                checks.add(new SparseCheck(key, sparse));
            }
        });
        return checks;
    }

    /**
     * Checks a row after reading.
     *
     * @throws RowFault if the numbers of indices and values differ
     */
    void check(Columns<?> columns, int row) {
        int values = columns.varying(spec.valueKey()).countOf(row);
        for (String indexKey : spec.indexKeys()) {
            int indices = columns.varying(indexKey).countOf(row);
            if (indices != values) {
                throw RowFault.otherIndexCount(key, spec.valueKey(), values, indexKey, indices);
            }
        }
    }
}
