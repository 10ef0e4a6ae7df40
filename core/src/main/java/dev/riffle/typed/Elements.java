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
        add(elements, new BooleanElement(), Boolean.class);
        add(elements, new NumberElement(byte.class, "a byte", Byte.MIN_VALUE, Byte.MAX_VALUE), Byte.class);
        add(elements, new NumberElement(short.class, "a short", Short.MIN_VALUE, Short.MAX_VALUE), Short.class);
        add(elements, new NumberElement(int.class, "an int", Integer.MIN_VALUE, Integer.MAX_VALUE), Integer.class);
        add(elements, new LongElement(), Long.class);
        add(elements, new CharElement(), Character.class);
        add(elements, FloatElement.ofFloats(), Float.class);
        add(elements, new StringElement(), String.class);
        add(elements, new ArrayElement(), byte[].class);
        add(elements, new SequenceElement(), Bytes.class);
        add(elements, new BufferElement(), ByteBuffer.class);
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

    private static final class LongElement extends IntegerElement {

        LongElement() {
            super(long.class);
        }

        @Override
        String expected() {
            return "a long";
        }

        @Override
        long toLong(Object value) {
            return (long) value;
        }

        @Override
        Object fromLong(long integer) {
            return integer;
        }
    }

    private static final class BooleanElement extends IntegerElement {

        BooleanElement() {
            super(boolean.class);
        }

        @Override
        String expected() {
            return "a boolean (0 or 1)";
        }

        @Override
        long toLong(Object value) {
            return (boolean) value ? 1 : 0;
        }

        @Override
        Object fromLong(long integer) {
            return checked(integer, 0, 1) == 1;
        }
    }

    private static final class CharElement extends IntegerElement {

        CharElement() {
            super(char.class);
        }

        @Override
        String expected() {
            return "a char (0 to 65535)";
        }

        @Override
        long toLong(Object value) {
            return (char) value;
        }

        @Override
        Object fromLong(long integer) {
            return (char) checked(integer, Character.MIN_VALUE, Character.MAX_VALUE);
        }
    }

    /** Integers of up to 32 bits. */
    private static final class NumberElement extends IntegerElement {

        private final String name;
        private final long least;
        private final long most;

        NumberElement(Class<?> type, String name, long least, long most) {
            super(type);
            this.name = name;
            this.least = least;
            this.most = most;
        }

        @Override
        String expected() {
            return name + " (" + least + " to " + most + ")";
        }

        @Override
        long toLong(Object value) {
            if (type() == int.class) {
                return (int) value;
            } else if (type() == short.class) {
                return (short) value;
            }
            return (byte) value;
        }

        @Override
        Object fromLong(long integer) {
            int value = (int) checked(integer, least, most);
            if (type() == int.class) {
                return value;
            } else if (type() == short.class) {
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

    private static final class ArrayElement extends BytesElement {

        ArrayElement() {
            super(byte[].class);
        }

        @Override
        void writeBytes(Object value, MessageOutput out) {
            out.writeBytes((byte[]) value);
        }

        @Override
        Object fromBytes(FoundValues found, int begin, int end) {
            return Arrays.copyOfRange(found.array, begin, end);
        }
    }

    private static final class SequenceElement extends BytesElement {

        SequenceElement() {
            super(Bytes.class);
        }

        @Override
        void writeBytes(Object value, MessageOutput out) {
            out.writeBytes((Bytes) value);
        }

        @Override
        Object fromBytes(FoundValues found, int begin, int end) {
            return found.bytes(begin, end);
        }
    }

    private static final class BufferElement extends BytesElement {

        BufferElement() {
            super(ByteBuffer.class);
        }

        @Override
        void writeBytes(Object value, MessageOutput out) {
            out.writeBytes((ByteBuffer) value);
        }

        @Override
        Object fromBytes(FoundValues found, int begin, int end) {
            return found.bytes(begin, end).asByteBuffer();
        }
    }
}
