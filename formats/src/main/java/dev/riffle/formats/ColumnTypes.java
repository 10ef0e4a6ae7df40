package dev.riffle.formats;

import dev.riffle.example.Kind;
import dev.riffle.example.MalformedTextException;
import dev.riffle.internal.Argument;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Maps column names to kinds, in a fixed order. Immutable and safe for use by several threads.
 *
 * <p>The text form is {@code age:int64,weight:float,label:bytes}. The kinds are bytes, float and int64. OFRecord also
 * has double and int32. A backslash escapes a comma, colon or backslash in a name.
 * <pre>{@code
 * ColumnTypes types = ColumnTypes.parse("age:int64,label:bytes");
 * }</pre>
 *
 * @since 0.1
 */
public final class ColumnTypes {

    private static final ColumnTypes NONE = new ColumnTypes(Map.of());

    private final Map<String, Kind> kinds;

    private ColumnTypes(Map<String, Kind> kinds) {
        this.kinds = kinds;
    }

    /** Returns an empty map, so that a survey finds the kinds of all columns. */
    public static ColumnTypes none() {
        return NONE;
    }

    /** Returns the kinds of {@code kinds}, in the order of that map. */
    public static ColumnTypes of(Map<String, Kind> kinds) {
        Argument.allPresent(kinds, "kinds");
        return new ColumnTypes(Collections.unmodifiableMap(new LinkedHashMap<>(kinds)));
    }

    /**
     * Parses the text form.
     *
     * @throws MalformedTextException if the text has another form, or names a column twice
     */
    public static ColumnTypes parse(String text) {
        Argument.present(text, "text");
        try {
            return of(read(text));
        } catch (IllegalArgumentException e) {
            throw new MalformedTextException(String.valueOf(e.getMessage()), e);
        }
    }

    private static Map<String, Kind> read(String text) {
        Map<String, Kind> kinds = new LinkedHashMap<>();
        StringBuilder name = new StringBuilder();
        int colon = -1;
        for (int i = 0; i <= text.length(); i++) {
            char c = i < text.length() ? text.charAt(i) : ',';
            if (c == '\\' && i + 1 < text.length()) {
                name.append(text.charAt(++i));
            } else if (c == ',' && i <= text.length()) {
                add(kinds, name.toString(), colon);
                name.setLength(0);
                colon = -1;
            } else {
                colon = c == ':' ? name.length() : colon;
                name.append(c);
            }
        }
        return kinds;
    }

    private static void add(Map<String, Kind> kinds, String entry, int colon) {
        if (colon < 0) {
            throw new IllegalArgumentException(
                    "expected NAME:KIND, as in age:int64,weight:float,label:bytes; found \"" + entry + "\"");
        }
        String name = entry.substring(0, colon);
        if (kinds.put(name, kindOf(entry.substring(colon + 1))) != null) {
            throw new IllegalArgumentException("expected one type for each column, found two for \"" + name + "\"");
        }
    }

    private static Kind kindOf(String word) {
        for (Kind kind : Kind.values()) {
            if (kind != Kind.NOT_SET && word(kind).equals(word)) {
                return kind;
            }
        }
        throw new IllegalArgumentException(
                "expected the type bytes, float, int64, double or int32, found \"" + word + "\"");
    }

    /** Returns the word for a kind: bytes, float, int64, double, int32; "none" for {@link Kind#NOT_SET}. */
    static String word(Kind kind) {
        return kind == Kind.NOT_SET ? "none" : kind.name().toLowerCase(Locale.ROOT);
    }

    /** Returns the kind of a column. Empty if this map does not contain the column. */
    public Optional<Kind> find(String name) {
        Argument.present(name, "name");
        return Optional.ofNullable(kinds.get(name));
    }

    /** Returns all kinds by name, in their order, as an unmodifiable map. */
    public Map<String, Kind> kinds() {
        return kinds;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ColumnTypes that && kinds.equals(that.kinds);
    }

    @Override
    public int hashCode() {
        return kinds.hashCode();
    }

    /** Returns the text form. Omits columns without values. */
    @Override
    public String toString() {
        return kinds.entrySet().stream()
                .filter(entry -> entry.getValue() != Kind.NOT_SET)
                .map(entry -> entry.getKey().replaceAll("[\\\\,:]", "\\\\$0") + ":" + word(entry.getValue()))
                .collect(Collectors.joining(","));
    }
}
