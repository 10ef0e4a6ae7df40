package dev.riffle.formats;

import dev.riffle.example.Feature;
import dev.riffle.example.Kind;
import dev.riffle.internal.JsonValue;
import dev.riffle.internal.JsonWriter;
import dev.riffle.io.Bytes;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads and writes features that state their kind. Such a feature is an object with one member. The name of the member
 * is a dollar sign and the kind, and its value is the list. Finite numbers are JSON numbers, other numbers are text,
 * and bytes are base64.
 */
final class TaggedJson {

    private static final String UNSET = "$unset";

    private TaggedJson() {}

    static void write(JsonWriter json, Feature feature) {
        json.beginObject();
        json.name(feature.kind() == Kind.NOT_SET ? UNSET : "$" + ColumnTypes.word(feature.kind()));
        json.beginArray();
        for (int i = 0; i < feature.size(); i++) {
            switch (feature.kind()) {
                case INT64 -> json.number(feature.longAt(i));
                case INT32 -> json.number(feature.intAt(i));
                case FLOAT -> number(json, feature.floatAt(i), Float.toString(feature.floatAt(i)));
                case DOUBLE -> number(json, feature.doubleAt(i), Double.toString(feature.doubleAt(i)));
                case BYTES ->
                    json.string(Base64.getEncoder()
                            .encodeToString(feature.bytesAt(i).toByteArray()));
                case NOT_SET -> throw new IllegalStateException(UNSET);
            }
        }
        json.endArray().endObject();
    }

    private static void number(JsonWriter json, double value, String text) {
        if (Double.isFinite(value)) {
            json.number(text);
        } else {
            json.string(text);
        }
    }

    /**
     * Returns the feature of a tagged object. Empty if the object has no tag. If the object is not valid, the message
     * of the exception contains the reason.
     */
    static Optional<Feature> read(JsonValue.Members object) {
        if (object.members().size() != 1) {
            return Optional.empty();
        }
        Map.Entry<String, JsonValue> only =
                object.members().entrySet().iterator().next();
        if (!only.getKey().startsWith("$") || !(only.getValue() instanceof JsonValue.Items items)) {
            return Optional.empty();
        }
        if (only.getKey().equals(UNSET) && items.items().isEmpty()) {
            return Optional.of(Feature.notSet());
        }
        for (Kind kind : Kind.values()) {
            if (kind != Kind.NOT_SET && only.getKey().equals("$" + ColumnTypes.word(kind))) {
                return Optional.of(kind == Kind.BYTES ? bytes(items) : numbers(kind, items));
            }
        }
        return Optional.empty();
    }

    private static Feature numbers(Kind kind, JsonValue.Items items) {
        List<Scalar> values = new ArrayList<>();
        for (JsonValue item : items.items()) {
            if (item instanceof JsonValue.Number number) {
                values.add(Scalar.open(number.text()));
            } else if (item instanceof JsonValue.Text text) {
                values.add(Scalar.text(text.text()));
            } else {
                throw new IllegalArgumentException(
                        "a list of type " + ColumnTypes.word(kind) + " must hold numbers or texts only");
            }
        }
        Optional<String> problem = Cells.problem(kind, values);
        if (problem.isPresent()) {
            throw new IllegalArgumentException(problem.get());
        }
        return Cells.feature(kind, values);
    }

    private static Feature bytes(JsonValue.Items items) {
        List<Bytes> values = new ArrayList<>();
        for (JsonValue item : items.items()) {
            if (!(item instanceof JsonValue.Text text)) {
                throw new IllegalArgumentException("a list of type bytes must hold texts in base64 only");
            }
            try {
                values.add(Bytes.ofOwned(Base64.getDecoder().decode(text.text())));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("a value of type bytes must be base64: " + e.getMessage(), e);
            }
        }
        return Feature.ofBytes(values);
    }
}
