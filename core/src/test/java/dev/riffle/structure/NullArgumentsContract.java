package dev.riffle.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.AnnotatedArrayType;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.AnnotatedTypeVariable;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Passes null for each parameter of each public method and constructor that a module exports, and null inside each
 * list, set, map and array. The call must throw {@link IllegalArgumentException} with the name of the parameter, and
 * must change nothing. Exempt are parameters and elements that are annotated as nullable, and the methods of interfaces
 * that users implement. Also passes extreme numbers, odd texts and empty values. If the call throws, the exception must
 * explain the value.
 */
public abstract class NullArgumentsContract {

    /** Returns an exported type of the module. */
    protected abstract Class<?> anyType();

    /** Returns sample values of the types that cannot be created in general, for files in a directory. */
    protected abstract SampleValues samples(Path directory) throws IOException;

    /** Closes a receiver that must still be usable after the calls. */
    protected void close(AutoCloseable receiver) throws Exception {
        receiver.close();
    }

    /** Returns a number that is smaller than the number of calls with a null argument or a wrong argument. */
    protected int fewestCalls() {
        return 20;
    }

    /** Returns a number that is smaller than the number of calls with an argument that contains null. */
    protected int fewestCallsWithElements() {
        return 3;
    }

    @Test
    void namesEveryArgumentThatIsNull(@TempDir Path directory) throws IOException {
        checkCalls(directory, NullArgumentsContract::nullItself, fewestCalls());
    }

    @Test
    void namesEveryArgumentThatContainsNull(@TempDir Path directory) throws IOException {
        checkCalls(directory, NullArgumentsContract::nullInside, fewestCallsWithElements());
    }

    @Test
    void explainsEveryWrongArgument(@TempDir Path directory) throws IOException {
        SampleValues samples = samples(directory);
        List<String> problems = new ArrayList<>();
        int calls = 0;
        for (Class<?> type : ExportedTypes.of(anyType())) {
            for (Executable called : executables(type)) {
                for (int i = 0; i < called.getParameterCount() && !isOfAnyType(called); i++) {
                    for (Object value : WrongArguments.of(called.getParameters()[i].getType())) {
                        calls++;
                        Throwable failure = failure(samples, type, called, i, value);
                        if (failure != null && !WrongArguments.isExplained(failure)) {
                            problems.add(type.getSimpleName() + " " + called.toGenericString() + ", "
                                    + called.getParameters()[i].getName() + " = " + WrongArguments.shown(value) + ": "
                                    + failure + " at " + failure.getStackTrace()[0]);
                        }
                    }
                }
            }
        }

        assertThat(calls).isGreaterThan(fewestCalls());
        assertThat(problems).isEmpty();
    }

    /** Returns whether a parameter has any type. No sample fits such a parameter and the types of the others. */
    private static boolean isOfAnyType(Executable called) {
        return Arrays.stream(called.getGenericParameterTypes()).anyMatch(TypeVariable.class::isInstance);
    }

    /** Calls a method with a value, and returns the failure. Returns null if the method returns. */
    private @Nullable Throwable failure(
            SampleValues samples, Class<?> type, Executable called, int number, Object value) {
        Object receiver = null;
        try {
            Object[] arguments = samples.of(called.getParameterTypes());
            arguments[number] = value;
            receiver = called instanceof Method && !Modifier.isStatic(called.getModifiers()) ? samples.of(type) : null;
            called.trySetAccessible(); // a public method of a hidden supertype
            closeIfOpen(
                    called instanceof Method method
                            ? method.invoke(receiver, arguments)
                            : ((Constructor<?>) called).newInstance(arguments));
            return null;
        } catch (InvocationTargetException e) {
            return e.getCause();
        } catch (ReflectiveOperationException e) {
            return e;
        } finally {
            closeIfOpen(receiver);
        }
    }

    /** A wrong value of a parameter, and the pattern of the message that must report the value. */
    private record Wrong(@Nullable Object value, String message) {}

    /** Returns the wrong values to pass for a parameter of a method. */
    @FunctionalInterface
    private interface WrongValues {
        List<Wrong> of(SampleValues samples, Parameter parameter) throws ReflectiveOperationException;
    }

    private void checkCalls(Path directory, WrongValues values, int least) throws IOException {
        SampleValues samples = samples(directory);
        Map<String, String> before = contents(directory);
        List<String> problems = new ArrayList<>();
        int calls = 0;
        for (Class<?> type : ExportedTypes.of(anyType())) {
            for (Executable called : executables(type)) {
                for (int i = 0; i < called.getParameterCount(); i++) {
                    for (Wrong wrong : wrongValues(values, samples, called.getParameters()[i])) {
                        calls++;
                        String problem = call(samples, type, called, i, wrong);
                        if (problem != null) {
                            problems.add(type.getSimpleName() + " " + called.toGenericString() + ", "
                                    + called.getParameters()[i].getName() + ": " + problem);
                        }
                    }
                }
            }
        }

        assertThat(calls).isGreaterThan(least);
        assertThat(problems).isEmpty();
        assertThat(contents(directory)).isEqualTo(before);
    }

