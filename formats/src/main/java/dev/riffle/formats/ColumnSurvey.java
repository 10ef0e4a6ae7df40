package dev.riffle.formats;

import dev.riffle.example.Kind;
import dev.riffle.internal.JsonNumbers;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Examines all values of one column and chooses the narrowest kind that keeps all of them. */
final class ColumnSurvey {

    /** Lists the possible forms of a value. */
    private enum Shape {
        INT64,
        LARGE_INTEGER,
        DECIMAL,
        BEYOND_FLOAT,
        NOT_FINITE,
        TRUTH,
        TEXT
    }

    private static final Set<String> NOT_FINITE =
            Set.of("NaN", "nan", "inf", "-inf", "Infinity", "-Infinity", "Inf", "-Inf");

    /** The largest magnitude up to which a float holds every integer. */
    private static final long EXACT_IN_FLOAT = 1L << 24;

    private record Seen(String text, String place) {}

    private final Map<Shape, Seen> first = new EnumMap<>(Shape.class);
    private Seen rounded = new Seen("", "");

    void add(Scalar value, String source, long line) {
        Shape shape = shape(value);
        if (!first.containsKey(shape)) {
            first.put(shape, new Seen(value.text(), source + ", line " + line));
        }
        if (rounded.place.isEmpty() && isRounded(shape, value.text())) {
            rounded = new Seen(value.text(), source + ", line " + line);
        }
    }

    private static Shape shape(Scalar value) {
        return switch (value.form()) {
            case TEXT -> Shape.TEXT;
            case TRUTH -> Shape.TRUTH;
            case OPEN -> shape(value.text());
        };
    }

    private static Shape shape(String text) {
        if (NOT_FINITE.contains(text)) {
            return Shape.NOT_FINITE;
        }
        if (!JsonNumbers.isNumber(text)) {
            return Shape.TEXT;
        }
        boolean integer = text.chars().allMatch(c -> c == '-' || (c >= '0' && c <= '9'));
        if (integer && !text.equals("-0")) {
            return JsonNumbers.exactLong(text).isPresent() ? Shape.INT64 : Shape.LARGE_INTEGER;
        }
        return Cells.fitsFloat(text) ? Shape.DECIMAL : Shape.BEYOND_FLOAT;
    }

    private static boolean isRounded(Shape shape, String text) {
        if (shape == Shape.LARGE_INTEGER) {
            return true;
        }
        if (shape != Shape.INT64) {
            return false;
        }
        long value = JsonNumbers.exactLong(text).orElseThrow();
        return Math.abs(value) > EXACT_IN_FLOAT && (value == Long.MAX_VALUE || (long) (float) value != value);
    }

    Kind kind() {
        Set<Shape> shapes = first.isEmpty() ? EnumSet.noneOf(Shape.class) : EnumSet.copyOf(first.keySet());
        if (shapes.isEmpty()) {
            return Kind.NOT_SET;
        }
        if (EnumSet.of(Shape.INT64, Shape.TRUTH).containsAll(shapes)) {
            return Kind.INT64;
        }
        boolean numbers = EnumSet.of(Shape.INT64, Shape.LARGE_INTEGER, Shape.DECIMAL, Shape.NOT_FINITE)
                .containsAll(shapes);
        boolean float32 =
                shapes.contains(Shape.DECIMAL) || (shapes.contains(Shape.INT64) && shapes.contains(Shape.NOT_FINITE));
        return numbers && float32 ? Kind.FLOAT : Kind.BYTES;
    }

    /** Returns the notes on column {@code name}: an empty list, or one sentence. */
    List<String> notes(String name) {
        Kind kind = kind();
        String column = "column \"" + name + "\"";
        if (kind == Kind.FLOAT && !rounded.place.isEmpty()) {
            return List.of(column + " is float, which rounds " + rounded.text + " (" + rounded.place
                    + "); set the type bytes to keep every digit");
        }
        boolean numbers = first.containsKey(Shape.INT64) || first.containsKey(Shape.DECIMAL);
        if (kind != Kind.BYTES) {
            return List.of();
        }
        if (first.containsKey(Shape.TEXT)) {
            return numbers ? List.of(column + " is text because of " + shown(Shape.TEXT)) : List.of();
        }
        for (Shape shape : List.of(Shape.LARGE_INTEGER, Shape.BEYOND_FLOAT)) {
            if (first.containsKey(shape)) {
                String limit = shape == Shape.LARGE_INTEGER ? "64 bits" : "the range of a float";
                return List.of(column + " is text because " + shown(shape) + " is beyond " + limit);
            }
        }
        return List.of();
    }

    private String shown(Shape shape) {
        Seen seen = first.getOrDefault(shape, rounded);
        String text = seen.text.length() <= 40 ? seen.text : seen.text.substring(0, 40) + "...";
        return "\"" + text + "\" (" + seen.place + ")";
    }
}
