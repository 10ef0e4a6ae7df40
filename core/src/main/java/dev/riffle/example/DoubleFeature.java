package dev.riffle.example;

import dev.riffle.internal.LittleEndian;
import dev.riffle.internal.WireScanner;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A feature with a double_list, which only OneFlow supports. */
final class DoubleFeature extends Feature {

    private final double[] values;

    /** Creates a feature that keeps the array. */
    DoubleFeature(@Nullable Key key, double[] values) {
        super(Kind.DOUBLE, key);
        this.values = values;
    }

    @Override
    public int size() {
        return values.length;
    }

    @Override
    public double[] doubles() {
        return values.clone();
    }

    @Override
    public double doubleAt(int index) {
        return values[checkIndex(index)];
    }

    @Override
    public float[] floats() {
        return ValueWidth.exactFloats(key(), values);
    }

    @Override
    public float floatAt(int index) {
        return ValueWidth.exactFloat(key(), values[checkIndex(index)], index);
    }

    @Override
    public List<Object> values() {
        return Arrays.stream(values).boxed().collect(Collectors.toUnmodifiableList());
    }

    @Override
    Feature withKey(Key name) {
        return new DoubleFeature(name, values);
    }

    @Override
    long listSize() {
        return Encoder.packedListSize((long) values.length * Double.BYTES);
    }

    @Override
    int writeList(byte[] target, int at) {
        int position = Encoder.writeHeader(target, at, WireScanner.FIELD_1, values.length * Double.BYTES);
        for (double value : values) {
            LittleEndian.putDouble(target, position, value);
            position += Double.BYTES;
        }
        return position;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof DoubleFeature that && Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(values) + Kind.DOUBLE.ordinal();
    }
}
