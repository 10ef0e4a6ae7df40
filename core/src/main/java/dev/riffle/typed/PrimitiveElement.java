package dev.riffle.typed;

import org.jspecify.annotations.Nullable;

/** Values of the primitive types other than float and double. */
final class PrimitiveElement extends IntegerElement {

    private final String expected;
    private final long least;
    private final long most;

    private PrimitiveElement(Class<?> type, String expected, long least, long most) {
        super(type);
        this.expected = expected;
        this.least = least;
        this.most = most;
    }

    /** Returns the element for a primitive type or its wrapper, or null for any other type. */
    static @Nullable Element of(Class<?> type) {
        if (type == long.class || type == Long.class) {
            return new PrimitiveElement(long.class, "a long", Long.MIN_VALUE, Long.MAX_VALUE);
        } else if (type == int.class || type == Integer.class) {
            return new PrimitiveElement(
                    int.class, "an int (-2147483648 to 2147483647)", Integer.MIN_VALUE, Integer.MAX_VALUE);
        } else if (type == boolean.class || type == Boolean.class) {
            return new PrimitiveElement(boolean.class, "a boolean (0 or 1)", 0, 1);
        } else if (type == short.class || type == Short.class) {
            return new PrimitiveElement(short.class, "a short (-32768 to 32767)", Short.MIN_VALUE, Short.MAX_VALUE);
        } else if (type == byte.class || type == Byte.class) {
            return new PrimitiveElement(byte.class, "a byte (-128 to 127)", Byte.MIN_VALUE, Byte.MAX_VALUE);
        } else if (type == char.class || type == Character.class) {
            return new PrimitiveElement(char.class, "a char (0 to 65535)", 0, Character.MAX_VALUE);
        }
        return null;
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
