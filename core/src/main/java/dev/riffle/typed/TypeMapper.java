package dev.riffle.typed;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the mapping for the type of one component. */
final class TypeMapper {

    private final Map<Class<?>, Conversion> conversions;
    private final boolean enumsByName;
    private final boolean roundsDoubles;

    private boolean hasEnum;
    private boolean hasDouble;

    TypeMapper(Map<Class<?>, Conversion> conversions, boolean enumsByName, boolean roundsDoubles) {
        this.conversions = conversions;
        this.enumsByName = enumsByName;
        this.roundsDoubles = roundsDoubles;
    }

    /**
     * Returns the mapping for a type that is neither an {@code Optional} nor a nested record.
     *
     * @throws IllegalArgumentException if the type is not supported
     */
    ValueMapping map(Type given) {
        Type type = upperBound(given);
        Class<?> raw = raw(type);
        Conversion conversion = conversions.get(raw);
        if (conversion != null) {
            return converted(conversion);
        } else if (type instanceof Class<?> plain) {
            return mapClass(plain);
        } else if (type instanceof GenericArrayType array) {
            return mapArray(array.getGenericComponentType());
        } else if (type instanceof ParameterizedType generic) {
            if (raw == List.class) {
                return mapElements(generic.getActualTypeArguments()[0], Container.LIST);
            } else if (raw == Set.class) {
                return mapSet(generic.getActualTypeArguments()[0]);
            }
            throw unsupported(type, raw);
        }
        throw new IllegalArgumentException(
                "the type " + type.getTypeName() + " is not a concrete type; use one without type variables");
    }

    /** Returns the bound of {@code ? extends X}, as Kotlin writes types of elements, or the type itself. */
    static Type upperBound(Type type) {
        return type instanceof WildcardType wildcard && wildcard.getLowerBounds().length == 0
                ? wildcard.getUpperBounds()[0]
                : type;
    }

    private ValueMapping mapClass(Class<?> type) {
        Element element = element(type);
        if (element != null) {
            return SingleMapping.of(element);
        } else if (type.isArray()) {
            return mapArray(type.getComponentType());
        }
        throw unsupported(type, type);
    }

    private ValueMapping converted(Conversion conversion) {
        TypeMapper builtIn = new TypeMapper(Map.of(), enumsByName, roundsDoubles);
        ValueMapping base = builtIn.map(conversion.as());
        hasEnum |= builtIn.hasEnum;
        hasDouble |= builtIn.hasDouble;
        return base instanceof SingleMapping single
                ? SingleMapping.of(single.element().convertedBy(conversion))
                : ConvertedMapping.of(base, conversion);
    }

    private @Nullable Element element(Class<?> type) {
        if (type == double.class || type == Double.class) {
            hasDouble = true;
            if (!roundsDoubles) {
                throw new IllegalArgumentException("features have no doubles; use float, or allow rounding to the"
                        + " nearest float by doubleAsFloat");
            }
            return Element.of(ElementType.DOUBLE, type);
        } else if (type.isEnum()) {
            hasEnum = true;
            return Element.of(enumsByName ? ElementType.NAME : ElementType.ORDINAL, type);
        }
        ElementType known = ElementType.of(type);
        return known == null ? null : Element.of(known, type);
    }

    private ValueMapping mapArray(Type elementType) {
        if (elementType instanceof Class<?> plain && plain.isPrimitive()) {
            Element element = element(plain);
            if (element != null) {
                return ArrayMapping.of(element, plain);
            }
        }
        return mapElements(elementType, Container.ofArrays(raw(elementType)));
    }

    private ValueMapping mapSet(Type elementType) {
        ValueMapping mapping = mapElements(elementType, Container.SET);
        if (mapping.form() != ValueMapping.Form.LIST) {
            throw new IllegalArgumentException("a Set of lists is not supported; use a List of lists");
        }
        return mapping;
    }

    private ValueMapping mapElements(Type elementType, Container container) {
        ValueMapping inner = map(elementType);
        if (inner instanceof SingleMapping single) {
            return ListMapping.of(single.element(), container);
        } else if (inner.form() == ValueMapping.Form.LIST) {
            return StepsMapping.of(inner, container);
        }
        throw new IllegalArgumentException("lists in three levels are not supported; a SequenceExample has two");
    }

    /** Returns the class of a type, without its type arguments. */
    static Class<?> raw(Type type) {
        if (type instanceof Class<?> plain) {
            return plain;
        } else if (type instanceof ParameterizedType generic) {
            return (Class<?>) generic.getRawType();
        } else if (type instanceof GenericArrayType array) {
            return raw(array.getGenericComponentType()).arrayType();
        }
        return Object.class;
    }

    private static IllegalArgumentException unsupported(Type type, Class<?> raw) {
        String name = type.getTypeName();
        String problem;
        if (raw == List.class || raw == Set.class) {
            problem = name + " has no type of elements; add it, as in List<String>";
        } else if (Collection.class.isAssignableFrom(raw)) {
            problem = name + " is not supported; use List or Set";
        } else if (Optional.class == raw) {
            problem = "an Optional is supported only as the type of a component";
        } else if (raw.isRecord()) {
            problem = "the record " + name
                    + " can only be a component, because lists of records are not supported; use a"
                    + " list for each of its components, or convert it by with(" + raw.getSimpleName() + ".class, ...)";
        } else {
            problem = "the type " + name + " is not supported; convert it to a supported type by with("
                    + raw.getSimpleName() + ".class, ...)";
        }
        return new IllegalArgumentException(problem);
    }

    /** Throws {@link IllegalArgumentException} if a choice has no effect on the types mapped so far. */
    void checkChoices() {
        if (enumsByName && !hasEnum) {
            throw new IllegalArgumentException("enumByName needs a component with an enum");
        } else if (roundsDoubles && !hasDouble) {
            throw new IllegalArgumentException("doubleAsFloat needs a component with doubles");
        }
    }
}
