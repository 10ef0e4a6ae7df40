package dev.riffle.tensor;

import dev.riffle.io.Bytes;
import java.math.BigInteger;

/** Reading single elements of a tensor that knows from their position where they lie. */
sealed interface ElementAccess permits DenseTensor, RaggedTensor {

    /** The elements. */
    Values values();

    /**
     * Which of {@link #values()} is at a position.
     *
     * @param position an index for each dimension, outermost first; none for a scalar
     * @throws IllegalArgumentException if there are more or fewer indices than dimensions
     * @throws IndexOutOfBoundsException if there is no such position
     * @throws IllegalStateException if the row splits of a ragged tensor do not fit there
     */
    int indexOf(int... position);

    /** The integer at a position, as {@link Values#longAt} reads it. */
    default long longAt(int... position) {
        return values().longAt(indexOf(position));
    }

    /** The integer at a position, as {@link Values#intAt} reads it. */
    default int intAt(int... position) {
        return values().intAt(indexOf(position));
    }

    /** The float at a position, as {@link Values#floatAt} reads it. */
    default float floatAt(int... position) {
        return values().floatAt(indexOf(position));
    }

    /** The float at a position, as {@link Values#doubleAt} reads it. */
    default double doubleAt(int... position) {
        return values().doubleAt(indexOf(position));
    }

    /** The integer of any type at a position, as {@link #indexOf} takes it. */
    default BigInteger bigIntegerAt(int... position) {
        return values().bigIntegerAt(indexOf(position));
    }

    /** The real part of the complex number at a position, as {@link #indexOf} takes it. */
    default double realAt(int... position) {
        return values().realAt(indexOf(position));
    }

    /** The imaginary part of the complex number at a position, as {@link #indexOf} takes it. */
    default double imaginaryAt(int... position) {
        return values().imaginaryAt(indexOf(position));
    }

    /** The BOOL at a position, as {@link #indexOf} takes it. */
    default boolean booleanAt(int... position) {
        return values().booleanAt(indexOf(position));
    }

    /** A copy of the STRING at a position, as {@link #indexOf} takes it. */
    default Bytes bytesAt(int... position) {
        return values().bytesAt(indexOf(position));
    }

    /** The STRING at a position, as {@link #indexOf} takes it, as text; each malformed piece of UTF-8 becomes U+FFFD. */
    default String utf8At(int... position) {
        return values().utf8At(indexOf(position));
    }
}
