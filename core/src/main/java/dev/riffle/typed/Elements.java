package dev.riffle.typed;

import dev.riffle.io.Bytes;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoField;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The types that features hold without a conversion of the caller. */
final class Elements {

    private static final long NANOS = 1_000_000_000L;
    private static final int UUID_CHARACTERS = 36;
    private static final Map<Class<?>, Element> BY_TYPE = byType();

    private Elements() {}

    /** Returns the element for a type, or null. Doubles and enums need a choice and have none here. */
    static @Nullable Element of(Class<?> type) {
        return BY_TYPE.get(type);
    }

    private static Map<Class<?>, Element> byType() {
        Map<Class<?>, Element> elements = new HashMap<>();
        add(elements, new PrimitiveElement(boolean.class, "a boolean (0 or 1)", 0, 1), Boolean.class);
        add(
                elements,
                new PrimitiveElement(byte.class, "a byte (-128 to 127)", Byte.MIN_VALUE, Byte.MAX_VALUE),
                Byte.class);
        add(
                elements,
                new PrimitiveElement(short.class, "a short (-32768 to 32767)", Short.MIN_VALUE, Short.MAX_VALUE),
                Short.class);
        add(elements, new PrimitiveElement(char.class, "a char (0 to 65535)", 0, Character.MAX_VALUE), Character.class);
        add(
                elements,
                new PrimitiveElement(
                        int.class, "an int (-2147483648 to 2147483647)", Integer.MIN_VALUE, Integer.MAX_VALUE),
                Integer.class);
        add(elements, new PrimitiveElement(long.class, "a long", Long.MIN_VALUE, Long.MAX_VALUE), Long.class);
        add(elements, FloatElement.ofFloats(), Float.class);
        add(elements, new StringElement(), String.class);
        add(elements, new ByteStringElement(byte[].class), byte[].class);
        add(elements, new ByteStringElement(Bytes.class), Bytes.class);
        add(elements, new ByteStringElement(ByteBuffer.class), ByteBuffer.class);
        add(elements, new InstantElement(), Instant.class);
        add(elements, new DurationElement(), Duration.class);
        add(elements, new DateElement(), LocalDate.class);
        add(elements, new UuidElement(), UUID.class);
        add(elements, new DecimalElement(), BigDecimal.class);
        return Map.copyOf(elements);
    }

    private static void add(Map<Class<?>, Element> elements, Element element, Class<?> type) {
        elements.put(type, element);
        elements.put(element.type(), element);
    }

    /** The primitive types other than float and double. */
    private static final class PrimitiveElement extends IntegerElement {

        private final String expected;
        private final long least;
        private final long most;

        PrimitiveElement(Class<?> type, String expected, long least, long most) {
            super(type);
            this.expected = expected;
            this.least = least;
            this.most = most;
        }

        @Override
        String expected() {
            return expected;
        }

        @Override
        long toLong(Object value) {
            Class<?> type = type();
            if (type == long.class) {
                return (long) value;
            } else if (type == int.class) {
                return (int) value;
            } else if (type == boolean.class) {
                return (boolean) value ? 1 : 0;
            } else if (type == char.class) {
                return (char) value;
            }
            return type == short.class ? (short) value : (byte) value;
        }

        @Override
        Object fromLong(long integer) {
            long value = checked(integer, least, most);
            Class<?> type = type();
            if (type == long.class) {
                return value;
            } else if (type == int.class) {
                return (int) value;
            } else if (type == boolean.class) {
                return value == 1;
            } else if (type == char.class) {
                return (char) value;
            } else if (type == short.class) {
                return (short) value;
            }
            return (byte) value;
        }
    }

    /** Days since 1970-01-01. */
    private static final class DateElement extends IntegerElement {

        DateElement() {
            super(LocalDate.class);
        }

        @Override
        String expected() {
            return "a LocalDate (days since 1970-01-01)";
        }

        @Override
        long toLong(Object value) {
            return ((LocalDate) value).toEpochDay();
        }

        @Override
        Object fromLong(long integer) {
            try {
                return LocalDate.ofEpochDay(ChronoField.EPOCH_DAY.checkValidValue(integer));
            } catch (DateTimeException e) {
                throw mismatch(Long.toString(integer), e);
            }
        }
    }

