package dev.riffle.parse;

import dev.riffle.internal.JsonWriter;
import dev.riffle.io.Bytes;
import dev.riffle.parse.internal.ColumnPlan;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.Values;
import java.util.Base64;
import java.util.Optional;

/** Writes specs in the JSON form that {@link FeatureSpecs} documents and {@link SpecJsonReader} reads. */
final class SpecJson {

    /** Integers of a larger magnitude are strings, because many readers of JSON have only doubles. */
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
            spec(spec);
            json.endObject();
        });
        json.endObject();
    }

    private void spec(FeatureSpec spec) {
        if (spec instanceof FeatureSpec.FixedLen fixedLen) {
            json.name("type").string("fixed_len").name("shape");
            dims(fixedLen.shape());
            dtype(spec).name("default");
            defaultValue(fixedLen.defaultValue());
        } else if (spec instanceof FeatureSpec.FixedLenSequence sequence) {
            json.name("type").string("fixed_len_sequence").name("shape");
            dims(sequence.shape());
            dtype(spec).name("allow_missing").bool(sequence.missing() == FeatureSpec.Missing.EMPTY);
            json.name("default");
            padding(sequence.padding());
        } else if (spec instanceof FeatureSpec.VarLen) {
            json.name("type").string("var_len");
            dtype(spec);
        } else if (spec instanceof FeatureSpec.Sparse sparse) {
            json.name("type").string("sparse").name("index_key").beginArray();
            sparse.indexKeys().forEach(json::string);
            json.endArray().name("value_key").string(sparse.valueKey());
            dtype(spec).name("size");
            dims(sparse.size());
            json.name("already_sorted").bool(sparse.order() == FeatureSpec.IndexOrder.AS_WRITTEN);
        } else if (spec instanceof FeatureSpec.Ragged ragged) {
            ragged(ragged);
        }
    }

    private void ragged(FeatureSpec.Ragged ragged) {
        json.name("type").string("ragged");
        dtype(ragged).name("value_key");
        ragged.valueKey().ifPresentOrElse(json::string, json::nothing);
        json.name("partitions").beginArray();
        for (Partition partition : ragged.partitions()) {
            json.beginObject();
            if (partition instanceof Partition.UniformRowLength uniform) {
                json.name("uniform_row_length").number(uniform.length());
            } else {
                json.name(PartitionKind.of(partition).member())
                        .string(SpecRoles.key(partition).orElseThrow());
            }
            json.endObject();
        }
        json.endArray().name("row_splits_dtype").string(ragged.rowSplitsDType().typeName());
        if (ragged.validation() == FeatureSpec.Validation.ON) {
            json.name("validate").bool(true);
        }
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

    private void defaultValue(Optional<Values> value) {
        if (value.isEmpty()) {
            json.nothing();
            return;
        }
        json.beginArray();
        for (int i = 0; i < value.get().size(); i++) {
            element(value.get(), i);
        }
        json.endArray();
    }

    private void padding(Optional<Values> value) {
        if (value.isEmpty()) {
            json.nothing();
        } else {
            element(value.get(), 0);
        }
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
