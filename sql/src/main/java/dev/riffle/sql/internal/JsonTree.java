package dev.riffle.sql.internal;

import dev.riffle.internal.JsonValue;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Reads members of the JSON objects with which DuckDB describes statements and errors. */
public final class JsonTree {

    private JsonTree() {}

    /** Returns the members of an object. Returns no members if the value is not an object. */
    public static Map<String, JsonValue> members(@Nullable JsonValue value) {
        return value instanceof JsonValue.Members members ? members.members() : Map.of();
    }

    /** Returns the items of an array. Returns no items if the value is not an array. */
    static List<JsonValue> items(@Nullable JsonValue value) {
        return value instanceof JsonValue.Items items ? items.items() : List.of();
    }

    /** Returns a member that is a string, otherwise an empty text. */
    public static String text(Map<String, JsonValue> members, String name) {
        return members.get(name) instanceof JsonValue.Text text ? text.text() : "";
    }

    /** Returns a place in a statement: a number of bytes. Empty if the text is not such a number. */
    public static OptionalInt position(String digits) {
        return digits.matches("\\d{1,9}") ? OptionalInt.of(Integer.parseInt(digits)) : OptionalInt.empty();
    }
}