    /** Nanoseconds since 1970-01-01T00:00Z. */
    private static final class InstantElement extends IntegerElement {

        InstantElement() {
            super(Instant.class);
        }

        @Override
        String expected() {
            return "an Instant (nanoseconds since 1970, from 1677-09-21 to 2262-04-11)";
        }

        @Override
        long toLong(Object value) {
            Instant instant = (Instant) value;
            try {
                return nanos(instant.getEpochSecond(), instant.getNano());
            } catch (ArithmeticException e) {
                throw mismatch(instant.toString(), e);
            }
        }

        @Override
        Object fromLong(long integer) {
            return Instant.ofEpochSecond(Math.floorDiv(integer, NANOS), Math.floorMod(integer, NANOS));
        }
    }

    /** Nanoseconds. */
    private static final class DurationElement extends IntegerElement {

        DurationElement() {
            super(Duration.class);
        }

        @Override
        String expected() {
            return "a Duration (nanoseconds, up to 292 years)";
        }

        @Override
        long toLong(Object value) {
            Duration duration = (Duration) value;
            try {
                return nanos(duration.getSeconds(), duration.getNano());
            } catch (ArithmeticException e) {
                throw mismatch(duration.toString(), e);
            }
        }

        @Override
        Object fromLong(long integer) {
            return Duration.ofNanos(integer);
        }
    }

    /** Returns seconds and nanoseconds as nanoseconds. Throws {@link ArithmeticException} beyond 64 bits. */
    private static long nanos(long seconds, int nanos) {
        // the product for negative seconds can be out of range even if the sum is not
        return seconds < 0
                ? Math.addExact(Math.multiplyExact(seconds + 1, NANOS), nanos - NANOS)
                : Math.addExact(Math.multiplyExact(seconds, NANOS), nanos);
    }

    private static final class StringElement extends TextElement {

        StringElement() {
            super(String.class);
        }

        @Override
        String expected() {
            return "a text in UTF-8";
        }

        @Override
        String toText(Object value) {
            return (String) value;
        }

        @Override
        Object fromText(String text) {
            return text;
        }
    }

    /** The usual form with hyphens, in lower case. */
    private static final class UuidElement extends TextElement {

        UuidElement() {
            super(UUID.class);
        }

        @Override
        String expected() {
            return "a UUID (36 characters)";
        }

        @Override
        String toText(Object value) {
            return value.toString();
        }

        @Override
        Object fromText(String text) {
            UUID uuid = text.length() == UUID_CHARACTERS ? UUID.fromString(text) : new UUID(0, 0);
            // the JDK accepts groups of other lengths
            if (!uuid.toString().equals(text.toLowerCase(Locale.ROOT))) {
                throw new IllegalArgumentException("not a UUID");
            }
            return uuid;
        }
    }

    /** Decimal digits with the scale, as {@link BigDecimal#toString()} returns them. */
    private static final class DecimalElement extends TextElement {

        DecimalElement() {
            super(BigDecimal.class);
        }

        @Override
        String expected() {
            return "a decimal number";
        }

        @Override
        String toText(Object value) {
            return value.toString();
        }

        @Override
        Object fromText(String text) {
            return new BigDecimal(text);
        }
    }

    private static final class ByteStringElement extends BytesElement {

        ByteStringElement(Class<?> type) {
            super(type);
        }

        @Override
        String expected() {
            return "a byte string";
        }

        @Override
        void writeBytes(Object value, MessageOutput out) {
            if (type() == byte[].class) {
                out.writeBytes((byte[]) value);
            } else if (type() == Bytes.class) {
                out.writeBytes((Bytes) value);
            } else {
                out.writeBytes((ByteBuffer) value);
            }
        }

        @Override
        Object fromBytes(FoundValues found, int begin, int end) {
            if (type() == byte[].class) {
                return Arrays.copyOfRange(found.array, begin, end);
            }
            Bytes bytes = found.bytes(begin, end);
            return type() == Bytes.class ? bytes : bytes.asByteBuffer();
        }
    }
}
