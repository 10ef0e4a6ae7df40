package dev.riffle.example;

import dev.riffle.internal.Varints;
import dev.riffle.internal.WireScanner;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A feature with an int32_list, which only OneFlow supports. Negative values take ten bytes on the wire, as in
 * protobuf's int32.
 */
final class Int32Feature extends Feature {

    private final int[] values;

    /** Creates a feature that keeps the array. */
    Int32Feature(@Nullable Key key, int[] values) {
        super(Kind.INT32, key);
        this.values = values;
    }

    @Override
    public int size() {
        return values.length;
    }

    @Override
    public int[] ints() {
        return values.clone();
    }

    @Override
    public int intAt(int index) {
        return values[checkIndex(index)];
    }

    @Override
    public long[] longs() {
        return ValueWidth.longs(values);
    }

    @Override
    public long longAt(int index) {
        return values[checkIndex(index)];
    }

    @Override
    public List<Object> values() {
        return Arrays.stream(values).boxed().collect(Collectors.toUnmodifiableList());
    }

    @Override
    Feature withKey(Key name) {
        return new Int32Feature(name, values);
    }

    @Override
    long listSize() {
        return Encoder.packedListSize(packedSize());
    }

    private int packedSize() {
        long sum = 0;
        for (int value : values) {
            sum += Varints.size((long) value);
        }
        return Encoder.checkSize(sum);
    }

    @Override
    int writeList(byte[] target, int at) {
        int position = Encoder.writeHeader(target, at, WireScanner.FIELD_1, packedSize());
        for (int value : values) {
            position = Varints.write(target, position, (long) value);
        }
        return position;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Int32Feature that && Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(values) + Kind.INT32.ordinal();
    }
}
