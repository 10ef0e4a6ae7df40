package dev.riffle.arrow;

import dev.riffle.example.Feature;
import dev.riffle.example.Kind;
import dev.riffle.io.Bytes;

/** Reads values as byte strings. */
final class BytesValues extends LeafValues {

    /** Returns the value at a place of a vector. */
    @FunctionalInterface
    interface Source {
        Bytes at(int slot);
    }

    private final Source source;

    BytesValues(Slots slots, Source source) {
        super(slots, Kind.BYTES);
        this.source = source;
    }

    @Override
    Feature feature(int start, int end) {
        Bytes[] values = new Bytes[end - start];
        for (int i = 0; i < values.length; i++) {
            values[i] = source.at(slot(start + i));
        }
        return Feature.of(values);
    }
}
