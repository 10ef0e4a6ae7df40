package dev.riffle.typed;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;

/** Converts lists, sets and arrays of objects to elements and back. Immutable. */
abstract class Container {

    /** Unmodifiable lists. */
    static final Container LIST = new Container() {
        @Override
        Object of(Object[] elements) {
            return List.of(elements);
        }
    };

    /** Unmodifiable sets in the order of the message. */
    static final Container SET = new Container() {
        @Override
        Object of(Object[] elements) {
            return Collections.unmodifiableSet(new LinkedHashSet<>(Arrays.asList(elements)));
        }
    };

    private Container() {}

    /** Returns a container for arrays with elements of this type, which is not primitive. */
    static Container ofArrays(Class<?> elementType) {
        return new Container() {
            @Override
            Object[] elements(Object value) {
                return (Object[]) value;
            }

            @Override
            Object of(Object[] elements) {
                Object[] array = (Object[]) Array.newInstance(elementType, elements.length);
                System.arraycopy(elements, 0, array, 0, elements.length);
                return array;
            }
        };
    }

    /**
     * Returns the elements in order; some can be null. Callers must not change the array.
     *
     * @throws ValueMismatch if a collection of the caller throws an exception
     */
    Object[] elements(Object value) {
        Collection<?> collection = (Collection<?>) value;
        try {
            return collection.toArray();
        } catch (RuntimeException e) {
            throw new ValueMismatch("a list that returns its values", String.valueOf(e), e);
        }
    }

    /** Returns a new container with these elements. */
    abstract Object of(Object[] elements);

    /** Returns an element, or throws {@link ValueMismatch} if it is null. */
    static Object present(Object[] elements, int index) {
        Object element = elements[index];
        if (element == null) {
            throw new ValueMismatch("a list without null", "null at index " + index);
        }
        return element;
    }
}