    private static List<Wrong> wrongValues(WrongValues values, SampleValues samples, Parameter parameter) {
        try {
            return values.of(samples, parameter);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<Wrong> nullItself(SampleValues samples, Parameter parameter) {
        boolean allowed = parameter.getType().isPrimitive() || isNullable(parameter.getAnnotatedType());
        return allowed ? List.of() : List.of(new Wrong(null, "\\b" + parameter.getName() + "\\b.*\\bnull\\b"));
    }

    private static List<Wrong> nullInside(SampleValues samples, Parameter parameter)
            throws ReflectiveOperationException {
        Class<?> type = parameter.getType();
        String second = parameter.getName() + "\\[1] must not be null";
        List<AnnotatedType> inner = inner(parameter.getAnnotatedType());
        if (type.isArray() && !type.getComponentType().isPrimitive() && !isNullable(inner.get(0))) {
            Object array = Array.newInstance(type.getComponentType(), 2);
            Array.set(array, 0, samples.of(type.getComponentType()));
            return List.of(new Wrong(array, second));
        } else if (Map.class == type) {
            Object key = samples.of(raw(inner.get(0)));
            Object value = samples.of(raw(inner.get(1)));
            String name = parameter.getName();
            return List.of(
                    new Wrong(withNullKey(value), name + " must not have a null key"),
                    new Wrong(Collections.singletonMap(key, null), name + "\\[.*] must not be null"));
        } else if (Iterable.class.isAssignableFrom(type) && !inner.isEmpty() && !isNullable(inner.get(0))) {
            List<Object> elements = Arrays.asList(samples.of(raw(inner.get(0))), null);
            return type == Set.class
                    ? List.of(new Wrong(new LinkedHashSet<>(elements), parameter.getName() + " must not contain null"))
                    : type.isInstance(elements) ? List.of(new Wrong(elements, second)) : List.of();
        }
        return List.of();
    }

    private static Map<Object, Object> withNullKey(Object value) {
        Map<Object, Object> map = new HashMap<>();
        map.put(null, value);
        return map;
    }

    private static List<AnnotatedType> inner(AnnotatedType type) {
        if (type instanceof AnnotatedArrayType array) {
            return List.of(array.getAnnotatedGenericComponentType());
        }
        return type instanceof AnnotatedParameterizedType parameterized
                ? List.of(parameterized.getAnnotatedActualTypeArguments())
                : List.of();
    }

    /** Returns the class of a type; for a wildcard or a type variable, the class of its bound. */
    private static Class<?> raw(AnnotatedType annotated) {
        Type type = annotated.getType();
        while (!(type instanceof Class<?>)) {
            if (type instanceof ParameterizedType parameterized) {
                type = parameterized.getRawType();
            } else if (type instanceof WildcardType wildcard) {
                type = wildcard.getUpperBounds()[0];
            } else if (type instanceof TypeVariable<?> variable) {
                type = variable.getBounds()[0];
            } else {
                return Object[].class;
            }
        }
        return (Class<?>) type;
    }

    private static List<Executable> executables(Class<?> type) {
        boolean creatable = !Modifier.isAbstract(type.getModifiers());
        return Stream.<Executable>concat(
                        creatable ? Arrays.stream(type.getConstructors()) : Stream.empty(),
                        Arrays.stream(type.getMethods()).filter(method -> isOf(type, method)))
                .filter(called -> !called.isSynthetic())
                .filter(called -> !isForUsers(type) || Modifier.isStatic(called.getModifiers()))
                .sorted((one, other) -> one.toGenericString().compareTo(other.toGenericString()))
                .toList();
    }

    /** Users implement interfaces that are not sealed, with other checks. */
    private static boolean isForUsers(Class<?> type) {
        return type.isInterface() && !type.isSealed();
    }

    /** A method belongs to the type that declares it, or to the exported subtypes of a hidden type. */
    private static boolean isOf(Class<?> type, Method method) {
        Class<?> declaring = method.getDeclaringClass();
        boolean hidden = declaring.getName().startsWith("dev.riffle.") && !Modifier.isPublic(declaring.getModifiers());
        boolean ofEnum = type.isEnum() && method.getName().equals("valueOf");
        boolean ofObject = method.getName().equals("equals") && method.getParameterTypes()[0] == Object.class;
        return (declaring == type || hidden) && !ofEnum && !ofObject;
    }

    private static boolean isNullable(AnnotatedType type) {
        return type.isAnnotationPresent(Nullable.class)
                || type instanceof AnnotatedTypeVariable variable
                        && Arrays.stream(variable.getAnnotatedBounds()).anyMatch(NullArgumentsContract::isNullable);
    }

    /** Returns null, or what is wrong with the call. */
    private @Nullable String call(SampleValues samples, Class<?> type, Executable called, int number, Wrong wrong) {
        Object receiver = null;
        try {
            Object[] arguments = samples.of(called.getParameterTypes());
            arguments[number] = wrong.value();
            receiver = called instanceof Method && !Modifier.isStatic(called.getModifiers()) ? samples.of(type) : null;
            called.trySetAccessible(); // a public method of a hidden supertype
            Object result = called instanceof Method method
                    ? method.invoke(receiver, arguments)
                    : ((Constructor<?>) called).newInstance(arguments);
            closeIfOpen(result);
            return "returned";
        } catch (InvocationTargetException e) {
            String message = String.valueOf(e.getCause().getMessage());
            boolean named = Pattern.compile(wrong.message(), Pattern.DOTALL)
                    .matcher(message)
                    .find();
            return e.getCause() instanceof IllegalArgumentException && named
                    ? null
                    : e.getCause() + " at " + e.getCause().getStackTrace()[0];
        } catch (ReflectiveOperationException | RuntimeException e) {
            return "not called: " + e;
        } finally {
            closeIfOpen(receiver);
        }
    }

    private void closeIfOpen(@Nullable Object object) {
        if (object instanceof AutoCloseable open) {
            try {
                close(open);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static Map<String, String> contents(Path directory) throws IOException {
        Map<String, String> contents = new TreeMap<>();
        try (Stream<Path> files = Files.walk(directory)) {
            files.filter(Files::isRegularFile).forEach(file -> contents.put(file.toString(), content(file)));
        }
        return contents;
    }

    private static String content(Path file) {
        try {
            return Arrays.toString(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
