package dev.riffle.arrow;

import dev.riffle.example.Feature;
import dev.riffle.example.Kind;
import java.math.BigDecimal;

/** Reads values as floats. */
final class FloatValues extends LeafValues {

    /** Returns the value at a place of a vector. */
    @FunctionalInterface
    interface Source {
        float at(int slot);
    }

    private final Source source;

    FloatValues(Slots slots, Source source) {
        super(slots, Kind.FLOAT);
        this.source = source;
    }

    @Override
    Feature feature(int start, int end) {
        if (end - start == 1) {
            return Feature.of(source.at(slot(start)));
        }
        float[] values = new float[end - start];
        for (int i = 0; i < values.length; i++) {
            values[i] = source.at(slot(start + i));
        }
        return Feature.of(values);
    }

    /** Returns the float that equals a double. */
    static float exact(double value) {
        float nearest = (float) value;
        if (nearest != value && !Double.isNaN(value)) {
            throw ArrowColumnException.ofValue(
                    value + " is not exactly a 32-bit float, but a float_list has 32-bit floats;"
                            + " write OFRecords, which have 64-bit floats, or allow the rounding of values");
        }
        return nearest;
    }

    /** Returns the float that is nearest to a double. */
    static float nearest(double value) {
        return checked((float) value, Double.isInfinite(value), value);
    }

    /** Returns the float that is nearest to a decimal. */
    static float nearest(BigDecimal value) {
        return checked(value.floatValue(), false, value);
    }

    private static float checked(float nearest, boolean infinite, Number value) {
        if (Float.isInfinite(nearest) && !infinite) {
            throw ArrowColumnException.ofValue(value
                    + " is beyond the range of 32-bit floats; write OFRecords, which have 64-bit floats,"
                    + " or scale the values");
        }
        return nearest;
    }
}
