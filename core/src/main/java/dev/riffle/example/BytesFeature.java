package dev.riffle.example;

import dev.riffle.internal.WireScanner;
import dev.riffle.io.Bytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A feature with a bytes_list. */
final class BytesFeature extends Feature {

    private final Bytes[] values;

    BytesFeature(@Nullable Key key, Bytes value) {
        super(Kind.BYTES, key);
        this.values = new Bytes[] {value};
    }

    /** Creates a feature that keeps the array. */
    BytesFeature(@Nullable Key key, Bytes[] values) {
        super(Kind.BYTES, key);
        this.values = values;
    }

    @Override
    public int size() {
        return values.length;
    }

    @Override
    public List<Bytes> bytes() {
        return Collections.unmodifiableList(Arrays.asList(values));
    }

    @Override
    public Bytes bytesAt(int index) {
        return values[checkIndex(index)];
    }

    @Override
    public List<Object> values() {
        return Collections.unmodifiableList(Arrays.asList((Object[]) values));
    }

    @Override
    public List<String> strings() {
        List<String> strings = new ArrayList<>(values.length);
        for (Bytes value : values) {
            if (!value.isUtf8()) {
                throw failure(
                        FeatureException.Reason.OTHER_VALUE,
                        "value " + strings.size() + " is not UTF-8 text: " + value + "; read it as bytes");
            }
            strings.add(value.utf8());
        }
        return Collections.unmodifiableList(strings);
    }

    @Override
    Feature withKey(Key name) {
        return new BytesFeature(name, values);
    }

    @Override
    long listSize() {
        long size = 0;
        for (Bytes value : values) {
            size += Encoder.fieldSize(value.size());
        }
        return size;
    }

    @Override
    int writeList(byte[] target, int at) {
        int position = at;
        for (Bytes value : values) {
            position = Encoder.writeHeader(target, position, WireScanner.FIELD_1, value.size());
            value.copyTo(0, target, position, value.size());
            position += value.size();
        }
        return position;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof BytesFeature that && Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(values);
    }
}
