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
        Object result;
        try {
            result = to.apply(value);
        } catch (RuntimeException e) {
            throw new ValueMismatch(
                    type.getSimpleName() + " that converts to " + as.getSimpleName(), String.valueOf(e), e);
        }
        return checked(result, as, type);
    }

    /** Returns the value of the caller's type. */
    Object restore(Object value) {
        Object result;
        try {
            result = from.apply(value);
        } catch (RuntimeException e) {
            throw new ValueMismatch(
                    as.getSimpleName() + " that converts to " + type.getSimpleName(), String.valueOf(e), e);
        }
        return checked(result, type, as);
    }

    private static Object checked(Object result, Class<?> wanted, Class<?> given) {
        if (result == null) {
            throw new ValueMismatch(wanted.getSimpleName(), "null, from the conversion of " + given.getSimpleName());
        }
        return result;
    }
}
