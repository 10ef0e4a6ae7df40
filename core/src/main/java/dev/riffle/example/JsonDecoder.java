package dev.riffle.example;

import dev.riffle.internal.JsonReader;
import dev.riffle.internal.JsonReader.Token;
import dev.riffle.internal.NumberText;
import dev.riffle.internal.Utf8;
import dev.riffle.io.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;

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
final class JsonDecoder extends JsonParser {

    /**
     * The largest number up to which every integer is exactly a double. Protobuf rejects larger integers with a point
     * or an exponent.
     */
    private static final double LARGEST_DECIMAL = 1L << 53;

    private JsonDecoder(String text) {
        super(JsonReader.lenient(text), Dialect.TENSORFLOW);
    }

    static Example example(Bytes text) {
        byte[] bytes = text.toByteArray();
        int malformed = Utf8.invalidAt(bytes, 0, bytes.length);
        if (malformed >= 0) {
            throw notUtf8(bytes, malformed);
        }
        return new JsonDecoder(new String(bytes, StandardCharsets.UTF_8)).readExample();
    }

    private static MalformedTextException notUtf8(byte[] bytes, int malformed) {
        String before = new String(bytes, 0, malformed, StandardCharsets.UTF_8);
        int line = 1 + (int) before.chars().filter(c -> c == '\n').count();
        int column = before.length() - before.lastIndexOf('\n');
        return new MalformedTextException(line, column, "expected UTF-8, found invalid bytes");
    }

    @Override
    void repeatedMember(String name) {
        // the values of both members count
    }

    @Override
    void repeatedKey(String name) {
        throw json.tokenFailure("feature named twice: " + name);
    }

    @Override
    Feature readMapValue() {
        return json.skipsNull() ? Feature.notSet() : readFeature();
    }

    @Override
    void readValues(ListBuilder list) {
        if (json.peek() == Token.BEGIN_ARRAY) {
            readItems(() -> readItem(list));
        } else {
            readValue(list);
        }
    }

    private void readItem(ListBuilder list) {
        if (json.skipsNull()) {
            addZero(list);
        } else {
            readValues(list);
        }
    }

    private static void addZero(ListBuilder list) {
        switch (list.kind()) {
            case BYTES -> list.add(Bytes.empty());
            case INT64, INT32 -> list.add(0);
            case FLOAT, DOUBLE -> list.add(0.0);
            case NOT_SET -> throw new IllegalStateException("no kind");
        }
    }

    // ---------------------------------------------------------------- numbers

    @Override
    long readInteger(Kind kind) {
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

    @Override
    double readDecimal(Kind kind) {
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
}
