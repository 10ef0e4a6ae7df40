package dev.riffle.parse;

import dev.riffle.conformance.ConformanceCase;
import dev.riffle.internal.JsonValue;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.Values;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Creates the specs of a conformance case with a valid configuration, without Riffle's JSON reader. */
final class CaseSpecs {

    private CaseSpecs() {}

    /** Returns the specs in a member of a case; empty if the member is null. */
    static Map<String, FeatureSpec> of(ConformanceCase aCase, String member) {
        Map<String, FeatureSpec> specs = new LinkedHashMap<>();
        if (aCase.has(member)) {
            aCase.object(member)
                    .members()
                    .forEach((name, json) ->
                            specs.put(name, of(new ConformanceCase(((JsonValue.Members) json).members()))));
        }
        return specs;
    }

    private static FeatureSpec of(ConformanceCase json) {
        DType dtype = DType.valueOf(json.text("dtype").toUpperCase(Locale.ROOT));
        return switch (json.text("type")) {
            case "fixed_len" -> new FeatureSpec.FixedLen(dtype, shape(json, "shape"), values(dtype, json));
            case "fixed_len_sequence" ->
                new FeatureSpec.FixedLenSequence(
                        dtype,
                        shape(json, "shape"),
                        json.flag("allow_missing") ? FeatureSpec.Missing.EMPTY : FeatureSpec.Missing.REJECTED,
                        values(dtype, json));
            case "var_len" -> new FeatureSpec.VarLen(dtype);
            case "sparse" ->
                new FeatureSpec.Sparse(
                        json.items("index_key").stream()
                                .map(key -> ((JsonValue.Text) key).text())
                                .toList(),
                        json.text("value_key"),
                        dtype,
                        shape(json, "size"),
                        json.flag("already_sorted") ? FeatureSpec.IndexOrder.AS_WRITTEN : FeatureSpec.IndexOrder.SORT);
            case "ragged" ->
                new FeatureSpec.Ragged(
                        dtype,
                        json.has("value_key") ? Optional.of(json.text("value_key")) : Optional.empty(),
                        json.objects("partitions").stream()
                                .map(CaseSpecs::partition)
                                .toList(),
                        DType.valueOf(json.text("row_splits_dtype").toUpperCase(Locale.ROOT)),
                        json.flag("validate") ? FeatureSpec.Validation.ON : FeatureSpec.Validation.OFF);
            default -> throw new IllegalArgumentException(json.text("type"));
        };
    }

    private static Partition partition(ConformanceCase json) {
        String kind = json.members().keySet().iterator().next();
        return switch (kind) {
            case "row_splits" -> new Partition.RowSplits(json.text(kind));
            case "row_lengths" -> new Partition.RowLengths(json.text(kind));
            case "row_starts" -> new Partition.RowStarts(json.text(kind));
            case "row_limits" -> new Partition.RowLimits(json.text(kind));
            case "value_rowids" -> new Partition.ValueRowIds(json.text(kind));
            case "uniform_row_length" -> new Partition.UniformRowLength((int) json.number(kind));
            default -> throw new IllegalArgumentException(kind);
        };
    }

    private static Shape shape(ConformanceCase json, String member) {
        return Shape.of(ExpectedTensor.longs(json.value(member)).stream()
                .mapToInt(Long::intValue)
                .toArray());
    }

    private static Optional<Values> values(DType dtype, ConformanceCase json) {
        if (!json.has("default")) {
            return Optional.empty();
        }
        JsonValue given = json.value("default");
        List<JsonValue> items = given instanceof JsonValue.Items list ? list.items() : List.of(given);
        List<Object> values = new ArrayList<>();
        items.forEach(item -> values.add(ExpectedTensor.value(dtype, item)));
        return Optional.of(
                switch (dtype) {
                    case INT64 ->
                        Values.ofLongs(
                                values.stream().mapToLong(value -> (Long) value).toArray());
                    case FLOAT32 -> {
                        float[] floats = new float[values.size()];
                        for (int i = 0; i < floats.length; i++) {
                            floats[i] = (Float) values.get(i);
                        }
                        yield Values.ofFloats(floats);
                    }
                    case STRING ->
                        Values.ofBytes(values.stream().map(Bytes.class::cast).toList());
                    default -> throw new IllegalArgumentException("TensorFlow has no such type: " + dtype);
                });
    }
}
