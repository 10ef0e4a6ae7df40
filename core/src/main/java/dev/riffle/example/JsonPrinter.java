package dev.riffle.example;

import dev.riffle.internal.JsonWriter;
import dev.riffle.io.Bytes;
import java.util.Base64;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Writes messages as protobuf maps them to JSON: names in lower camel case, 64-bit integers as strings, bytes in base64,
 * what is not a number or infinite as a string, absent fields left out. Source of the rules: protobuf's ProtoJSON guide.
 */
final class JsonPrinter {

    private final StringBuilder out = new StringBuilder();
    private final JsonWriter json = new JsonWriter(out);

    private JsonPrinter() {}

    static String example(@Nullable NameMap<Feature> features, Dialect dialect) {
        JsonPrinter printer = new JsonPrinter();
        printer.json.beginObject();
        if (features != null) {
            dialect.check(features);
            printer.printExample(features, dialect);
        }
        printer.json.endObject();
        return printer.out.toString();
    }

    static String sequenceExample(@Nullable NameMap<Feature> context, @Nullable NameMap<FeatureList> lists) {
        JsonPrinter printer = new JsonPrinter();
        printer.json.beginObject();
        if (context != null) {
            Dialect.TENSORFLOW.check(context);
            printer.json.name("context").beginObject();
            printer.printFeatures(context);
            printer.json.endObject();
        }
        if (lists != null) {
            Dialect.TENSORFLOW.checkLists(lists);
            printer.json.name("featureLists").beginObject();
            printer.printLists(lists);
            printer.json.endObject();
        }
        printer.json.endObject();
        return printer.out.toString();
    }

    private void printExample(NameMap<Feature> features, Dialect dialect) {
        if (dialect.wraps()) {
            json.name("features").beginObject();
            printFeatures(features);
            json.endObject();
        } else {
            printFeatures(features);
        }
    }

    private void printFeatures(NameMap<Feature> features) {
        if (features.isEmpty()) {
            return;
        }
        json.name("feature").beginObject();
        for (int i = 0; i < features.size(); i++) {
            json.name(features.keyAt(i).text());
            printFeature(features.valueAt(i));
        }
        json.endObject();
    }

    private void printLists(NameMap<FeatureList> lists) {
        if (lists.isEmpty()) {
            return;
        }
        json.name("featureList").beginObject();
        for (int i = 0; i < lists.size(); i++) {
            json.name(lists.keyAt(i).text()).beginObject();
            if (!lists.valueAt(i).isEmpty()) {
                json.name("feature").beginArray();
                lists.valueAt(i).forEach(this::printFeature);
                json.endArray();
            }
            json.endObject();
        }
        json.endObject();
    }

    private void printFeature(Feature feature) {
        json.beginObject();
        if (feature.kind() != Kind.NOT_SET) {
            json.name(memberName(feature.kind())).beginObject();
            if (feature.size() > 0) {
                json.name("value").beginArray();
                printValues(feature);
                json.endArray();
            }
            json.endObject();
        }
        json.endObject();
    }

    /** The list's name in lower camel case: {@code int64List}. */
    static String memberName(Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT) + "List";
    }

    private void printValues(Feature feature) {
        for (int i = 0; i < feature.size(); i++) {
            switch (feature.kind()) {
                case INT64 -> json.string(Long.toString(feature.longAt(i)));
                case INT32 -> json.number(feature.intAt(i));
                case FLOAT -> printFloat(feature.floatAt(i));
                case DOUBLE -> printDouble(feature.doubleAt(i));
                case BYTES -> json.string(base64(feature.bytesAt(i)));
                case NOT_SET -> throw new IllegalStateException("no kind");
            }
        }
    }

    private static String base64(Bytes value) {
        return Base64.getEncoder().encodeToString(value.toByteArray());
    }

    private void printFloat(float value) {
        if (Float.isFinite(value)) {
            StringBuilder digits = new StringBuilder();
            FloatText.append(digits, value);
            json.number(digits.toString());
        } else {
            json.string(Float.toString(value));
        }
    }

    private void printDouble(double value) {
        if (Double.isFinite(value)) {
            StringBuilder digits = new StringBuilder();
            FloatText.append(digits, value);
            json.number(digits.toString());
        } else {
            json.string(Double.toString(value));
        }
    }
}
