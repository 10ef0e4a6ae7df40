package dev.riffle.formats;

import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.example.MalformedTextException;
import dev.riffle.internal.JsonSyntaxException;
import dev.riffle.internal.JsonValue;
import dev.riffle.io.ByteSource;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the objects of the lines of several files. */
final class JsonLines implements Closeable {

    private final Iterator<ByteSource> sources;
    private final Dialect dialect;

    private @Nullable TextLines reader;
    private String source = "";
    private long line;
    private Map<String, MemberValue> members = Map.of();
    private Optional<Example> exact = Optional.empty();

    JsonLines(List<ByteSource> sources, Dialect dialect) {
        this.sources = sources.iterator();
        this.dialect = dialect;
    }

    /** Advances to the next line that is not blank. Returns false at the end. */
    boolean next() throws IOException {
        String text = nextText();
        if (text == null) {
            return false;
        }
        members = Map.of();
        exact = Optional.empty();
        try {
            parse(text);
        } catch (OutOfMemoryError e) {
            throw TextInput.outOfMemory(source, line, "the line", e);
        }
        return true;
    }

    private void parse(String text) throws ImportException {
        if (text.stripLeading().startsWith("[")) {
            throw failure("expected one object in each line, found an array; 'jq -c .[]' converts an array to lines");
        }
        try {
            JsonValue value = JsonValue.parse(text);
            if (!(value instanceof JsonValue.Members object)) {
                throw failure("expected an object in each line, as in {\"name\":\"value\"}");
            }
            if (isExact(object)) {
                exact = Optional.of(Example.parseJson(text, dialect));
            } else {
                members = members(object);
            }
        } catch (JsonSyntaxException e) {
            throw failure("column " + e.column() + ": " + e.reason());
        } catch (MalformedTextException e) {
            throw failure("column " + e.column() + ": " + e.reason());
        } catch (IllegalArgumentException e) {
            throw failure(String.valueOf(e.getMessage()));
        }
    }

    private @Nullable String nextText() throws IOException {
        while (true) {
            if (reader == null) {
                if (!sources.hasNext()) {
                    return null;
                }
                ByteSource next = sources.next();
                source = next.name();
                line = 0;
                reader = new TextLines(TextInput.open(next), TextInput.mostCharacters());
            }
            String text = readLine(reader);
            if (text == null) {
                reader.close();
                reader = null;
            } else {
                line++;
                if (!text.isBlank()) {
                    return text;
                }
            }
        }
    }

    private @Nullable String readLine(TextLines from) throws IOException {
        try {
            return from.next();
        } catch (CharacterCodingException e) {
            throw TextInput.notUtf8(source, line + 1);
        } catch (TextLines.TooLongException e) {
            throw TextInput.tooLong(source, line + 1, "the line", "");
        }
    }

    /**
     * Returns whether an object is a message in protobuf's JSON mapping, whose only member has a fixed name.
     */
    private boolean isExact(JsonValue.Members object) {
        if (object.members().size() != 1) {
            return false;
        }
        JsonValue inner = object.members().get(dialect == Dialect.TENSORFLOW ? "features" : "feature");
        return inner instanceof JsonValue.Members inside
                && TaggedJson.read(inside).isEmpty();
    }

    private Map<String, MemberValue> members(JsonValue.Members object) throws ImportException {
        Map<String, MemberValue> found = new LinkedHashMap<>();
        for (Map.Entry<String, JsonValue> member : object.members().entrySet()) {
            if (!(member.getValue() instanceof JsonValue.Null)) {
                found.put(member.getKey(), value(member.getKey(), member.getValue()));
            }
        }
        return found;
    }

    private MemberValue value(String name, JsonValue value) throws ImportException {
        if (value instanceof JsonValue.Members object) {
            try {
                return new MemberValue.Tagged(TaggedJson.read(object)
                        .orElseThrow(() -> failure("member \"" + name
                                + "\" is an object, which an Example cannot hold; move its members one level up")));
            } catch (IllegalArgumentException e) {
                throw failure("member \"" + name + "\": " + e.getMessage());
            }
        }
        List<Scalar> scalars = new ArrayList<>();
        if (value instanceof JsonValue.Items items) {
            for (JsonValue item : items.items()) {
                scalars.add(scalar(name, item));
            }
        } else {
            scalars.add(scalar(name, value));
        }
        return new MemberValue.Plain(scalars);
    }

    private Scalar scalar(String name, JsonValue value) throws ImportException {
        if (value instanceof JsonValue.Number number) {
            return Scalar.open(number.text());
        } else if (value instanceof JsonValue.Text text) {
            return Scalar.text(text.text());
        } else if (value instanceof JsonValue.Bool bool) {
            return Scalar.truth(bool.value());
        }
        String what =
                value instanceof JsonValue.Null ? "a null" : value instanceof JsonValue.Items ? "a list" : "an object";
        throw failure("member \"" + name + "\" has " + what
                + " in its list, but an Example holds only numbers and texts; flatten the list, or omit it");
    }

    ImportException failure(String reason) {
        return new ImportException(source, line, reason);
    }

    /** Returns the members of a line in the plain form. Empty if {@link #exact()} returns the Example. */
    Map<String, MemberValue> members() {
        return members;
    }

    /** Returns the Example of a line in the exact form. */
    Optional<Example> exact() {
        return exact;
    }

    String source() {
        return source;
    }

    long line() {
        return line;
    }

    @Override
    public void close() throws IOException {
        if (reader != null) {
            reader.close();
            reader = null;
        }
    }
}
