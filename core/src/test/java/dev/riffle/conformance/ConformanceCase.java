package dev.riffle.conformance;

import dev.riffle.internal.JsonValue;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;

/** A JSON object of a conformance file: a case, or an object inside a case. */
public record ConformanceCase(Map<String, JsonValue> members) {

    static ConformanceCase of(JsonValue value) {
        return new ConformanceCase(((JsonValue.Members) value).members());
    }

    /** Returns the stable name of the case. */
    public String id() {
        return text("id");
    }

    /** Returns whether a member with this name is present and not null. */
    public boolean has(String name) {
        return members.containsKey(name) && !(members.get(name) instanceof JsonValue.Null);
    }

    /** Returns whether bytes with this name are present, uncompressed or compressed. */
    public boolean hasBytes(String name) {
        return has(name + "_b64") || has(name + "_gz_b64");
    }

    /** Returns the value of the member with this name. */
    public JsonValue value(String name) {
        JsonValue value = members.get(name);
        if (value == null) {
            throw new IllegalArgumentException("member not found: " + name + "; found " + members.keySet());
        }
        return value;
    }

    /** Returns the string with this name. */
    public String text(String name) {
        return ((JsonValue.Text) value(name)).text();
    }

    /** Returns the boolean with this name, or false if it is absent. */
    public boolean flag(String name) {
        return has(name) && value(name) instanceof JsonValue.Bool flag && flag.value();
    }

    /** Returns the integer with this name. Large integers are decimal strings in the file. */
    public long number(String name) {
        JsonValue value = value(name);
        if (value instanceof JsonValue.Text text) {
            return Long.parseLong(text.text());
        }
        return ((JsonValue.Number) value).exactLong().orElseThrow();
    }

    /** Returns the elements of the array with this name. */
    public List<JsonValue> items(String name) {
        return ((JsonValue.Items) value(name)).items();
    }

    /** Returns the object with this name. */
    public ConformanceCase object(String name) {
        return of(value(name));
    }

    /** Returns the array of objects with this name. */
    public List<ConformanceCase> objects(String name) {
        return items(name).stream().map(ConformanceCase::of).toList();
    }

    /** Returns the bytes of {@code name_b64}, or the decompressed bytes of {@code name_gz_b64}. */
    public byte[] bytes(String name) {
        if (has(name + "_b64")) {
            return decode(value(name + "_b64"));
        }
        return gunzip(decode(value(name + "_gz_b64")));
    }

    /** Returns the array of byte strings with this name, decoded from base64. */
    public List<byte[]> bytesItems(String name) {
        return items(name + "_b64").stream().map(ConformanceCase::decode).toList();
    }

    private static byte[] decode(JsonValue base64) {
        return Base64.getDecoder().decode(((JsonValue.Text) base64).text());
    }

    private static byte[] gunzip(byte[] bytes) {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
