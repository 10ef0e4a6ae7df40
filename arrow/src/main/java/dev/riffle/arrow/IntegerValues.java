package dev.riffle.arrow;

import dev.riffle.example.Feature;
import dev.riffle.example.Kind;

/** Reads values as int64, or as int32. */
final class IntegerValues extends LeafValues {

    /** Returns the value at a place of a vector. */
    @FunctionalInterface
    interface Source {
        long at(int slot);
    }

    private final Source source;

    IntegerValues(Slots slots, Kind kind, Source source) {
        super(slots, kind);
        this.source = source;
    }

    @Override
    Feature feature(int start, int end) {
        if (kind() == Kind.INT32) {
            int[] values = new int[end - start];
            for (int i = 0; i < values.length; i++) {
                values[i] = narrow(source.at(slot(start + i)));
            }
            return Feature.ofInt32s(values);
        }
        if (end - start == 1) {
            return Feature.of(source.at(slot(start)));
        }
        long[] values = new long[end - start];
        for (int i = 0; i < values.length; i++) {
            values[i] = source.at(slot(start + i));
        }
        return Feature.of(values);
    }

    private static int narrow(long value) {
        if (value != (int) value) {
            throw ArrowColumnException.ofValue(
                    value + " does not fit in an int32_list, which the column's riffle.kind asks for;"
                            + " remove this metadata to write an int64_list");
        }
        return (int) value;
    }
}
