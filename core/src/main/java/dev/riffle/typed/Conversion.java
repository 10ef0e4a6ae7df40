package dev.riffle.typed;

import java.lang.invoke.MethodType;
import java.util.function.Function;

/**
 * The functions of {@link RecordCodec.Builder#with}.
 *
 * @param type the type of the caller
 * @param as the type that features hold
 */
record Conversion(Class<?> type, Class<?> as, Function<Object, ?> to, Function<Object, ?> from) {

    /** Returns a conversion of objects; both functions get only objects of their types. */
    static <V, W> Conversion of(
            Class<V> type, Class<W> as, Function<? super V, ? extends W> to, Function<? super W, ? extends V> from) {
        return new Conversion(type, as, value -> to.apply(cast(type, value)), value -> from.apply(cast(as, value)));
    }

    /** Casts an object; a primitive class stands for its wrapper. */
    @SuppressWarnings("unchecked") // the wrapper of a primitive class has the same type argument
    private static <X> X cast(Class<X> type, Object value) {
        return ((Class<X>) MethodType.methodType(type).wrap().returnType()).cast(value);
    }

    /** Returns the expected content of a feature for the caller's type. */
    String expected(String base) {
        return base + " for " + type.getSimpleName();
    }

    /** Returns the value that a feature holds. */
    Object apply(Object value) {
        return converted(to, value, type, as);
    }

    /** Returns the value of the caller's type. */
    Object restore(Object value) {
        return converted(from, value, as, type);
    }

    private static Object converted(Function<Object, ?> function, Object value, Class<?> given, Class<?> wanted) {
        Object result;
        try {
            result = function.apply(value);
        } catch (RuntimeException e) {
            throw new ValueMismatch(
                    given.getSimpleName() + " that converts to " + wanted.getSimpleName(), String.valueOf(e), e);
        }
        if (result == null) {
            throw new ValueMismatch(wanted.getSimpleName(), "null, from the conversion of " + given.getSimpleName());
        }
        return result;
    }
}
