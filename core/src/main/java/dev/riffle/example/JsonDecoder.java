package dev.riffle.example;

import dev.riffle.internal.JsonReader;
import dev.riffle.internal.JsonReader.Token;
import dev.riffle.internal.JsonSyntaxException;
import dev.riffle.internal.NumberText;
import dev.riffle.internal.Utf8;
import dev.riffle.io.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Reads an Example by the rules of TensorFlow's DecodeJSONExample. It accepts the input of {@link JsonParser}, with one
 * exception, and much more. See {@link JsonReader#lenient}.
 *
 * <p>The exception is that integers beyond 2^53 with a point or an exponent are converted to a double first. {@code
 * 1e17} is rejected, and 2^53 + 1 with a point becomes 2^53.
 *
 * <p>A single value can replace a list of one value. A list in a list is replaced by its elements, and null in a list
 * is 0 or the empty string. Duplicate members are joined, except the kinds of a feature and the features of one map.
 * {@link NumberText} defines numbers in strings. Source of the rules: protobuf's C++ library, which TensorFlow calls
 * with an older, less strict syntax.
 */
final class JsonDecoder {

    /**
     * The largest number up to which every integer is exactly a double. Protobuf rejects larger integers with a point
     * or an exponent.
     */
    private static final double LARGEST_DECIMAL = 1L << 53;

    private final JsonReader json;

    private JsonDecoder(String text) {
        this.json = JsonReader.lenient(text);
    }

    static Example example(Bytes text) {
        byte[] bytes = text.toByteArray();
        int malformed = Utf8.invalidAt(bytes, 0, bytes.length);
        if (malformed >= 0) {
            throw notUtf8(bytes, malformed);
        }
        try {
            return new JsonDecoder(new String(bytes, StandardCharsets.UTF_8)).readExample();
        } catch (JsonSyntaxException e) {
            throw new MalformedTextException(e.line(), e.column(), e.reason());
        }
    }

    private static MalformedTextException notUtf8(byte[] bytes, int malformed) {
        String before = new String(bytes, 0, malformed, StandardCharsets.UTF_8);
        int line = 1 + (int) before.chars().filter(c -> c == '\n').count();
        int column = before.length() - before.lastIndexOf('\n');
        return new MalformedTextException(line, column, "expected UTF-8, found invalid bytes");
    }

    private Example readExample() {
        NameMapBuilder<Feature> features = new NameMapBuilder<>();
        boolean present = false;
        json.beginObject();
        while (json.peek() != Token.END_OBJECT) {
            expectName("features", "Example");
            if (!json.skipsNull()) {
                present = true;
                readFeatures(features);
            }
        }
        json.endObject();
        if (json.peek() != Token.END) {
            throw json.failure("text after the end of the message");
        }
        return present ? new Example(features.build()) : Example.empty();
    }

    private void readFeatures(NameMapBuilder<Feature> features) {
        json.beginObject();
        while (json.peek() != Token.END_OBJECT) {
            expectName("feature", "Features");
            if (!json.skipsNull()) {
                readMap(features);
            }
        }
        json.endObject();
    }

    private void readMap(NameMapBuilder<Feature> features) {
        Set<String> seen = new HashSet<>();
        json.beginObject();
        while (json.peek() != Token.END_OBJECT) {
            String name = json.nextName();
            if (!seen.add(name)) {
                throw json.tokenFailure("feature named twice: " + name);
            }
            Key key = KeyCache.of(name);
            Feature feature = json.skipsNull() ? Feature.notSet() : readFeature();
            features.put(key, feature.named(key));
        }
        json.endObject();
    }

    private Feature readFeature() {
        ListBuilder list = null;
        json.beginObject();
        while (json.peek() != Token.END_OBJECT) {
            String name = JsonParser.camel(json.nextName());
            Kind kind = JsonParser.listKind(json, name, Dialect.TENSORFLOW);
            if (!json.skipsNull()) {
                JsonParser.checkOnly(json, list, name);
                list = readList(kind);
            }
        }
        json.endObject();
        return list == null ? Feature.notSet() : list.build();
    }

    private ListBuilder readList(Kind kind) {
        ListBuilder list = new ListBuilder(kind);
        json.beginObject();
        while (json.peek() != Token.END_OBJECT) {
            expectName("value", JsonPrinter.memberName(kind));
            if (json.peek() == Token.BEGIN_ARRAY) {
                readItems(list);
            } else if (!json.skipsNull()) {
                readValue(list);
            }
        }
        json.endObject();
        return list;
    }

    private void readItems(ListBuilder list) {
        json.beginArray();
        while (json.peek() != Token.END_ARRAY) {
            if (json.peek() == Token.BEGIN_ARRAY) {
                readItems(list);
            } else if (json.skipsNull()) {
                addZero(list);
            } else {
                readValue(list);
            }
        }
        json.endArray();
    }

    private static void addZero(ListBuilder list) {
        switch (list.kind()) {
            case BYTES -> list.add(Bytes.empty());
            case INT64, INT32 -> list.add(0);
            case FLOAT, DOUBLE -> list.add(0.0);
            case NOT_SET -> throw new IllegalStateException("no kind");
        }
    }

    private void readValue(ListBuilder list) {
        switch (list.kind()) {
            case BYTES -> list.add(JsonParser.readBytes(json));
            case INT64, INT32 -> list.add(readInteger());
            case FLOAT, DOUBLE -> list.add(readDecimal());
            case NOT_SET -> throw new IllegalStateException("no kind");
        }
    }

    // ---------------------------------------------------------------- numbers

    private long readInteger() {
        String text = numberOrString("an integer");
        if (text.chars().anyMatch(c -> NumberText.isSpace((char) c))) {
            throw json.tokenFailure("expected an integer without white space, found \"" + text + '"');
        }
        OptionalLong integer = NumberText.integer(text);
        if (integer.isPresent()) {
            return integer.getAsLong();
        }
        double value = NumberText.decimal(text).map(Double::parseDouble).orElse(Double.NaN);
        if (!(Math.abs(value) <= LARGEST_DECIMAL) || value != Math.rint(value)) {
            throw json.tokenFailure("expected an integer of 64 bits, found " + text);
        }
        return (long) value;
    }

    private double readDecimal() {
        boolean bare = json.peek() == Token.NUMBER;
        String text = numberOrString("a number");
        double value = NumberText.decimal(text)
                .map(Double::parseDouble)
                .orElseThrow(() -> json.tokenFailure("expected a number, found \"" + text + '"'));
        boolean tooLarge = Double.isInfinite(value) ? bare : Float.isInfinite((float) value);
        if (tooLarge) {
            throw json.tokenFailure("number beyond the largest float: " + text);
        }
        return value;
    }

    private String numberOrString(String wanted) {
        return switch (json.peek()) {
            case NUMBER -> json.nextNumber();
            case STRING -> json.nextString();
            case BEGIN_OBJECT, END_OBJECT, BEGIN_ARRAY, END_ARRAY, NAME, BOOLEAN, NULL, END ->
                throw json.failure("expected " + wanted + " as a number or a string");
        };
    }

    private void expectName(String expected, String message) {
        String name = json.nextName();
        if (!name.equals(expected)) {
            throw JsonParser.unknown(json, name, message);
        }
    }
}
