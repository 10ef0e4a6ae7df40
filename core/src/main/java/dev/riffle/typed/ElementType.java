package dev.riffle.typed;

import dev.riffle.example.Kind;
import dev.riffle.io.Bytes;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The types of single values that features hold without a conversion of the caller: the kind of their features, and
 * their integer or text.
 */
enum ElementType {
    BOOLEAN(Kind.INT64, "a boolean (0 or 1)", 0, 1),
    BYTE(Kind.INT64, "a byte (-128 to 127)", Byte.MIN_VALUE, Byte.MAX_VALUE),
    SHORT(Kind.INT64, "a short (-32768 to 32767)", Short.MIN_VALUE, Short.MAX_VALUE),
    CHAR(Kind.INT64, "a char (0 to 65535)", 0, Character.MAX_VALUE),
    INT(Kind.INT64, "an int (-2147483648 to 2147483647)", Integer.MIN_VALUE, Integer.MAX_VALUE),
    LONG(Kind.INT64, "a long"),
    /** The ordinal of an enum constant. */
    ORDINAL(Kind.INT64, "an ordinal"),
    /** Nanoseconds since 1970-01-01T00:00Z. */
    INSTANT(Kind.INT64, "an Instant (nanoseconds since 1970, from 1677-09-21 to 2262-04-11)"),
    /** Nanoseconds. */
    DURATION(Kind.INT64, "a Duration (nanoseconds, up to 292 years)"),
    /** Days since 1970-01-01. */
    DATE(Kind.INT64, "a LocalDate (days since 1970-01-01)"),
    FLOAT(Kind.FLOAT, "a float"),
    /** A double that is rounded to the nearest float. */
    DOUBLE(Kind.FLOAT, "a double"),
    STRING(Kind.BYTES, "a text in UTF-8"),
    /** The usual form with hyphens, in lower case. */
    UUID_TEXT(Kind.BYTES, "a UUID (36 characters)"),
    /** Digits and a scale, as in {@link BigDecimal#toString()}. */
    DECIMAL(Kind.BYTES, "a decimal number"),
    /** The name of an enum constant. */
    NAME(Kind.BYTES, "a name"),
    BYTE_ARRAY(Kind.BYTES, "a byte string"),
    BYTES(Kind.BYTES, "a byte string"),
    BYTE_BUFFER(Kind.BYTES, "a byte string");

    private static final long NANOS = 1_000_000_000L;
    private static final int UUID_CHARACTERS = 36;

    final Kind kind;

    /** The expected content with its article, for messages. */
    final String expected;

    /** The limits of the integer. */
    final long least;

    final long most;

