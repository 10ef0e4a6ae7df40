package dev.riffle.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.AnnotatedTypeVariable;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Passes null for each parameter of each public method and constructor that a module exports. The call must throw
 * {@link IllegalArgumentException} with the name of the parameter, and must change nothing. Exempt are parameters that
 * are annotated as nullable, and the methods of interfaces that users implement.
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

    @Test
    void namesEveryArgumentThatIsNull(@TempDir Path directory) throws IOException {
        SampleValues samples = samples(directory);
        Map<String, String> before = contents(directory);
        List<String> wrong = new ArrayList<>();
        int calls = 0;
        for (Class<?> type : ExportedTypes.of(anyType())) {
            for (Executable called : executables(type)) {
                for (int i = 0; i < called.getParameterCount(); i++) {
                    if (mustBePresent(called, i)) {
                        calls++;
                        String message = callWithNull(samples, type, called, i);
                        if (message != null) {
                            wrong.add(type.getSimpleName() + " " + called.toGenericString() + ", "
                                    + called.getParameters()[i].getName() + ": " + message);
                        }
                    }
                }
            }
        }

        assertThat(calls).isGreaterThan(20);
        assertThat(wrong).isEmpty();
        assertThat(contents(directory)).isEqualTo(before);
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

    private static boolean mustBePresent(Executable called, int number) {
        Parameter parameter = called.getParameters()[number];
        return !parameter.getType().isPrimitive() && !isNullable(parameter.getAnnotatedType());
    }

    private static boolean isNullable(AnnotatedType type) {
        return type.isAnnotationPresent(Nullable.class)
                || type instanceof AnnotatedTypeVariable variable
                        && Arrays.stream(variable.getAnnotatedBounds()).anyMatch(NullArgumentsContract::isNullable);
    }

    /** Returns null, or what is wrong with the call. */
    private @Nullable String callWithNull(SampleValues samples, Class<?> type, Executable called, int number) {
        Object receiver = null;
        try {
            Object[] arguments = samples.of(called.getParameterTypes());
            arguments[number] = null;
            receiver = called instanceof Method && !Modifier.isStatic(called.getModifiers()) ? samples.of(type) : null;
            called.trySetAccessible(); // a public method of a hidden supertype
            Object result = called instanceof Method method
                    ? method.invoke(receiver, arguments)
                    : ((java.lang.reflect.Constructor<?>) called).newInstance(arguments);
            closeIfOpen(result);
            return "returned";
        } catch (InvocationTargetException e) {
            String name = called.getParameters()[number].getName();
            String message = String.valueOf(e.getCause().getMessage());
            boolean named = Pattern.compile("\\b" + name + "\\b.*\\bnull\\b", Pattern.DOTALL)
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
