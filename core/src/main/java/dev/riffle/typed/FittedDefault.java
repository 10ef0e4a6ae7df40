package dev.riffle.typed;

import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/** Converts defaults to the types of their components, if that loses nothing. */
final class FittedDefault {

    private FittedDefault() {}

    /**
     * Returns the value as an object of the type. {@code 7} is a valid default for a long or a float, because Java
     * converts it too.
     *
     * @throws ValueMismatch if the type cannot hold the value
     */
    static Object of(Object value, Class<?> type) {
        Class<?> wrapper = MethodType.methodType(type).wrap().returnType();
        if (wrapper.isInstance(value)) {
            return value;
        }
        if (value instanceof Number number) {
            Object fitted = fitted(number, wrapper);
            if (fitted != null) {
                return fitted;
            }
        }
        throw new ValueMismatch(
                "a value of " + type.getSimpleName(),
                value + " of " + value.getClass().getSimpleName());
    }

    private static @Nullable Object fitted(Number number, Class<?> wrapper) {
        if (number instanceof Integer || number instanceof Long || number instanceof Short || number instanceof Byte) {
            return ofInteger(number.longValue(), wrapper);
        } else if (number instanceof Float && wrapper == Double.class) {
            return number.doubleValue();
        } else if (number instanceof Double && wrapper == Float.class) {
            float nearest = number.floatValue();
            return Double.compare(nearest, number.doubleValue()) == 0 ? nearest : null;
        }
        return null;
    }

    private static @Nullable Object ofInteger(long integer, Class<?> wrapper) {
        if (wrapper == Long.class) {
            return integer;
        } else if (wrapper == Integer.class && integer == (int) integer) {
            return (int) integer;
        } else if (wrapper == Short.class && integer == (short) integer) {
            return (short) integer;
        } else if (wrapper == Byte.class && integer == (byte) integer) {
            return (byte) integer;
        } else if (wrapper == Double.class && isExact(integer, (double) integer)) {
            return (double) integer;
        } else if (wrapper == Float.class && isExact(integer, (float) integer)) {
            return (float) integer;
        }
        return null;
    }

    /** Returns whether the nearest floating-point number equals the integer. A cast of 2^63 returns 2^63 - 1. */
    private static boolean isExact(long integer, double nearest) {
        return (long) nearest == integer && nearest != 0x1p63;
    }
}
