package dev.riffle.example;

import dev.riffle.internal.Varints;
import dev.riffle.internal.WireScanner;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A feature with an int64_list. A single value, by far the most common case, needs no array. */
final class Int64Feature extends Feature {

    private final long single;
    private final long @Nullable [] values;
    private int packedSize;

    Int64Feature(@Nullable Key key, long value) {
        super(Kind.INT64, key);
        this.single = value;
        this.values = null;
    }

    /** Creates a feature that keeps the array. */
    Int64Feature(@Nullable Key key, long[] values) {
        super(Kind.INT64, key);
        this.single = values.length == 1 ? values[0] : 0;
        this.values = values.length == 1 ? null : values;
    }

    @Override
    public int size() {
        return values == null ? 1 : values.length;
    }

    @Override
    public long[] longs() {
        return values == null ? new long[] {single} : values.clone();
    }

    @Override
    public long longAt(int index) {
        return values == null ? at(index) : values[checkIndex(index)];
    }

    @Override
    public int[] ints() {
        return values == null ? new int[] {intAt(0)} : ValueWidth.exactInts(key(), values);
    }

    @Override
    public int intAt(int index) {
        return ValueWidth.exactInt(key(), longAt(index), index);
    }

    private long at(int index) {
        checkIndex(index);
        return single;
    }

    @Override
    public List<Object> values() {
        return Arrays.stream(longs()).boxed().collect(Collectors.toUnmodifiableList());
    }

    @Override
    Feature withKey(Key name) {
        return values == null ? new Int64Feature(name, single) : new Int64Feature(name, values);
    }

    @Override
    long listSize() {
        if (values == null) {
            return 2L + Varints.size(single);
        }
        return Encoder.packedListSize(packedSize(values));
    }

    private int packedSize(long[] all) {
        int size = packedSize;
        if (size == 0) {
            long sum = 0;
            for (long value : all) {
                sum += Varints.size(value);
            }
            size = Encoder.checkSize(sum);
            packedSize = size;
        }
        return size;
    }

    @Override
    int writeList(byte[] target, int at) {
        if (values == null) {
            target[at] = WireScanner.FIELD_1;
            target[at + 1] = (byte) Varints.size(single);
            return Varints.writeWithin(target, at + 2, single);
        }
        int position = Encoder.writeHeader(target, at, WireScanner.FIELD_1, packedSize(values));
        for (long value : values) {
            position = Varints.write(target, position, value);
        }
        return position;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Int64Feature that && single == that.single && Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
        return 31 * Long.hashCode(single) + Arrays.hashCode(values);
    }
}
