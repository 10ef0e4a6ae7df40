package dev.riffle.internal;

/**
 * Writes JSON on one line, without spaces. The caller must end each object and array that it begins. The writer adds
 * commas and colons. One thread at a time may use a writer.
 */
public final class JsonWriter {

    private final StringBuilder out;
    private boolean comma;

    /** Creates a writer that appends to {@code out}. */
    public JsonWriter(StringBuilder out) {
        this.out = out;
    }

    /** Begins an object. */
    public JsonWriter beginObject() {
        return open('{');
    }

    /** Ends an object. */
    public JsonWriter endObject() {
        return close('}');
    }

    /** Begins an array. */
    public JsonWriter beginArray() {
        return open('[');
    }

    /** Ends an array. */
    public JsonWriter endArray() {
        return close(']');
    }

    /** Writes the name of a member. The value of the member must follow. */
    public JsonWriter name(String name) {
        separate();
        quote(name);
        out.append(':');
        comma = false;
        return this;
    }

    /** Writes a string. */
    public JsonWriter string(String value) {
        separate();
        quote(value);
        return this;
    }

    /**
     * Begins a string. The caller appends the characters to the builder of this writer. No character may need an
     * escape.
     */
    public JsonWriter beginString() {
        separate();
        out.append('"');
        return this;
    }

    /** Ends a string. */
    public JsonWriter endString() {
        out.append('"');
        return this;
    }

    /** Writes an integer with every digit. */
    public JsonWriter number(long value) {
        separate();
        out.append(value);
        return this;
    }

    /** Writes a number from its text, which must be a JSON number. */
    public JsonWriter number(String text) {
        separate();
        out.append(text);
        return this;
    }

    /** Writes true or false. */
    public JsonWriter bool(boolean value) {
        separate();
        out.append(value);
        return this;
    }

    /** Writes null. */
    public JsonWriter nothing() {
        separate();
        out.append("null");
        return this;
    }

    /** Writes a JSON value with all its members or elements. */
    public JsonWriter value(JsonValue value) {
        if (value instanceof JsonValue.Members object) {
            beginObject();
            object.members().forEach((name, member) -> name(name).value(member));
            return endObject();
        } else if (value instanceof JsonValue.Items array) {
            beginArray();
            array.items().forEach(this::value);
            return endArray();
        } else if (value instanceof JsonValue.Text text) {
            return string(text.text());
        } else if (value instanceof JsonValue.Number number) {
            return number(number.text());
        } else if (value instanceof JsonValue.Bool bool) {
            return bool(bool.value());
        }
        return nothing();
    }

    private JsonWriter open(char bracket) {
        separate();
        out.append(bracket);
        comma = false;
        return this;
    }

    private JsonWriter close(char bracket) {
        out.append(bracket);
        comma = true;
        return this;
    }

    private void separate() {
        if (comma) {
            out.append(',');
        }
        comma = true;
    }

    private void quote(String value) {
        out.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (c < ' ' || c == 0x7f || c == 0x2028 || c == 0x2029) {
                        out.append("\\u").append(Character.forDigit(c >> 12, 16));
                        out.append(Character.forDigit((c >> 8) & 15, 16));
                        out.append(Character.forDigit((c >> 4) & 15, 16)).append(Character.forDigit(c & 15, 16));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }
}
