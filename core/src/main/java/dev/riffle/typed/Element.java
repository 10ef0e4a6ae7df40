package dev.riffle.typed;

import dev.riffle.example.Kind;
import dev.riffle.internal.FloatText;
import dev.riffle.internal.QuotedBytes;
import dev.riffle.internal.Utf8;
import dev.riffle.internal.WireScanner;
import dev.riffle.io.Bytes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Converts values of one Java type to single values of a feature and back. Immutable.
 *
 * <p>The first codec of a process should load few classes, so one class with a table of types serves all elements.
 */
final class Element {

    private static final int MOST_SHOWN_BYTES = 40;
    private static final Enum<?>[] NO_CONSTANTS = {};

    private final ElementType element;
    private final Class<?> type;
    private final boolean isText;

    /** The constants of an enum whose ordinals the feature holds. */
    private final Enum<?>[] constants;

    /** Converts values of a type of the caller; null for types that features hold. */
    private final @Nullable Conversion conversion;

    private Element(ElementType element, Class<?> type, @Nullable Conversion conversion) {
        this.element = element;
        this.type = type;
        this.isText = element.isText();
        this.constants = element == ElementType.ORDINAL ? (Enum<?>[]) type.getEnumConstants() : NO_CONSTANTS;
        this.conversion = conversion;
    }

    /** Returns the element for values of a class. */
    static Element of(ElementType element, Class<?> type) {
        return new Element(element, type, null);
    }

    /** Returns an element for values that functions of the caller convert. */
    Element convertedBy(Conversion functions) {
        return new Element(element, type, functions);
    }

    Kind kind() {
        return element.kind;
    }

    /** Returns the expected content with its article, for messages. */
    String expected() {
        String expected = element.expected;
        if (element == ElementType.ORDINAL) {
            expected += " of " + type.getSimpleName() + " (0 to " + (constants.length - 1) + ")";
        } else if (element == ElementType.NAME) {
            expected += " of " + type.getSimpleName();
        }
        return conversion == null ? expected : conversion.expected(expected);
    }

    // ---------------------------------------------------------------- writing

    /** Writes a value without its tag in a packed chunk, or with its tag in a list of byte strings. */
    void write(Object given, MessageOutput out) {
        Object value = conversion == null ? given : conversion.apply(given);
        if (element.kind == Kind.INT64) {
            out.writeVarint(integer(value));
        } else if (element.kind == Kind.FLOAT) {
            out.writeFloat(element == ElementType.DOUBLE ? nearest((double) value) : (float) value);
        } else {
            int mark = out.mark();
            writeBytes(value, out);
            out.close(mark, WireScanner.FIELD_1);
        }
    }

    private long integer(Object value) {
        try {
            return element.toLong(value);
        } catch (ArithmeticException e) {
            throw mismatch(value.toString(), e);
        }
    }

    /** Returns the nearest float. Throws {@link ValueMismatch} if the value is finite and this float is infinite. */
    static float nearest(double value) {
        if (FloatText.isBeyondRange(value)) {
            throw new ValueMismatch("a double in the range of 32-bit floats", String.valueOf(value));
        }
        return (float) value;
    }

    private void writeBytes(Object value, MessageOutput out) {
        if (isText) {
            try {
                out.writeBytes(Utf8.encode(element.toText(value)));
            } catch (IllegalArgumentException e) {
                throw mismatch(String.valueOf(e.getMessage()), e);
            }
        } else if (element == ElementType.BYTE_ARRAY) {
            out.writeBytes((byte[]) value);
        } else if (element == ElementType.BYTES) {
            out.writeBytes((Bytes) value);
        } else {
            out.writeBytes((ByteBuffer) value);
        }
    }

    // ---------------------------------------------------------------- reading

    /** Returns the value of a feature that has one value of this kind. */
    Object readOnly(FoundValues found, int slot) {
        if (element.kind == Kind.INT64) {
            return restored(fromLong(found.onlyLong(slot)));
        } else if (element.kind == Kind.FLOAT) {
            return restored(fromFloat(found.onlyFloat(slot)));
        }
        return restored(fromBytes(found, found.from(slot), found.to(slot)));
    }

    /** Returns all values of a feature that has values of this kind. */
    Object[] readAll(FoundValues found, int slot) {
        Object[] values = new Object[found.count(slot)];
        if (element.kind == Kind.INT64) {
            long[] integers = found.longs(slot);
            for (int i = 0; i < values.length; i++) {
                values[i] = restored(fromLong(integers[i]));
            }
        } else if (element.kind == Kind.FLOAT) {
            float[] floats = found.floats(slot);
            for (int i = 0; i < values.length; i++) {
                values[i] = restored(fromFloat(floats[i]));
            }
        } else {
            int[] ranges = found.ranges(slot);
            for (int i = 0; i < values.length; i++) {
                values[i] = restored(fromBytes(found, ranges[2 * i], ranges[2 * i + 1]));
            }
        }
        return values;
    }

    private Object restored(Object value) {
        return conversion == null ? value : conversion.restore(value);
    }

    /** Returns the value of a type that features hold. */
    Object fromLong(long integer) {
        long most = element == ElementType.ORDINAL ? constants.length - 1 : element.most;
        if (integer < (element == ElementType.ORDINAL ? 0 : element.least) || integer > most) {
            throw mismatch(Long.toString(integer), null);
        }
        try {
            return element.fromLong(integer, constants);
        } catch (DateTimeException e) {
            throw mismatch(Long.toString(integer), e);
        }
    }

    private Object fromFloat(float value) {
        if (element == ElementType.DOUBLE) {
            return (double) value;
        }
        return value;
    }

    private Object fromBytes(FoundValues found, int begin, int end) {
        if (isText) {
            try {
                return element.fromText(text(found, begin, end), type);
            } catch (IllegalArgumentException e) {
                throw mismatch(excerpt(found, begin, end), e);
            }
        } else if (element == ElementType.BYTE_ARRAY) {
            return Arrays.copyOfRange(found.array, begin, end);
        }
        Bytes bytes = found.bytes(begin, end);
        return element == ElementType.BYTES ? bytes : bytes.asByteBuffer();
    }

    private String text(FoundValues found, int begin, int end) {
        byte[] array = found.array;
        int ascii = Utf8.asciiEnd(array, begin, end);
        if (ascii == end) {
            return new String(array, begin, end - begin, StandardCharsets.ISO_8859_1);
        }
        if (!Utf8.isValid(array, ascii, end)) {
            throw mismatch("bytes that are not UTF-8: " + excerpt(found, begin, end), null);
        }
        return new String(array, begin, end - begin, StandardCharsets.UTF_8);
    }

    /** Returns the beginning of the bytes, for messages. */
    private static String excerpt(FoundValues found, int begin, int end) {
        return QuotedBytes.excerpt(
                ByteBuffer.wrap(found.array, begin, end - begin).slice(), MOST_SHOWN_BYTES);
    }

    /** Returns a mismatch for a value that does not fit the type that features hold. */
    private ValueMismatch mismatch(String found, @Nullable Throwable cause) {
        Element plain = conversion == null ? this : of(element, type);
        return new ValueMismatch(plain.expected(), found, cause);
    }
}
