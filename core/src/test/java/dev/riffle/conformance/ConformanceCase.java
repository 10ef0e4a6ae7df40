package dev.riffle.conformance;

import dev.riffle.internal.JsonValue;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;

/** A JSON object of a conformance file: a whole case, or an object inside one. */
public record ConformanceCase(Map<String, JsonValue> members) {

    static ConformanceCase of(JsonValue value) {
        return new ConformanceCase(((JsonValue.Members) value).members());
    }

    /** The stable name of the case. */
    public String id() {
        return text("id");
    }

    /** Whether there is a member of that name that is not null. */
    public boolean has(String name) {
        return members.containsKey(name) && !(members.get(name) instanceof JsonValue.Null);
    }

    /** Whether there are bytes of that name, in whichever form. */
    public boolean hasBytes(String name) {
        return has(name + "_b64") || has(name + "_gz_b64");
    }

    /** A member as it is. */
    public JsonValue value(String name) {
        JsonValue value = members.get(name);
        if (value == null) {
            throw new IllegalArgumentException("case has no " + name + ": " + members.keySet());
        }
        return value;
    }

    /** A string. */
    public String text(String name) {
        return ((JsonValue.Text) value(name)).text();
    }

    /** True or false; false if it is not there. */
    public boolean flag(String name) {
        return has(name) && value(name) instanceof JsonValue.Bool flag && flag.value();
    }

    /** An integer: a number, or a decimal string where it is large. */
    public long number(String name) {
        JsonValue value = value(name);
        if (value instanceof JsonValue.Text text) {
            return Long.parseLong(text.text());
        }
        return ((JsonValue.Number) value).exactLong().orElseThrow();
    }

    /** The elements of an array. */
    public List<JsonValue> items(String name) {
        return ((JsonValue.Items) value(name)).items();
    }

    /** An object. */
    public ConformanceCase object(String name) {
        return of(value(name));
    }

    /** An array of objects. */
    public List<ConformanceCase> objects(String name) {
        return items(name).stream().map(ConformanceCase::of).toList();
    }

    /** Bytes: of {@code name_b64}, or of {@code name_gz_b64} inflated. */
    public byte[] bytes(String name) {
        if (has(name + "_b64")) {
            return decode(value(name + "_b64"));
        }
        return gunzip(decode(value(name + "_gz_b64")));
    }

    /** An array of byte strings, in base64. */
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
