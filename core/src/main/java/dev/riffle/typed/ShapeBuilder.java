package dev.riffle.typed;

import java.lang.annotation.Annotation;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Inspects a record class, and the records nested in it, once for each codec. Each problem is an
 * {@link IllegalArgumentException} that names the record class and the component.
 */
final class ShapeBuilder {

    /** A call has at most 255 words of arguments, and two of them are the method handle and the new object. */
    private static final int MAX_WORDS = 253;

    private final MethodHandles.Lookup lookup;
    private final Class<?> codecType;
    private final CodecSettings settings;

    private final List<MappedFeature> features = new ArrayList<>();
    private final Map<String, String> componentsByFeature = new HashMap<>();
    private final Set<String> components = new LinkedHashSet<>();
    private final Deque<Class<?>> enclosing = new ArrayDeque<>();

    ShapeBuilder(MethodHandles.Lookup lookup, Class<?> codecType, CodecSettings settings) {
        this.lookup = lookup;
        this.codecType = codecType;
        this.settings = settings;
    }

    /** Returns the features in the order of the components; complete after {@link #build}. */
    List<MappedFeature> features() {
        return features;
    }

    RecordShape build() {
        RecordShape shape = shape(codecType, "", "", false);
        if (!components.containsAll(settings.components())) {
            Set<String> unknown = new TreeSet<>(settings.components());
            unknown.removeAll(components);
            throw rejected(
                    "", "no component " + String.join(", ", unknown) + "; available: " + String.join(", ", components));
        }
        if (features.isEmpty()) {
            throw rejected("", "a record without components has no features");
        }
        return shape;
    }

    private RecordShape shape(Class<?> type, String path, String prefix, boolean optional) {
        if (!type.isRecord()) {
            throw rejected(path, type.getName() + " is not a record");
        } else if (type.getTypeParameters().length > 0) {
            throw rejected(
                    path,
                    "the record " + type.getName() + " is generic; use a record without type parameters"
                            + (path.isEmpty()
                                    ? ""
                                    : ", or convert it by with(" + type.getSimpleName() + ".class, ...)"));
        } else if (enclosing.contains(type)) {
            throw rejected(path, "the record " + type.getName() + " contains itself");
        }
        enclosing.push(type);
        RecordComponent[] parts = type.getRecordComponents();
        Constructor<?> constructor = constructor(type, parts);
        checkSize(constructor, path);
        RecordAccess access = access(constructor, parts, path);
        List<RecordShape.Member> members = new ArrayList<>();
        for (int i = 0; i < parts.length; i++) {
            String component = joined(path, parts[i].getName());
            components.add(component);
            boolean nullable = settings.nullable.contains(component)
                    || isNullable(parts[i], constructor.getParameterAnnotations(), i);
            members.add(member(parts[i], component, name(parts[i], component, prefix), nullable, optional));
        }
        enclosing.pop();
        return new RecordShape(codecType, path, access, members);
    }

    // ---------------------------------------------------------------- members

    private RecordShape.Member member(
            RecordComponent part, String component, String name, boolean nullable, boolean inOptional) {
        Type type = part.getGenericType();
        Class<?> raw = part.getType();
        Presence presence = nullable ? Presence.NULLABLE : Presence.REQUIRED;
        Class<?> primitive = Presence.optionalPrimitive(raw);
        if ((primitive != null || raw == Optional.class) && !settings.conversions.containsKey(raw)) {
            if (nullable) {
                throw rejected(component, "an Optional cannot be nullable");
            }
            presence = Presence.optional(raw);
            type = primitive == null ? argument(type, component) : primitive;
        } else if (nullable && raw.isPrimitive()) {
            throw rejected(component, "a primitive type cannot be nullable; use its wrapper");
        }
        Class<?> content = TypeMapper.raw(type);
        if (content.isRecord() && !settings.conversions.containsKey(content)) {
            return nested(content, component, name, presence, inOptional);
        }
        Object given = settings.defaults.get(component);
        if (given != null && !presence.isRequired()) {
            throw rejected(component, "a component with a default can be neither nullable nor an Optional");
        }
        ValueMapping mapping = mapping(type, component);
        if (given != null) {
            presence = Presence.withDefault(defaultValue(mapping, given, raw, component));
        }
        String other = componentsByFeature.putIfAbsent(name, component);
        if (other != null) {
            throw rejected(
                    component,
                    "its feature \"" + name + "\" is also the feature of the component " + other
                            + "; give it another name by @FeatureName or named");
        }
        MappedFeature feature =
                new MappedFeature(codecType, component, name, mapping, presence, inOptional, features.size());
        features.add(feature);
        return feature;
    }

    private Type argument(Type optional, String component) {
        if (optional instanceof ParameterizedType generic) {
            return TypeMapper.upperBound(generic.getActualTypeArguments()[0]);
        }
        throw rejected(component, "an Optional needs the type of its value, as in Optional<String>");
    }

    private RecordShape.Member nested(
            Class<?> type, String component, String name, Presence presence, boolean inOptional) {
        if (settings.defaults.containsKey(component)) {
            throw rejected(component, "a nested record cannot have a default; set defaults of its components");
        } else if (settings.enumsByName.contains(component) || settings.roundedDoubles.contains(component)) {
            throw rejected(component, "enumByName and doubleAsFloat need the name of a component of the nested record");
        }
        int first = features.size();
        RecordShape shape = shape(type, component, name, inOptional || !presence.isRequired());
        if (!presence.isRequired() && !shape.isAlwaysWritten()) {
            throw rejected(
                    component,
                    "a nested record that can be missing needs a component that cannot; otherwise a record without"
                            + " values cannot be distinguished from a missing one");
        }
        return new RecordShape.Nested(shape, presence, component, first, features.size());
    }

