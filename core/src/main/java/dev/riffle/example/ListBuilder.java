package dev.riffle.example;

import dev.riffle.io.Bytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Collects the values of one list during the parsing of text or JSON. */
final class ListBuilder {

    private static final int EXPECTED = 8;

    private final Kind kind;
    private long[] longs = new long[0];
    private double[] doubles = new double[0];
    private final List<Bytes> bytes = new ArrayList<>();
    private int size;

    ListBuilder(Kind kind) {
        this.kind = kind;
    }

    Kind kind() {
        return kind;
    }

    /** Adds an integer to an integer list. */
    void add(long value) {
        if (size == longs.length) {
            longs = Arrays.copyOf(longs, Math.max(EXPECTED, size * 2));
        }
        longs[size++] = value;
    }

    /** Adds a number to a float or double list. */
    void add(double value) {
        if (size == doubles.length) {
            doubles = Arrays.copyOf(doubles, Math.max(EXPECTED, size * 2));
        }
        doubles[size++] = value;
    }

    /** Adds a byte string to a bytes list. */
    void add(Bytes value) {
        bytes.add(value);
    }

    Feature build() {
        return switch (kind) {
            case NOT_SET -> Feature.notSet();
            case BYTES -> new BytesFeature(null, bytes.toArray(new Bytes[0]));
            case FLOAT -> {
                // As in protobuf, a number of a text that is too large becomes infinite. The parser of JSON rejects it.
                float[] floats = new float[size];
                for (int i = 0; i < size; i++) {
                    floats[i] = (float) doubles[i];
                }
                yield new FloatFeature(null, floats);
            }
            case INT64 -> new Int64Feature(null, Arrays.copyOf(longs, size));
            case DOUBLE -> new DoubleFeature(null, Arrays.copyOf(doubles, size));
            case INT32 -> {
                int[] ints = new int[size];
                Arrays.setAll(ints, i -> (int) longs[i]);
                yield new Int32Feature(null, ints);
            }
        };
    }
}
