package dev.riffle.structure;

import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.lang.reflect.RecordComponent;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/** Creates valid arguments and receivers of calls by their types. */
public final class SampleValues {

    private final Map<Class<?>, Callable<?>> samples = new HashMap<>();

    public SampleValues() {
        for (Class<?> type : new Class<?>[] {Object.class, String.class, CharSequence.class, Comparable.class}) {
            samples.put(type, () -> "a");
        }
        with(byte.class, () -> (byte) 1).with(short.class, () -> (short) 1).with(char.class, () -> 'a');
        with(int.class, () -> 1).with(long.class, () -> 1L).with(boolean.class, () -> true);
        with(float.class, () -> 1f).with(double.class, () -> 1d).with(Number.class, () -> 1L);
        with(Boolean.class, () -> true).with(Long.class, () -> 1L).with(Integer.class, () -> 1);
        with(OptionalInt.class, OptionalInt::empty)
                .with(Enum.class, () -> Thread.State.NEW)
                .with(Duration.class, () -> Duration.ofDays(1));
        with(OptionalLong.class, OptionalLong::empty).with(ByteOrder.class, ByteOrder::nativeOrder);
        with(ByteBuffer.class, () -> ByteBuffer.allocate(8)).with(Throwable.class, IllegalStateException::new);
        with(List.class, List::of).with(Set.class, Set::of).with(Map.class, Map::of);
        with(java.util.Collection.class, List::of).with(Iterable.class, List::of);
        with(Stream.class, Stream::of).with(Optional.class, Optional::empty);
        with(Appendable.class, StringBuilder::new).with(Class.class, () -> String.class);
    }

    /** Adds a sample of a type. The function creates a new value for each call. */
    public <T> SampleValues with(Class<? super T> type, Callable<? extends T> sample) {
        samples.put(type, sample);
        return this;
    }

    Object[] of(Class<?>[] types) throws ReflectiveOperationException {
        Object[] values = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            values[i] = of(types[i]);
        }
        return values;
    }

    Object of(Class<?> type) throws ReflectiveOperationException {
        Callable<?> sample = samples.get(type);
        if (sample != null) {
            try {
                return sample.call();
            } catch (Exception e) {
                throw new InvocationTargetException(e, "sample of " + type);
            }
        }
        if (type.isEnum()) {
            return type.getEnumConstants()[0];
        }
        if (type.isArray()) {
            Object array = Array.newInstance(type.getComponentType(), 1);
            Array.set(array, 0, of(type.getComponentType()));
            return array;
        }
        if (type.isRecord()) {
            Class<?>[] components = Arrays.stream(type.getRecordComponents())
                    .map(RecordComponent::getType)
                    .toArray(Class<?>[]::new);
            return type.getConstructor(components).newInstance(of(components));
        }
        if (type.isInterface() && !type.isSealed()) {
            return untouchable(type);
        }
        throw new IllegalStateException("no sample of " + type);
    }

    /** Returns an object whose methods fail, because a call with null must do nothing. */
    private static Object untouchable(Class<?> type) {
        return Proxy.newProxyInstance(
                type.getClassLoader() == null ? SampleValues.class.getClassLoader() : type.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> {
                    return switch (method.getName()) {
                        case "hashCode" -> 1;
                        case "equals" -> proxy == arguments[0];
                        case "toString" -> "sample of " + type.getSimpleName();
                        default -> throw new AssertionError("a call with null must not call " + method);
                    };
                });
    }
}
