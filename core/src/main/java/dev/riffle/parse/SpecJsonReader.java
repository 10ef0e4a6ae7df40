package dev.riffle.parse;

import dev.riffle.internal.JsonSyntaxException;
import dev.riffle.internal.JsonValue;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.Values;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads specs from the JSON form that {@link FeatureSpecs} documents. A JSON null counts as an absent member. */
final class SpecJsonReader {

    private static final int MOST_SHOWN = 200;

    private final Map<String, JsonValue> members;
    private final Set<String> asked = new LinkedHashSet<>();

    private SpecJsonReader(Map<String, JsonValue> members) {
        this.members = members;
    }

    static FeatureSpecs read(String json) {
        return specs("features", parse(json));
    }

    static SequenceFeatureSpecs readSequence(String json) {
        SpecJsonReader reader = new SpecJsonReader(object("features", parse(json)));
        SequenceFeatureSpecs specs =
                new SequenceFeatureSpecs(reader.part("context_features"), reader.part("sequence_features"));
        reader.checkNoOthers();
        return specs;
    }

    private static JsonValue parse(String json) {
        try {
            return JsonValue.parse(json);
        } catch (JsonSyntaxException e) {
            throw new IllegalArgumentException("features are not JSON: " + e.getMessage(), e);
        }
    }

    private FeatureSpecs part(String name) {
        JsonValue value = find(name);
        return value == null ? FeatureSpecs.NONE : specs(name, value);
    }

    private static FeatureSpecs specs(String what, JsonValue value) {
        FeatureSpecs.Builder specs = FeatureSpecs.builder();
        object(what, value)
                .forEach((key, spec) -> specs.put(key, FeatureSpecs.named(key, () -> {
                    SpecJsonReader reader = new SpecJsonReader(object("a spec", spec));
                    FeatureSpec read = reader.spec();
                    reader.checkNoOthers();
                    return read;
                })));
        return specs.build();
    }

    private static Map<String, JsonValue> object(String what, JsonValue value) {
        if (value instanceof JsonValue.Members object) {
            return object.members();
        }
        throw new IllegalArgumentException(what + " must be a JSON object: " + shown(value));
    }

    private FeatureSpec spec() {
        String type = text("type");
        return switch (type) {
            case "fixed_len" -> {
                DType dtype = dtype();
                Shape shape = shape("shape");
                yield new FeatureSpec.FixedLen(dtype, shape, defaultValue(dtype));
            }
            case "fixed_len_sequence" -> {
                DType dtype = dtype();
                FeatureSpec.Missing missing =
                        flag("allow_missing") ? FeatureSpec.Missing.EMPTY : FeatureSpec.Missing.REJECTED;
                yield new FeatureSpec.FixedLenSequence(dtype, shape("shape"), missing, defaultValue(dtype));
            }
            case "var_len" -> new FeatureSpec.VarLen(dtype());
            case "sparse" ->
                new FeatureSpec.Sparse(
                        indexKeys(),
                        text("value_key"),
                        dtype(),
                        shape("size"),
                        flag("already_sorted") ? FeatureSpec.IndexOrder.AS_WRITTEN : FeatureSpec.IndexOrder.SORT);
            case "ragged" -> ragged();
            default ->
                throw new IllegalArgumentException(
                        "type must be fixed_len, var_len, fixed_len_sequence, sparse or ragged: " + type);
        };
    }

    private FeatureSpec ragged() {
        Optional<String> valueKey = find("value_key") == null ? Optional.empty() : Optional.of(text("value_key"));
        List<Partition> partitions = new ArrayList<>();
        JsonValue given = find("partitions");
        if (given != null) {
            for (JsonValue item : items("partitions", given)) {
                partitions.add(partition(item));
            }
        }
        DType rowSplits = find("row_splits_dtype") == null ? DType.INT32 : type("row_splits_dtype");
        FeatureSpec.Validation validation = flag("validate") ? FeatureSpec.Validation.ON : FeatureSpec.Validation.OFF;
        return new FeatureSpec.Ragged(dtype(), valueKey, partitions, rowSplits, validation);
    }

    private static Partition partition(JsonValue value) {
        Map<String, JsonValue> members = object("a partition", value);
        if (members.size() == 1) {
            String name = members.keySet().iterator().next();
            JsonValue member = members.values().iterator().next();
            if (name.equals("uniform_row_length")) {
                return new Partition.UniformRowLength(wholeNumber(name, member));
            }
            Optional<PartitionKind> kind = PartitionKind.ofMember(name);
            if (kind.isPresent()) {
                return kind.get().partition(string(name, member));
            }
        }
        throw new IllegalArgumentException("a partition must have exactly one of the members row_splits, row_lengths,"
                + " row_starts, row_limits, value_rowids and uniform_row_length: " + shown(value));
    }

