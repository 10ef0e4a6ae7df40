package dev.riffle.typed;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.UUID;

/** Strings, and values whose text has all their information. */
final class StringElement extends TextElement {

    private static final int UUID_CHARACTERS = 36;

    private StringElement(Class<?> type) {
        super(type);
    }

    /**
     * Returns the element for {@code String}, {@code UUID} or {@code BigDecimal}. A UUID has the usual form with
     * hyphens, in lower case. A decimal number has digits and a scale, as in {@link BigDecimal#toString()}.
     */
    static Element of(Class<?> type) {
        return new StringElement(type);
    }

    @Override
    String expected() {
        if (type() == String.class) {
            return "a text in UTF-8";
        }
        return type() == UUID.class ? "a UUID (36 characters)" : "a decimal number";
    }

    @Override
    String toText(Object value) {
        return type() == String.class ? (String) value : value.toString();
    }

    @Override
    Object fromText(String text) {
        if (type() == String.class) {
            return text;
        }
        return type() == UUID.class ? uuid(text) : new BigDecimal(text);
    }

    private static UUID uuid(String text) {
        UUID uuid = text.length() == UUID_CHARACTERS ? UUID.fromString(text) : new UUID(0, 0);
        // the JDK accepts groups of other lengths
        if (!uuid.toString().equals(text.toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException("not a UUID");
        }
        return uuid;
    }
}
