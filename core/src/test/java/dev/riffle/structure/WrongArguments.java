package dev.riffle.structure;

import dev.riffle.RiffleException;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;

/** Lists values that many parameters do not allow, and decides whether an exception explains such a value. */
final class WrongArguments {

    /** The exceptions with which methods of Riffle and of the JDK reject a call, without their subtypes. */
    private static final Set<Class<?>> OF_THE_JDK = Set.of(
            IllegalArgumentException.class,
            IllegalStateException.class,
            IndexOutOfBoundsException.class,
            NoSuchElementException.class,
            UnsupportedOperationException.class,
            UncheckedIOException.class);

    private static final List<String> TEXTS =
            List.of("", " ", "\0", "\ud800", "-1", "99999999999999999999", "{}", "[", "a:", "a=", "{\"a\":1}", "(");

    private static final Map<Class<?>, List<?>> VALUES = Map.ofEntries(
            Map.entry(byte.class, List.of(Byte.MIN_VALUE, (byte) 0, Byte.MAX_VALUE)),
            Map.entry(short.class, List.of(Short.MIN_VALUE, (short) 0, Short.MAX_VALUE)),
            Map.entry(char.class, List.of('\0', '"', '\n', '\ud800')),
            Map.entry(int.class, List.of(Integer.MIN_VALUE, -1, 0, 2, Integer.MAX_VALUE)),
            Map.entry(long.class, List.of(Long.MIN_VALUE, -1L, 0L, 2L, Long.MAX_VALUE)),
            Map.entry(float.class, List.of(Float.NaN, -1f, Float.POSITIVE_INFINITY)),
            Map.entry(double.class, List.of(Double.NaN, -1d, 0d, Double.POSITIVE_INFINITY)),
            Map.entry(String.class, TEXTS),
            Map.entry(CharSequence.class, TEXTS),
            Map.entry(Bytes.class, List.of(Bytes.empty(), Bytes.copyOf(new byte[] {-1, -1, 127}))),
            Map.entry(ByteBuffer.class, List.of(ByteBuffer.allocate(0), ByteBuffer.wrap(new byte[] {-1, -1, 127}))),
            Map.entry(List.class, List.of(List.of())),
            Map.entry(Set.class, List.of(Set.of())),
            Map.entry(Map.class, List.of(Map.of())));

    private WrongArguments() {}

    /** Returns values of a parameter type. The sample values are not among them. */
    static List<Object> of(Class<?> type) {
        if (type.isArray()) {
            List<Object> arrays = new ArrayList<>(List.of(Array.newInstance(type.getComponentType(), 0)));
            for (Object element : VALUES.getOrDefault(type.getComponentType(), List.of())) {
                Object array = Array.newInstance(type.getComponentType(), 3);
                for (int i = 0; i < 3; i++) {
                    Array.set(array, i, element);
                }
                arrays.add(array);
            }
            return arrays;
        }
        return List.copyOf(VALUES.getOrDefault(type, List.of()));
    }

    /**
     * Returns whether the exception is a documented one of Riffle, and its message has a reason. Also returns true if
     * the method has accepted the value and called a function of the caller.
     */
    static boolean isExplained(Throwable failure) {
        if (failure instanceof IndexOutOfBoundsException
                && !String.valueOf(failure.getMessage()).contains(" is out of bounds; ")) {
            return false;
        }
        boolean known = failure instanceof AssertionError
                || OF_THE_JDK.contains(failure.getClass())
                || failure instanceof RiffleException
                || failure instanceof IOException
                || failure instanceof IllegalArgumentException
                        && failure.getClass().getName().startsWith("dev.riffle.");
        return known && failure.getMessage() != null && failure.getMessage().length() > 5;
    }

    /** Returns a value as text, for a message. */
    static String shown(Object value) {
        return value.getClass().isArray() && Array.getLength(value) > 0
                ? "array of " + shown(Array.get(value, 0))
                : value instanceof ByteBuffer buffer ? buffer.limit() + " bytes" : "'" + value + "'";
    }
}
