package dev.riffle.tensor;

import dev.riffle.io.Bytes;
import java.math.BigInteger;

/** Reads single elements of a tensor by their position. */
sealed interface ElementAccess permits DenseTensor, RaggedTensor {

    /** Returns the elements. */
    Values values();

    /**
     * Returns the index in {@link #values()} of the element at a position.
     *
     * @param position an index for each dimension, outermost first; empty for a scalar
     * @throws IllegalArgumentException if the number of indices is not the number of dimensions
     * @throws IndexOutOfBoundsException if the position does not exist
     * @throws dev.riffle.example.FeatureException if the row splits of a ragged tensor are invalid at this position
     */
    int indexOf(int... position);

    /** Returns the integer at a position, like {@link Values#longAt}. */
    default long longAt(int... position) {
        return values().longAt(indexOf(position));
    }

    /** Returns the integer at a position, like {@link Values#intAt}. */
    default int intAt(int... position) {
        return values().intAt(indexOf(position));
    }

    /** Returns the float at a position, like {@link Values#floatAt}. */
    default float floatAt(int... position) {
        return values().floatAt(indexOf(position));
    }

    /** Returns the float at a position, like {@link Values#doubleAt}. */
    default double doubleAt(int... position) {
        return values().doubleAt(indexOf(position));
    }

    /** Returns the integer of any type at a position; see {@link #indexOf}. */
    default BigInteger bigIntegerAt(int... position) {
        return values().bigIntegerAt(indexOf(position));
    }

    /** Returns the real part of the complex number at a position; see {@link #indexOf}. */
    default double realAt(int... position) {
        return values().realAt(indexOf(position));
    }

    /** Returns the imaginary part of the complex number at a position; see {@link #indexOf}. */
    default double imaginaryAt(int... position) {
        return values().imaginaryAt(indexOf(position));
    }

    /** Returns the BOOL at a position; see {@link #indexOf}. */
    default boolean booleanAt(int... position) {
        return values().booleanAt(indexOf(position));
    }

    /** Returns a copy of the STRING at a position; see {@link #indexOf}. */
    default Bytes bytesAt(int... position) {
        return values().bytesAt(indexOf(position));
    }

    /** Returns the STRING at a position as text; see {@link #indexOf}. Each malformed piece of UTF-8 becomes U+FFFD. */
    default String utf8At(int... position) {
        return values().utf8At(indexOf(position));
    }
}