    private ValueMapping mapping(Type type, String component) {
        TypeMapper mapper = new TypeMapper(
                settings.conversions,
                settings.enumsByName.contains(component),
                settings.roundedDoubles.contains(component));
        try {
            ValueMapping mapping = mapper.map(type);
            mapper.checkChoices();
            return mapping;
        } catch (IllegalArgumentException e) {
            throw rejected(component, String.valueOf(e.getMessage()));
        }
    }

    private DefaultValue defaultValue(ValueMapping mapping, Object given, Class<?> type, String component) {
        if (mapping.form() == ValueMapping.Form.STEPS) {
            throw rejected(component, "a feature list cannot have a default; use Optional or nullable");
        }
        try {
            return new DefaultValue(mapping, FittedDefault.of(given, type));
        } catch (ValueMismatch e) {
            throw rejected(component, "default: " + e.getMessage());
        } catch (ClassCastException e) {
            throw rejected(component, "default: expected " + mapping.expected() + ", found " + given);
        }
    }

    // ---------------------------------------------------------------- names and annotations

    private String name(RecordComponent part, String component, String prefix) {
        String set = settings.names.get(component);
        if (set != null) {
            return set;
        }
        FeatureName annotation = field(part).getAnnotation(FeatureName.class);
        String name = annotation == null ? part.getName() : annotation.value();
        try {
            FeatureKeys.checkName(name);
        } catch (IllegalArgumentException e) {
            throw rejected(component, String.valueOf(e.getMessage()));
        }
        return joined(prefix, name);
    }

    /** Returns both names with a dot between them. The first operator + on strings would take milliseconds. */
    private static String joined(String outer, String inner) {
        return outer.isEmpty() ? inner : String.join(".", outer, inner);
    }

    /**
     * Returns whether the component has an annotation with the simple name Nullable. The compiler copies an annotation
     * to the places that its targets allow: the component, its type, the accessor, the field or the parameter.
     */
    private static boolean isNullable(RecordComponent part, Annotation[][] parameters, int index) {
        if (hasNullable(part) || hasNullable(part.getAnnotatedType()) || hasNullable(part.getAccessor())) {
            return true;
        }
        return hasNullable(field(part)) || index < parameters.length && hasNullable(parameters[index]);
    }

    /** Returns the field of a component. It has the annotations of the component, in Java and in Kotlin. */
    private static Field field(RecordComponent part) {
        try {
            return part.getDeclaringRecord().getDeclaredField(part.getName());
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException("a record has a field for each component", e);
        }
    }

    private static boolean hasNullable(@Nullable AnnotatedElement element) {
        return element != null && hasNullable(element.getAnnotations());
    }

    private static boolean hasNullable(Annotation[] annotations) {
        for (Annotation annotation : annotations) {
            if (annotation.annotationType().getSimpleName().equals("Nullable")) {
                return true;
            }
        }
        return false;
    }

    // ---------------------------------------------------------------- access

    private Constructor<?> constructor(Class<?> type, RecordComponent[] parts) {
        Class<?>[] types = new Class<?>[parts.length];
        for (int i = 0; i < parts.length; i++) {
            types[i] = parts[i].getType();
        }
        try {
            return type.getDeclaredConstructor(types);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("a record has a canonical constructor", e);
        }
    }

    /** Checks that the JVM can call the constructor by a method handle. */
    private void checkSize(Constructor<?> constructor, String path) {
        int words = 0;
        for (Class<?> type : constructor.getParameterTypes()) {
            words += type == long.class || type == double.class ? 2 : 1;
        }
        if (words > MAX_WORDS) {
            throw rejected(
                    path,
                    "the record " + constructor.getDeclaringClass().getName() + " must have at most " + MAX_WORDS
                            + " components: " + words + ", with long and double counted as two; move components to"
                            + " nested records");
        }
    }

    private RecordAccess access(Constructor<?> constructor, RecordComponent[] parts, String path) {
        Method[] accessors = new Method[parts.length];
        for (int i = 0; i < parts.length; i++) {
            accessors[i] = parts[i].getAccessor();
        }
        try {
            return new RecordAccess(lookup, constructor, accessors);
        } catch (IllegalAccessException e) {
            throw inaccessible(constructor.getDeclaringClass(), path, e);
        }
    }

    private IllegalArgumentException inaccessible(Class<?> type, String component, IllegalAccessException cause) {
        String advice = lookup.lookupModes() == MethodHandles.Lookup.UNCONDITIONAL
                ? "; make it public in an exported package, or use RecordCodec.builder(MethodHandles.lookup(), "
                        + codecType.getSimpleName() + ".class)"
                : " to the lookup of " + lookup.lookupClass().getName()
                        + "; call MethodHandles.lookup() in a class that can access it";
        IllegalArgumentException failure =
                rejected(component, "the record " + type.getName() + " is not accessible" + advice);
        failure.initCause(cause);
        return failure;
    }

    private IllegalArgumentException rejected(String component, String problem) {
        return new IllegalArgumentException("record " + codecType.getName()
                + (component.isEmpty() ? "" : ", component " + component) + ": " + problem);
    }
}
