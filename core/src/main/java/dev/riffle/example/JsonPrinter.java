package dev.riffle.example;

import dev.riffle.internal.FloatText;
import dev.riffle.internal.JsonWriter;
import dev.riffle.io.Bytes;
import java.util.Base64;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Writes messages in protobuf's JSON format. Names are in lower camel case, 64-bit integers are strings, and bytes are
 * in base64. Infinite numbers and NaN are strings, and missing fields are omitted. Source of the rules: protobuf's
 * ProtoJSON guide.
 */
final class JsonPrinter {

    /**
     * The number of bytes to encode in base64 at a time. It is a multiple of three, so that only the last piece has
     * padding.
     */
    private static final int PIECE_BYTES = 3 << 14;

    private final PieceOutput pieces;
    private final JsonWriter json;

    private JsonPrinter(PieceOutput pieces) {
        this.pieces = pieces;
        this.json = new JsonWriter(pieces.text);
    }

    static PieceOutput.Printing example(@Nullable NameMap<Feature> features, Dialect dialect) {
        return message("features", features, null, dialect);
    }

    static PieceOutput.Printing sequenceExample(
            @Nullable NameMap<Feature> context, @Nullable NameMap<FeatureList> lists) {
        return message("context", context, lists, Dialect.TENSORFLOW);
    }

    private static PieceOutput.Printing message(
            String field, @Nullable NameMap<Feature> features, @Nullable NameMap<FeatureList> lists, Dialect dialect) {
        dialect.check(features, lists);
        return pieces -> new JsonPrinter(pieces).printMessage(dialect.wraps() ? field : "", features, lists);
    }

    /** Prints a message whose features are in a field, or in the message itself if the name of the field is empty. */
    private void printMessage(String field, @Nullable NameMap<Feature> features, @Nullable NameMap<FeatureList> lists) {
        json.beginObject();
        if (features != null && field.isEmpty()) {
            printFeatures(features);
        } else if (features != null) {
            json.name(field).beginObject();
            printFeatures(features);
            json.endObject();
        }
        if (lists != null) {
            json.name("featureLists").beginObject();
            printLists(lists);
            json.endObject();
        }
        json.endObject();
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
                feature.forEachPiece(this::printValues);
                json.endArray();
            }
            json.endObject();
        }
        json.endObject();
        pieces.passOn();
    }

    /** Returns the name of a list in lower camel case, for example {@code int64List}. */
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
                case BYTES -> printBase64(feature.bytesAt(i));
                case NOT_SET -> throw new IllegalStateException("no kind");
            }
            pieces.passOn();
        }
    }

    private void printBase64(Bytes value) {
        json.beginString();
        for (int from = 0; from < value.size(); from += PIECE_BYTES) {
            Bytes piece = value.slice(from, from + Math.min(PIECE_BYTES, value.size() - from));
            pieces.text.append(Base64.getEncoder().encodeToString(piece.toByteArray()));
            pieces.passOn();
        }
        json.endString();
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
