package dev.riffle.conformance;

import dev.riffle.internal.JsonValue;
import java.util.Optional;

/** Compares JSON values in a specified precision of numbers. The order of members does not matter. */
public final class JsonComparison {

    private JsonComparison() {}

    /** The precision in which numbers are compared. */
    public enum Precision {
        /** Numbers are equal if their conversions to 32-bit floats are equal. */
        FLOAT,
        /** Numbers are equal if they are equal as 64-bit floats. */
        DOUBLE
    }

    /**
     * Returns the place and kind of the first difference. Returns empty if the values are equal. Members of
     * {@code floatList} always count as 32-bit floats.
     */
    public static Optional<String> difference(JsonValue expected, JsonValue found, Precision precision) {
        return difference("$", expected, found, precision);
    }

    private static Optional<String> difference(String path, JsonValue expected, JsonValue found, Precision precision) {
        if (expected instanceof JsonValue.Number a && found instanceof JsonValue.Number b) {
            boolean same = precision == Precision.FLOAT
                    ? Float.compare((float) a.doubleValue(), (float) b.doubleValue()) == 0
                    : Double.compare(a.doubleValue(), b.doubleValue()) == 0;
            return same ? Optional.empty() : differs(path, expected, found);
        }
        if (expected instanceof JsonValue.Items a && found instanceof JsonValue.Items b) {
            if (a.items().size() != b.items().size()) {
                return differs(path, expected, found);
            }
            for (int i = 0; i < a.items().size(); i++) {
                Optional<String> inner = difference(
                        path + "[" + i + "]", a.items().get(i), b.items().get(i), precision);
                if (inner.isPresent()) {
                    return inner;
                }
            }
            return Optional.empty();
        }
        if (expected instanceof JsonValue.Members a && found instanceof JsonValue.Members b) {
            if (!a.members().keySet().equals(b.members().keySet())) {
                return differs(path, expected, found);
            }
            for (String name : a.members().keySet()) {
                Precision inside = name.equals("floatList") ? Precision.FLOAT : precision;
                Optional<String> inner = difference(
                        path + "." + name, a.members().get(name), b.members().get(name), inside);
                if (inner.isPresent()) {
                    return inner;
                }
            }
            return Optional.empty();
        }
        return expected.equals(found) ? Optional.empty() : differs(path, expected, found);
    }

    private static Optional<String> differs(String path, JsonValue expected, JsonValue found) {
        return Optional.of("json at " + path + ": expected " + expected + ", found " + found);
    }
}