    // ---------------------------------------------------------------- members

    private @Nullable JsonValue find(String name) {
        asked.add(name);
        JsonValue value = members.get(name);
        return value instanceof JsonValue.Null ? null : value;
    }

    private JsonValue member(String name) {
        JsonValue value = find(name);
        if (value == null) {
            String hint = name.equals("shape") ? "; write [] for a single value" : "";
            throw new IllegalArgumentException(name + " is missing" + hint);
        }
        return value;
    }

    private void checkNoOthers() {
        for (String name : members.keySet()) {
            if (!asked.contains(name)) {
                throw new IllegalArgumentException("unknown member \"" + name + "\"; expected one of " + asked);
            }
        }
    }

    private String text(String name) {
        return string(name, member(name));
    }

    private static String string(String name, JsonValue value) {
        if (value instanceof JsonValue.Text text) {
            return text.text();
        }
        throw new IllegalArgumentException(name + " must be a string: " + shown(value));
    }

    private DType dtype() {
        return type("dtype");
    }

    private DType type(String name) {
        String text = text(name);
        return DTypeNames.find(text)
                .orElseThrow(() -> new IllegalArgumentException(name + " must be " + DTypeNames.ALL + ": " + text));
    }

    private boolean flag(String name) {
        JsonValue value = find(name);
        if (value == null) {
            return false;
        }
        if (value instanceof JsonValue.Bool flag) {
            return flag.value();
        }
        throw new IllegalArgumentException(name + " must be true or false: " + shown(value));
    }

    private static List<JsonValue> items(String name, JsonValue value) {
        if (value instanceof JsonValue.Items array) {
            return array.items();
        }
        throw new IllegalArgumentException(name + " must be an array: " + shown(value));
    }

    private List<String> indexKeys() {
        JsonValue value = member("index_key");
        if (value instanceof JsonValue.Text one) {
            return List.of(one.text());
        }
        return items("index_key", value).stream()
                .map(item -> string("index_key", item))
                .toList();
    }

    private Shape shape(String name) {
        JsonValue value = member(name);
        if (name.equals("size") && value instanceof JsonValue.Number) {
            return Shape.of(wholeNumber(name, value));
        }
        List<JsonValue> items = items(name, value);
        int[] dims = new int[items.size()];
        for (int i = 0; i < dims.length; i++) {
            if (items.get(i) instanceof JsonValue.Null) {
                throw new IllegalArgumentException("all dimensions of " + name + " must be known: " + shown(value)
                        + "; for any number of elements use fixed_len_sequence, with the shape of one element");
            }
            dims[i] = wholeNumber(name, items.get(i));
        }
        return Shape.of(dims);
    }

    private static int wholeNumber(String name, JsonValue value) {
        if (value instanceof JsonValue.Number number) {
            long exact = number.exactLong().orElse(-1);
            if (exact >= 0 && exact <= Integer.MAX_VALUE) {
                return (int) exact;
            }
        }
        throw new IllegalArgumentException(name + " must contain integers from 0 to 2147483647: " + shown(value));
    }

    private Optional<Values> defaultValue(DType dtype) {
        JsonValue value = find("default");
        if (value == null) {
            return Optional.empty();
        }
        List<JsonValue> items = value instanceof JsonValue.Items array ? array.items() : List.of(value);
        return Optional.of(Literal.values(
                dtype, items.stream().map(SpecJsonReader::literal).toList()));
    }

    private static Literal literal(JsonValue value) {
        String shown = shown(value);
        if (value instanceof JsonValue.Number number) {
            return new Literal(shown, Optional.of(number.text()), Optional.empty());
        } else if (value instanceof JsonValue.Text text) {
            return new Literal(shown, Optional.of(text.text()), Optional.of(Bytes.ofUtf8(text.text())));
        } else if (value instanceof JsonValue.Members object
                && object.members().size() == 1
                && object.members().get("b64") instanceof JsonValue.Text base64) {
            try {
                Bytes bytes = Bytes.ofOwned(Base64.getDecoder().decode(base64.text()));
                return new Literal(shown, Optional.empty(), Optional.of(bytes));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("b64 must be base64: " + shown, e);
            }
        }
        throw new IllegalArgumentException(
                "default must be a number, a string, {\"b64\": ...}, or a flat array of them: " + shown);
    }

    /** Returns a value as JSON. Shortens a long text to its beginning. */
    private static String shown(JsonValue value) {
        String json = value.toJson();
        return json.length() <= MOST_SHOWN ? json : json.substring(0, MOST_SHOWN) + "...";
    }
}
