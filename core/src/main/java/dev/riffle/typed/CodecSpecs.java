package dev.riffle.typed;

import dev.riffle.parse.FeatureSpec;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.tensor.DType;
import java.util.LinkedHashMap;
import java.util.Map;

/** Finds the specs that parse the features of a codec into columns. */
final class CodecSpecs {

    private CodecSpecs() {}

    /** Returns the specs of the feature lists, or of all other features. */
    static FeatureSpecs of(MappedFeature[] features, boolean ofLists) {
        Map<String, FeatureSpec> specs = new LinkedHashMap<>();
        for (MappedFeature feature : features) {
            if (feature.isFeatureList() == ofLists) {
                specs.put(feature.feature(), spec(feature));
            }
        }
        return FeatureSpecs.of(specs);
    }

    private static FeatureSpec spec(MappedFeature feature) {
        DType dtype = switch (feature.mapping().kind()) {
            case INT64 -> DType.INT64;
            case FLOAT -> DType.FLOAT32;
            case BYTES -> DType.STRING;
            case DOUBLE, INT32, NOT_SET ->
                throw new IllegalStateException(
                        "not in an Example: " + feature.mapping().kind());
        };
        if (feature.mapping().form() == ValueMapping.Form.SINGLE && !feature.inOptionalRecord()) {
            DefaultValue defaultValue = feature.presence().defaultValue();
            if (defaultValue != null) {
                return withDefault(FeatureSpec.fixedLen(dtype), defaultValue.body());
            } else if (feature.presence().isRequired()) {
                return FeatureSpec.fixedLen(dtype);
            }
        }
        return FeatureSpec.varLen(dtype);
    }

    /** Returns the spec with a default that has slot 0. */
    private static FeatureSpec withDefault(FeatureSpec.FixedLen spec, FoundValues found) {
        return switch (found.kind(0)) {
            case INT64 -> spec.withDefault(found.onlyLong(0));
            case FLOAT -> spec.withDefault(found.onlyFloat(0));
            case BYTES -> spec.withDefault(found.bytes(found.from(0), found.to(0)));
            case DOUBLE, INT32, NOT_SET -> throw new IllegalStateException("not in an Example: " + found.kind(0));
        };
    }
}
