package dev.riffle.benchmarks.parse;

import dev.riffle.benchmarks.harness.Row;
import dev.riffle.benchmarks.harness.Rows;
import dev.riffle.parse.FeatureSpec;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.tensor.DType;
import java.util.LinkedHashMap;
import java.util.Map;

/** Returns the specs for {@linkplain Rows rows}. */
public final class RowSpecs {

    private RowSpecs() {}

    /** Returns specs for all 26 features. */
    public static FeatureSpecs all() {
        Map<String, FeatureSpec> specs = new LinkedHashMap<>();
        for (String name : Row.COUNTERS) {
            specs.put(name, FeatureSpec.fixedLen(DType.INT64));
        }
        for (String name : Row.RATIOS) {
            specs.put(name, FeatureSpec.fixedLen(DType.FLOAT32));
        }
        for (String name : Row.CATEGORIES) {
            specs.put(name, FeatureSpec.fixedLen(DType.STRING));
        }
        specs.put(Row.EMBEDDING, FeatureSpec.fixedLen(DType.FLOAT32, 32));
        specs.put(Row.LABEL, FeatureSpec.fixedLen(DType.INT64));
        return FeatureSpecs.of(specs);
    }

    /** Returns specs for two features: an integer and a list of floats. */
    public static FeatureSpecs two() {
        return FeatureSpecs.of(Map.of(
                Row.LABEL, FeatureSpec.fixedLen(DType.INT64), Row.EMBEDDING, FeatureSpec.fixedLen(DType.FLOAT32, 32)));
    }
}
