package dev.riffle.spark.internal.write;

import dev.riffle.internal.FloatText;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;

/** Writes doubles as a packed float_list, each as the nearest float. */
final class NarrowedEncoder extends ValueEncoder {

    NarrowedEncoder(String column) {
        super(column);
    }

    @Override
    void put(SpecializedGetters values, int first, int count, BackwardBytes out) {
        if (count == 0) {
            return;
        }
        int after = out.size();
        int place = out.room((long) count * Float.BYTES);
        for (int i = 0; i < count; i++) {
            out.setFloat(
                    place, i * Float.BYTES, nearest(values.getDouble(first + i), column(), place(values, first + i)));
        }
        out.header(VALUE_TAG, after);
    }

    /**
     * Returns the nearest float.
     *
     * @param element the index in the column's array; negative if the column is not an array
     * @throws IllegalArgumentException if the float is infinite and the double is not
     */
    static float nearest(double exact, String column, int element) {
        if (FloatText.isBeyondRange(exact)) {
            throw new IllegalArgumentException(
                    "column \"" + column + "\"" + (element < 0 ? "" : ", element " + element) + ": "
                            + exact + " is beyond the range of floats, and TFRecord files store doubles as floats;"
                            + " scale the value, cast it to a string, or write OFRecord files, which have doubles");
        }
        return (float) exact;
    }
}
