package dev.riffle.arrow;

import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.FieldVector;
import org.jspecify.annotations.Nullable;

/** Finds the position of a value in its vector, directly or through a dictionary. */
final class Slots {

    /** The position of null. */
    static final int NONE = -1;

    private final FieldVector values;
    private final @Nullable BaseIntVector indices;

    private Slots(FieldVector values, @Nullable BaseIntVector indices) {
        this.values = values;
        this.indices = indices;
    }

    /** Returns the positions of a vector without a dictionary. */
    static Slots of(FieldVector values) {
        return new Slots(values, null);
    }

    /** Returns the positions of a vector that holds indices of a dictionary. */
    static Slots of(FieldVector dictionary, BaseIntVector indices) {
        return new Slots(dictionary, indices);
    }

    /** Returns the position of a value, or {@link #NONE} for null. */
    int of(int index) {
        if (indices == null) {
            return values.isNull(index) ? NONE : index;
        }
        if (indices.isNull(index)) {
            return NONE;
        }
        long place = indices.getValueAsLong(index);
        if (place < 0 || place >= values.getValueCount()) {
            throw ArrowColumnException.ofValue("the index " + Long.toUnsignedString(place)
                    + " is outside the dictionary of " + values.getValueCount() + " values; write the data again");
        }
        return values.isNull((int) place) ? NONE : (int) place;
    }
}
