package dev.riffle.typed;

import dev.riffle.example.Kind;
import org.jspecify.annotations.Nullable;

/**
 * Converts values of one Java type to single values of a feature and back. Immutable.
 *
 * <p>Each subclass has a static method that returns a new object as an {@code Element}. A constructor call in the
 * caller would load the subclass with the caller, because the JVM verifies that the new object is an {@code Element}.
 * So the JVM loads only the subclasses that a record needs.
 */
abstract class Element {

    private final Class<?> type;
    private final Kind kind;

    Element(Class<?> type, Kind kind) {
        this.type = type;
        this.kind = kind;
    }

    /** Returns the type of the Java values; a primitive type for values that an array holds without objects. */
    final Class<?> type() {
        return type;
    }

    final Kind kind() {
        return kind;
    }

    /** Returns the expected content with its article, for messages. */
    abstract String expected();

    /** Writes a value without its tag in a packed chunk, or with its tag in a list of byte strings. */
    abstract void write(Object value, MessageOutput out);

    /** Returns the value of a feature that has one value of this kind. */
    abstract Object readOnly(FoundValues found, int slot);

    /** Returns all values of a feature that has values of this kind. */
    abstract Object[] readAll(FoundValues found, int slot);

    /** Returns a mismatch for a value that does not fit. */
    final ValueMismatch mismatch(String found) {
        return new ValueMismatch(expected(), found);
    }

    /** Returns a mismatch for a value that does not fit. */
    final ValueMismatch mismatch(String found, @Nullable Throwable cause) {
        return new ValueMismatch(expected(), found, cause);
    }
}
