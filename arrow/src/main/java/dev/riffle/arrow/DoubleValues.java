package dev.riffle.arrow;

import dev.riffle.example.Feature;
import dev.riffle.example.Kind;

/** Reads values as doubles, which only OFRecords have. */
final class DoubleValues extends LeafValues {

    /** Returns the value at a place of a vector. */
    @FunctionalInterface
    interface Source {
        double at(int slot);
    }

    private final Source source;

    DoubleValues(Slots slots, Source source) {
        super(slots, Kind.DOUBLE);
        this.source = source;
    }

    @Override
    Feature feature(int start, int end) {
        double[] values = new double[end - start];
        for (int i = 0; i < values.length; i++) {
            values[i] = source.at(slot(start + i));
        }
        return Feature.ofDoubles(values);
    }
}
