package dev.riffle.formats;

import dev.riffle.example.Feature;
import dev.riffle.example.Kind;
import dev.riffle.internal.JsonNumbers;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/** Creates features from values of text input. */
final class Cells {

    private static final int MOST_SHOWN = 60;

    private Cells() {}

    /** Returns whether a float can hold a number. The nearest float must be finite, and must be zero only for zero. */
    static boolean fitsFloat(String number) {
        float value = Float.parseFloat(number);
        return Float.isFinite(value) && (value != 0 || isZero(number));
    }

    private static boolean isZero(String number) {
        for (int i = 0; i < number.length(); i++) {
            char c = number.charAt(i);
            if (c == 'e' || c == 'E') {
                return true;
            }
            if (c >= '1' && c <= '9') {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns a text with the first value that does not have the kind, and the reason. Empty if all values have the
     * kind.
     */
    static Optional<String> problem(Kind kind, List<Scalar> values) {
        for (Scalar value : values) {
            if (!has(kind, value)) {
                String text = value.text();
                String shown = text.length() <= MOST_SHOWN ? text : text.substring(0, MOST_SHOWN) + "...";
                return Optional.of("\"" + shown + "\" is not of type " + ColumnTypes.word(kind)
                        + "; correct the value, or set another type for the column");
            }
        }
        return Optional.empty();
    }

    private static boolean has(Kind kind, Scalar value) {
        return switch (kind) {
            case INT64 -> integer(value).isPresent();
            case INT32 -> {
                OptionalLong integer = integer(value);
                yield integer.isPresent() && integer.getAsLong() == (int) integer.getAsLong();
            }
            case FLOAT -> isFloating(value) && fits(value.text(), Float.parseFloat(javaForm(value.text())));
            case DOUBLE -> isFloating(value) && fits(value.text(), Double.parseDouble(javaForm(value.text())));
            case BYTES -> true;
            case NOT_SET -> false;
        };
    }

    private static OptionalLong integer(Scalar value) {
        String text = value.text();
        if (text.equals("true") || text.equals("false")) {
            return OptionalLong.of(text.equals("true") ? 1 : 0);
        }
        if (JsonNumbers.isNumber(text)) {
            return JsonNumbers.exactLong(text);
        }
        try {
            return OptionalLong.of(Long.parseLong(text));
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    private static boolean isFloating(Scalar value) {
        String text = value.text();
        if (text.isEmpty() || value.form() == Scalar.Form.TRUTH || text.strip().length() != text.length()) {
            return false;
        }
        char last = text.charAt(text.length() - 1);
        boolean hexadecimal = text.indexOf('x') >= 0 || text.indexOf('X') >= 0;
        boolean suffixed = (last == 'f' || last == 'F' || last == 'd' || last == 'D') && !isNotFinite(text);
        if (hexadecimal || suffixed) {
            return false;
        }
        try {
            Double.parseDouble(javaForm(text));
            return true;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private static boolean fits(String text, double value) {
        return isNotFinite(text) || (Double.isFinite(value) && (value != 0 || isZero(text)));
    }

    private static boolean isNotFinite(String text) {
        return !text.equals(javaForm(text)) || text.endsWith("NaN") || text.endsWith("Infinity");
    }

    /** Returns Java's notation for a number that is not finite. */
    private static String javaForm(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "nan", "+nan", "-nan" -> "NaN";
            case "inf", "+inf", "infinity", "+infinity" -> "Infinity";
            case "-inf", "-infinity" -> "-Infinity";
            default -> text;
        };
    }

    /** Creates a feature from values that {@link #problem} has accepted. */
    static Feature feature(Kind kind, List<Scalar> values) {
        if (values.isEmpty()) {
            return Feature.empty(kind);
        }
        return switch (kind) {
            case INT64 ->
                Feature.of(values.stream()
                        .mapToLong(value -> integer(value).orElseThrow())
                        .toArray());
            case INT32 ->
                Feature.ofInt32s(values.stream()
                        .mapToInt(value -> (int) integer(value).orElseThrow())
                        .toArray());
            case FLOAT -> Feature.of(floats(values));
            case DOUBLE ->
                Feature.ofDoubles(values.stream()
                        .mapToDouble(value -> Double.parseDouble(javaForm(value.text())))
                        .toArray());
            case BYTES -> Feature.of(values.stream().map(Scalar::text).toArray(String[]::new));
            case NOT_SET -> Feature.notSet();
        };
    }

    private static float[] floats(List<Scalar> values) {
        float[] floats = new float[values.size()];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = Float.parseFloat(javaForm(values.get(i).text()));
        }
        return floats;
    }
}
