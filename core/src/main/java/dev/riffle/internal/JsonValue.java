package dev.riffle.internal;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** A JSON value as a tree, for small documents. For large documents use {@link JsonReader}. */
public sealed interface JsonValue {

    /** An object. The members are in the order of the text. */
    record Members(Map<String, JsonValue> members) implements JsonValue {}

    /** An array. */
    record Items(List<JsonValue> items) implements JsonValue {}

    /** A string. */
    record Text(String text) implements JsonValue {}

    /** A number, with its original text. */
    record Number(String text) implements JsonValue {

        /** Returns the value if it is a 64-bit integer, otherwise empty. */
        public OptionalLong exactLong() {
            return JsonNumbers.exactLong(text);
        }

        /** Returns the nearest double. */
        public double doubleValue() {
            return Double.parseDouble(text);
        }
    }

    /** True or false. */
    record Bool(boolean value) implements JsonValue {}

    /** Null. */
    record Null() implements JsonValue {}

    /**
     * Parses {@code text}, which contains one value.
     *
     * @throws JsonSyntaxException if the text is not JSON, is nested too deeply, or repeats the name of a member
     */
    static JsonValue parse(String text) {
        JsonReader reader = new JsonReader(text);
        JsonValue value = read(reader);
        if (reader.peek() != JsonReader.Token.END) {
            throw reader.failure("text after the end of the value");
        }
        return value;
    }

    /** Reads the next value. */
    static JsonValue read(JsonReader reader) {
        return switch (reader.peek()) {
            case BEGIN_OBJECT -> readMembers(reader);
            case BEGIN_ARRAY -> readItems(reader);
            case STRING -> new Text(reader.nextString());
            case NUMBER -> new Number(reader.nextNumber());
            case BOOLEAN -> new Bool(reader.nextBoolean());
            case NULL -> {
                reader.nextNull();
                yield new Null();
            }
            case END_OBJECT, END_ARRAY, NAME, END -> throw reader.failure("expected a value");
        };
    }

    /** Returns the value as JSON on one line. */
    default String toJson() {
        StringBuilder out = new StringBuilder();
        new JsonWriter(out).value(this);
        return out.toString();
    }

    private static JsonValue readMembers(JsonReader reader) {
        Map<String, JsonValue> members = new LinkedHashMap<>();
        reader.beginObject();
        while (reader.peek() != JsonReader.Token.END_OBJECT) {
            String name = reader.nextName();
            if (members.put(name, read(reader)) != null) {
                throw reader.failure("member named twice: " + name);
            }
        }
        reader.endObject();
        return new Members(Collections.unmodifiableMap(members));
    }

    private static JsonValue readItems(JsonReader reader) {
        List<JsonValue> items = new ArrayList<>();
        reader.beginArray();
        while (reader.peek() != JsonReader.Token.END_ARRAY) {
            items.add(read(reader));
        }
        reader.endArray();
        return new Items(Collections.unmodifiableList(items));
    }
}
