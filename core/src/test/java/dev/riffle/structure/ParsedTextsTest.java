package dev.riffle.structure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordReader;
import dev.riffle.RiffleException;
import dev.riffle.dataset.Checkpoint;
import dev.riffle.dataset.stage.CheckpointException;
import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.example.MalformedTextException;
import dev.riffle.example.SequenceExample;
import dev.riffle.filter.FeatureFilter;
import dev.riffle.filter.FilterSyntaxException;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.parse.SequenceFeatureSpecs;
import dev.riffle.shard.SetManifest;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests that each method that parses a text of a user or of a file rejects the text with a {@link RiffleException}. */
class ParsedTextsTest {

    /** The exceptions by type that declares the methods. */
    private static final Map<Class<?>, Class<? extends RiffleException>> EXCEPTIONS = Map.of(
            Example.class, MalformedTextException.class,
            SequenceExample.class, MalformedTextException.class,
            FeatureSpecs.class, MalformedTextException.class,
            SequenceFeatureSpecs.class, MalformedTextException.class,
            SetManifest.class, MalformedTextException.class,
            FeatureFilter.class, FilterSyntaxException.class,
            Checkpoint.class, CheckpointException.class);

    private static final List<String> INVALID = List.of("(", "{\"a\"", "\0", "a:b:c", "[1]");

    private static List<Method> methods() {
        return ExportedTypes.of(RecordReader.class).stream()
                .flatMap(type -> Arrays.stream(type.getMethods()))
                .filter(method -> Modifier.isStatic(method.getModifiers()))
                .filter(method ->
                        method.getName().startsWith("parse") || method.getName().equals("ofJson"))
                .filter(method -> method.getParameterCount() > 0 && method.getParameterTypes()[0] == String.class)
                .toList();
    }

    private static Throwable failure(Method method, String text) {
        try {
            Object result = method.getParameterCount() == 1
                    ? method.invoke(null, text)
                    : method.invoke(null, text, Dialect.ONEFLOW);
            throw new AssertionError(method + " accepted " + text + " as " + result);
        } catch (InvocationTargetException e) {
            return e.getCause();
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void everyTypeWithSuchAMethodIsListed() {
        assertThat(methods())
                .extracting(Method::getDeclaringClass)
                .containsOnly(EXCEPTIONS.keySet().toArray(Class<?>[]::new));
    }

    @Test
    void everyMethodRejectsInvalidTextsWithItsException() {
        for (Method method : methods()) {
            for (String text : INVALID) {
                assertThat(failure(method, text))
                        .as("%s of %s", method, text)
                        .isExactlyInstanceOf(EXCEPTIONS.get(method.getDeclaringClass()));
            }
        }
    }
}
