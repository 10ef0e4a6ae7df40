package dev.riffle.parse;

import dev.riffle.internal.JsonWriter;
import dev.riffle.io.Bytes;
import dev.riffle.parse.internal.ColumnPlan;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.Values;
import java.util.Base64;
import java.util.Optional;

/** Writes specs in the JSON form that {@link FeatureSpecs} documents and {@link SpecJsonReader} reads. */
final class SpecJson implements FeatureSpec.Visitor<JsonWriter> {

    /** Integers of this magnitude or more become strings in JSON, because many JSON readers support only doubles. */
    private static final long MOST_EXACT = 1L << 53;

    private final StringBuilder out = new StringBuilder();
    private final JsonWriter json = new JsonWriter(out);

    private SpecJson() {}

    static String print(FeatureSpecs specs) {
        SpecJson printer = new SpecJson();
        printer.specs(specs);
        return printer.out.toString();
    }

    static String print(SequenceFeatureSpecs specs) {
        SpecJson printer = new SpecJson();
        printer.json.beginObject();
        if (!specs.context().isEmpty()) {
            printer.json.name("context_features");
            printer.specs(specs.context());
        }
        if (!specs.featureLists().isEmpty()) {
            printer.json.name("sequence_features");
            printer.specs(specs.featureLists());
        }
        printer.json.endObject();
        return printer.out.toString();
    }

    private void specs(FeatureSpecs specs) {
        json.beginObject();
        specs.asMap().forEach((key, spec) -> {
            json.name(key).beginObject();
            spec.accept(this).endObject();
        });
        json.endObject();
    }

    @Override
    public JsonWriter visitFixedLen(FeatureSpec.FixedLen spec) {
        json.name("type").string("fixed_len").name("shape");
        dims(spec.shape());
        dtype(spec).name("default");
        return defaultValue(spec.defaultValue());
    }

    @Override
    public JsonWriter visitFixedLenSequence(FeatureSpec.FixedLenSequence spec) {
        json.name("type").string("fixed_len_sequence").name("shape");
        dims(spec.shape());
        dtype(spec).name("allow_missing").bool(spec.missing() == FeatureSpec.Missing.EMPTY);
        json.name("default");
        return padding(spec.padding());
    }

    @Override
    public JsonWriter visitVarLen(FeatureSpec.VarLen spec) {
        json.name("type").string("var_len");
        return dtype(spec);
    }

    @Override
    public JsonWriter visitSparse(FeatureSpec.Sparse spec) {
        json.name("type").string("sparse").name("index_key").beginArray();
        spec.indexKeys().forEach(json::string);
        json.endArray().name("value_key").string(spec.valueKey());
        dtype(spec).name("size");
        dims(spec.size());
        return json.name("already_sorted").bool(spec.order() == FeatureSpec.IndexOrder.AS_WRITTEN);
    }

    @Override
    public JsonWriter visitRagged(FeatureSpec.Ragged spec) {
        json.name("type").string("ragged");
        dtype(spec).name("value_key");
        spec.valueKey().ifPresentOrElse(json::string, json::nothing);
        json.name("partitions").beginArray();
        for (Partition partition : spec.partitions()) {
            json.beginObject();
            if (partition instanceof Partition.UniformRowLength uniform) {
                json.name("uniform_row_length").number(uniform.length());
            } else {
                json.name(PartitionKind.of(partition).member())
                        .string(SpecRoles.key(partition).orElseThrow());
            }
            json.endObject();
        }
        json.endArray().name("row_splits_dtype").string(spec.rowSplitsDType().typeName());
        return spec.validation() == FeatureSpec.Validation.ON
                ? json.name("validate").bool(true)
                : json;
    }

    private JsonWriter dtype(FeatureSpec spec) {
        return json.name("dtype").string(spec.dtype().typeName());
    }

    private void dims(Shape shape) {
        json.beginArray();
        for (int dim : shape.toArray()) {
            json.number(dim);
        }
        json.endArray();
    }

    private JsonWriter defaultValue(Optional<Values> value) {
        if (value.isEmpty()) {
            return json.nothing();
        }
        json.beginArray();
        for (int i = 0; i < value.get().size(); i++) {
            element(value.get(), i);
        }
        return json.endArray();
    }

    private JsonWriter padding(Optional<Values> value) {
        if (value.isEmpty()) {
            return json.nothing();
        }
        element(value.get(), 0);
        return json;
    }

    private void element(Values values, int index) {
        switch (ColumnPlan.kindOf(values.dtype())) {
            case INT64 -> integer(values.longAt(index));
            case INT32 -> integer(values.intAt(index));
            case FLOAT -> {
                float value = values.floatAt(index);
                floating(Float.toString(value), Float.isFinite(value));
            }
            case DOUBLE -> {
                double value = values.doubleAt(index);
                floating(Double.toString(value), Double.isFinite(value));
            }
            case BYTES -> string(values.bytesAt(index));
            case NOT_SET -> throw new IllegalStateException("no kind");
        }
    }

    private void integer(long value) {
        if (value > -MOST_EXACT && value < MOST_EXACT) {
            json.number(value);
        } else {
            json.string(Long.toString(value));
        }
    }

    private void floating(String text, boolean finite) {
        if (finite) {
            json.number(text);
        } else {
            json.string(text);
        }
    }

    private void string(Bytes bytes) {
        if (bytes.isUtf8()) {
            json.string(bytes.utf8());
        } else {
            json.beginObject()
                    .name("b64")
                    .string(Base64.getEncoder().encodeToString(bytes.toByteArray()))
                    .endObject();
        }
    }
}
