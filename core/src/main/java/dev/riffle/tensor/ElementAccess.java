package dev.riffle.tensor;

import dev.riffle.io.Bytes;

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

    /** The INT64 at a position, as {@link #indexOf} takes it. */
    default long longAt(int... position) {
        return values().longAt(indexOf(position));
    }

    /** The INT32 at a position, as {@link #indexOf} takes it. */
    default int intAt(int... position) {
        return values().intAt(indexOf(position));
    }

    /** The FLOAT32 at a position, as {@link #indexOf} takes it. */
    default float floatAt(int... position) {
        return values().floatAt(indexOf(position));
    }

    /** The FLOAT64 at a position, as {@link #indexOf} takes it. */
    default double doubleAt(int... position) {
        return values().doubleAt(indexOf(position));
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
