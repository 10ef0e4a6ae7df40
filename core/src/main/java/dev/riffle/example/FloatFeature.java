package dev.riffle.example;

import dev.riffle.internal.LittleEndian;
import dev.riffle.internal.WireScanner;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A feature with a float_list. A single value, by far the most common case, needs no array. */
final class FloatFeature extends Feature {

    private final float single;
    private final float @Nullable [] values;

    FloatFeature(@Nullable Key key, float value) {
        super(Kind.FLOAT, key);
        this.single = value;
        this.values = null;
    }

    /** Creates a feature that keeps the array. */
    FloatFeature(@Nullable Key key, float[] values) {
        super(Kind.FLOAT, key);
        this.single = values.length == 1 ? values[0] : 0;
        this.values = values.length == 1 ? null : values;
    }

    @Override
    public int size() {
        return values == null ? 1 : values.length;
    }

    @Override
    public float[] floats() {
        return values == null ? new float[] {single} : values.clone();
    }

    @Override
    public float floatAt(int index) {
        return values == null ? at(index) : values[checkIndex(index)];
    }

    @Override
    public double[] doubles() {
        return values == null ? new double[] {single} : ValueWidth.doubles(values);
    }

    @Override
    public double doubleAt(int index) {
        return floatAt(index);
    }

    private float at(int index) {
        checkIndex(index);
        return single;
    }

    @Override
    public List<Object> values() {
        List<Object> list = new ArrayList<>(size());
        for (float value : floats()) {
            list.add(value);
        }
        return Collections.unmodifiableList(list);
    }

    @Override
    Feature withKey(Key name) {
        return values == null ? new FloatFeature(name, single) : new FloatFeature(name, values);
    }

    @Override
    long listSize() {
        if (values == null) {
            return 2 + Float.BYTES;
        }
        return Encoder.packedListSize((long) values.length * Float.BYTES);
    }

    @Override
    int writeList(byte[] target, int at) {
        if (values == null) {
            target[at] = WireScanner.FIELD_1;
            target[at + 1] = Float.BYTES;
            LittleEndian.putFloat(target, at + 2, single);
            return at + 2 + Float.BYTES;
        }
        int position = Encoder.writeHeader(target, at, WireScanner.FIELD_1, values.length * Float.BYTES);
        LittleEndian.putFloats(target, position, values);
        return position + values.length * Float.BYTES;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof FloatFeature that
                && Float.floatToIntBits(single) == Float.floatToIntBits(that.single)
                && Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
        return 31 * Float.hashCode(single) + Arrays.hashCode(values);
    }
}
