package dev.riffle.cli.payload;

import dev.riffle.example.Feature;
import dev.riffle.example.Kind;
import dev.riffle.internal.JsonWriter;
import dev.riffle.io.Bytes;
import java.util.Base64;
import java.util.Locale;

/**
 * Writes a feature as a JSON object with its kind and all values. Integers have all their digits. A number that is not
 * finite is text, and bytes that are not UTF-8 are {@code {"$bytes":"/wA="}}.
 */
public final class FeatureJson {

    /** The kind of a feature without a list. */
    public static final String UNSET = "unset";

    private FeatureJson() {}

    /** Writes the object of a feature. */
    public static void write(JsonWriter json, Feature feature) {
        String kind =
                feature.kind() == Kind.NOT_SET ? UNSET : feature.kind().name().toLowerCase(Locale.ROOT);
        json.beginObject().name("kind").string(kind).name("values").beginArray();
        for (int i = 0; i < feature.size(); i++) {
            switch (feature.kind()) {
                case INT64 -> json.number(feature.longAt(i));
                case INT32 -> json.number(feature.intAt(i));
                case FLOAT -> number(json, feature.floatAt(i), Float.toString(feature.floatAt(i)));
                case DOUBLE -> number(json, feature.doubleAt(i), Double.toString(feature.doubleAt(i)));
                case BYTES -> bytes(json, feature.bytesAt(i));
                case NOT_SET -> throw new IllegalStateException("a feature without a kind has no values");
            }
        }
        json.endArray().endObject();
    }

    /**
     * Writes a number, or a text if the number is not finite.
     *
     * @param text the digits of the number
     */
    public static void number(JsonWriter json, double value, String text) {
        if (Double.isFinite(value)) {
            json.number(text);
        } else {
            json.string(text);
        }
    }

    /** Writes bytes as text, or as an object with base64 if they are not UTF-8. */
    public static void bytes(JsonWriter json, Bytes value) {
        if (value.isUtf8()) {
            json.string(value.utf8());
        } else {
            String base64 = Base64.getEncoder().encodeToString(value.toByteArray());
            json.beginObject().name("$bytes").string(base64).endObject();
        }
    }
}
