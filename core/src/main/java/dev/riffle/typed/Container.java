package dev.riffle.typed;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Converts lists, sets and arrays of objects to elements and back. Immutable. */
final class Container {

    /** Unmodifiable lists. */
    static final Container LIST = new Container(List.class);

    /** Unmodifiable sets in the order of the message. */
    static final Container SET = new Container(Set.class);

    /** {@code List}, {@code Set}, or the class of arrays. */
    private final Class<?> type;

    private Container(Class<?> type) {
        this.type = type;
    }

    /** Returns a container for arrays with elements of this type, which is not primitive. */
    static Container ofArrays(Class<?> elementType) {
        return new Container(elementType.arrayType());
    }

    /**
     * Returns the elements in order; some can be null. Callers must not change the array.
     *
     * @throws ValueMismatch if a collection of the caller throws an exception
     */
    Object[] elements(Object value) {
        if (type.isArray()) {
            return (Object[]) value;
        }
        Collection<?> collection = (Collection<?>) value;
        try {
            return collection.toArray();
        } catch (RuntimeException e) {
            throw new ValueMismatch("a list that returns its values", String.valueOf(e), e);
        }
    }

    /** Returns a new container with these elements. */
    Object of(Object[] elements) {
        if (type == List.class) {
            return List.of(elements);
        } else if (type == Set.class) {
            return Collections.unmodifiableSet(new LinkedHashSet<>(Arrays.asList(elements)));
        }
        return Arrays.copyOf(elements, elements.length, type.asSubclass(Object[].class));
    }

    /** Returns an element, or throws {@link ValueMismatch} if it is null. */
    static Object present(Object[] elements, int index) {
        Object element = elements[index];
        if (element == null) {
            throw new ValueMismatch("a list without null", "null at index " + index);
        }
        return element;
    }
}
