package dev.riffle.structure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RiffleException;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.TypeVariable;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks promises that hold for all exported types of a module. */
public abstract class ExportedTypesContract {

    /** Returns an exported type of the module. */
    protected abstract Class<?> anyType();

    /** A caller can catch all unchecked exceptions of Riffle by one type. Wrong use has the types of the JDK. */
    @Test
    void uncheckedExceptionsHaveOneBaseType() {
        List<Class<?>> unchecked = ExportedTypes.of(anyType()).stream()
                .filter(RuntimeException.class::isAssignableFrom)
                .toList();

        assertThat(unchecked).isNotEmpty().allMatch(RiffleException.class::isAssignableFrom);
    }

    /** Kotlin and Scala cannot infer a type parameter that occurs only in the exceptions of a lambda. */
    @Test
    void noMethodThrowsATypeParameter() {
        List<String> generic = methods()
                .filter(method ->
                        Stream.of(method.getGenericExceptionTypes()).anyMatch(thrown -> thrown instanceof TypeVariable))
                .map(Executable::toGenericString)
                .toList();

        assertThat(generic).isEmpty();
    }

    /** Scala and Kotlin cannot choose between two overloads that take a lambda at the same place. */
    @Test
    void noOverloadsDifferOnlyInTheirLambdas() {
        assertThat(ambiguousMethods(ExecutorService.class)).hasSize(2).allMatch(method -> method.contains("submit"));
        assertThat(ExportedTypes.of(anyType()).stream().flatMap(ExportedTypesContract::ambiguousMethods))
                .isEmpty();
    }

    private static Stream<String> ambiguousMethods(Class<?> type) {
        return methods(type)
                .filter(one -> methods(type).anyMatch(other -> isAmbiguous(one, other)))
                .map(Executable::toGenericString);
    }

    private Stream<Executable> methods() {
        return ExportedTypes.of(anyType()).stream().flatMap(ExportedTypesContract::methods);
    }

    private static Stream<Executable> methods(Class<?> type) {
        return Stream.<Executable>concat(
                        Arrays.stream(type.getDeclaredMethods()), Arrays.stream(type.getDeclaredConstructors()))
                .filter(method -> !method.isSynthetic())
                .filter(method ->
                        Modifier.isPublic(method.getModifiers()) || Modifier.isProtected(method.getModifiers()));
    }

    private static boolean isAmbiguous(Executable one, Executable other) {
        if (one.equals(other)
                || !one.getName().equals(other.getName())
                || one.getParameterCount() != other.getParameterCount()) {
            return false;
        }
        Class<?>[] first = one.getParameterTypes();
        Class<?>[] second = other.getParameterTypes();
        boolean lambdas = false;
        for (int i = 0; i < first.length; i++) {
            boolean bothLambdas = isFunctional(first[i]) && isFunctional(second[i]);
            if (!bothLambdas && first[i] != second[i]) {
                return false;
            }
            lambdas |= bothLambdas && first[i] != second[i];
        }
        return lambdas;
    }

    private static boolean isFunctional(Class<?> type) {
        return type.isInterface()
                && Arrays.stream(type.getMethods())
                                .filter(method -> Modifier.isAbstract(method.getModifiers()))
                                .filter(method -> !isOfObject(method))
                                .count()
                        == 1;
    }

    private static boolean isOfObject(Method method) {
        return Arrays.stream(Object.class.getMethods())
                .anyMatch(inherited -> inherited.getName().equals(method.getName())
                        && Arrays.equals(inherited.getParameterTypes(), method.getParameterTypes()));
    }
}