    ElementType(Kind kind, String expected) {
        this(kind, expected, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    ElementType(Kind kind, String expected, long least, long most) {
        this.kind = kind;
        this.expected = expected;
        this.least = least;
        this.most = most;
    }

    /** Returns the type of values of a class, or null. Doubles and enums need a choice and have none here. */
    static @Nullable ElementType of(Class<?> type) {
        // frequent types first, because a comparison loads the class that it names
        if (type == String.class) {
            return STRING;
        } else if (type == byte[].class) {
            return BYTE_ARRAY;
        } else if (type.isArray()) {
            return null;
        }
        ElementType primitive = ofPrimitive(type);
        if (primitive != null) {
            return primitive;
        } else if (type == ByteBuffer.class) {
            return BYTE_BUFFER;
        } else if (type == Bytes.class) {
            return BYTES;
        } else if (type == Instant.class) {
            return INSTANT;
        } else if (type == Duration.class) {
            return DURATION;
        } else if (type == LocalDate.class) {
            return DATE;
        } else if (type == UUID.class) {
            return UUID_TEXT;
        }
        return type == BigDecimal.class ? DECIMAL : null;
    }

    private static @Nullable ElementType ofPrimitive(Class<?> type) {
        if (type == long.class || type == Long.class) {
            return LONG;
        } else if (type == float.class || type == Float.class) {
            return FLOAT;
        } else if (type == int.class || type == Integer.class) {
            return INT;
        } else if (type == boolean.class || type == Boolean.class) {
            return BOOLEAN;
        } else if (type == short.class || type == Short.class) {
            return SHORT;
        } else if (type == byte.class || type == Byte.class) {
            return BYTE;
        }
        return type == char.class || type == Character.class ? CHAR : null;
    }

    /** Returns whether the type is text in UTF-8. */
    boolean isText() {
        return kind == Kind.BYTES && ordinal() < BYTE_ARRAY.ordinal();
    }

    /** Returns the integer for a value. Throws {@link ArithmeticException} beyond 64 bits. */
    long toLong(Object value) {
        return switch (this) {
            case LONG -> (long) value;
            case INT -> (int) value;
            case BOOLEAN -> (boolean) value ? 1 : 0;
            case BYTE -> (byte) value;
            case SHORT -> (short) value;
            case CHAR -> (char) value;
            case ORDINAL -> ((Enum<?>) value).ordinal();
            case INSTANT -> {
                Instant instant = (Instant) value;
                yield nanos(instant.getEpochSecond(), instant.getNano());
            }
            case DURATION -> ((Duration) value).toNanos();
            case DATE -> ((LocalDate) value).toEpochDay();
            case FLOAT, DOUBLE, STRING, UUID_TEXT, DECIMAL, NAME, BYTE_ARRAY, BYTES, BYTE_BUFFER ->
                throw new IllegalStateException("not an integer: " + this);
        };
    }

    /** Returns seconds and nanoseconds as nanoseconds. Throws {@link ArithmeticException} beyond 64 bits. */
    private static long nanos(long seconds, int nanos) {
        // the product for negative seconds can be out of range even if the sum is not
        return seconds < 0
                ? Math.addExact(Math.multiplyExact(seconds + 1, NANOS), nanos - NANOS)
                : Math.addExact(Math.multiplyExact(seconds, NANOS), nanos);
    }

    /**
     * Returns the value for an integer within the limits. Throws {@link java.time.DateTimeException} if there is no
     * such date.
     *
     * @param constants the constants of the enum; empty for other types
     */
    Object fromLong(long integer, Enum<?>[] constants) {
        return switch (this) {
            case LONG -> (Object) integer;
            case INT -> (Object) (int) integer;
            case BOOLEAN -> (Object) (integer == 1);
            case BYTE -> (Object) (byte) integer;
            case SHORT -> (Object) (short) integer;
            case CHAR -> (Object) (char) integer;
            case ORDINAL -> constants[(int) integer];
            case INSTANT -> Instant.ofEpochSecond(Math.floorDiv(integer, NANOS), Math.floorMod(integer, NANOS));
            case DURATION -> Duration.ofNanos(integer);
            case DATE -> LocalDate.ofEpochDay(integer);
            case FLOAT, DOUBLE, STRING, UUID_TEXT, DECIMAL, NAME, BYTE_ARRAY, BYTES, BYTE_BUFFER ->
                throw new IllegalStateException("not an integer: " + this);
        };
    }

    /** Returns the text of a value. */
    String toText(Object value) {
        if (this == STRING) {
            return (String) value;
        }
        return this == NAME ? ((Enum<?>) value).name() : value.toString();
    }

    /**
     * Returns the value of a text. Throws {@link IllegalArgumentException} if there is none.
     *
     * @param type the class of the value
     */
    @SuppressWarnings({"unchecked", "rawtypes"}) // a name belongs to an enum
    Object fromText(String text, Class<?> type) {
        if (this == STRING) {
            return text;
        } else if (this == NAME) {
            return Enum.valueOf((Class) type, text);
        }
        return this == UUID_TEXT ? uuid(text) : new BigDecimal(text);
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
