package dev.riffle.parse.oneflow;

import dev.riffle.example.ExampleCursor;
import dev.riffle.example.Kind;
import dev.riffle.internal.FloatText;
import dev.riffle.parse.internal.ParseFault;
import dev.riffle.parse.internal.RowFault;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.Values;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Collects the elements that a raw decoder creates from features. The column converts numbers like C++'s
 * {@code static_cast} if C++ defines the result. Integers keep their low bits, and floats lose their fraction. The
 * column rejects numbers with an undefined result: a float outside the integer type, and a double outside the range of
 * floats.
 */
final class RawColumn {

    private static final int MOST_BYTES = Integer.MAX_VALUE - 8;

    private final String name;
    private final DType dtype;
    private byte[] memory = {};
    private ByteBuffer data = ByteBuffer.wrap(memory);
    private int size;

    private byte[] bytes = {};
    private int[] ints = {};
    private long[] longs = {};
    private float[] floats = {};
    private double[] doubles = {};

    RawColumn(String name, DType dtype) {
        this.name = name;
        this.dtype = dtype;
    }

    /** Reserves memory for this number of additional elements. The elements are zero until the column writes them. */
    void reserve(long elements) {
        long wanted = (size + elements) * dtype.byteSize();
        if (wanted > MOST_BYTES) {
            throw new IllegalArgumentException("feature \"" + name + "\": the tensor would have " + wanted
                    + " bytes, more than " + MOST_BYTES + "; decode fewer records together");
        }
        if (wanted > memory.length) {
            long larger = size == 0 ? wanted : Math.min(MOST_BYTES, Math.max(wanted, 2L * memory.length));
            memory = Arrays.copyOf(memory, (int) larger);
            data = ByteBuffer.wrap(memory).order(ByteOrder.LITTLE_ENDIAN);
        }
    }

    int size() {
        return size;
    }

    /** Adds zeros in reserved memory. */
    void addZeros(int count) {
        size += count;
    }

    Values values() {
        return Values.wrap(dtype, size, data);
    }

    /**
     * Returns the number of elements of the cursor's feature: the number of its values, or of bytes of its only value.
     */
    int available(ExampleCursor cursor) {
        return cursor.kind() == Kind.BYTES ? onlySize(cursor) : cursor.count();
    }

    private int onlySize(ExampleCursor cursor) {
        if (cursor.count() != 1) {
            throw RowFault.of(new ParseFault(
                    name,
                    "a bytes_list of exactly 1 value",
                    cursor.count() + " values",
                    "store the bytes as one value"));
        }
        int[] offset = new int[1];
        int[] length = new int[1];
        cursor.copyRanges(offset, length, 0);
        return length[0];
    }

    /**
     * Adds the first {@code count} elements of the cursor's feature. The feature must have at least {@code count}
     * elements.
     */
    void add(ExampleCursor cursor, int count) {
        reserve(count);
        switch (cursor.kind()) {
            case BYTES -> addBytes(cursor, count);
            case INT32 -> addInts(cursor, count);
            case INT64 -> addLongs(cursor, count);
            case FLOAT -> addFloats(cursor, count);
            case DOUBLE -> addDoubles(cursor, count);
            case NOT_SET -> throw new IllegalStateException("no kind");
        }
        size += count;
    }

    private void addBytes(ExampleCursor cursor, int count) {
        int[] offset = new int[1];
        int[] length = new int[1];
        cursor.copyRanges(offset, length, 0);
        if (dtype.byteSize() == 1) {
            cursor.copyBytes(offset[0], count, memory, size);
            return;
        }
        bytes = bytes.length < count ? new byte[count] : bytes;
        cursor.copyBytes(offset[0], count, bytes, 0);
        for (int i = 0; i < count; i++) {
            putInteger(i, bytes[i]);
        }
    }

    private void addInts(ExampleCursor cursor, int count) {
        ints = ints.length < cursor.count() ? new int[cursor.count()] : ints;
        cursor.copyInts(ints, 0);
        if (dtype == DType.INT32) {
            data.asIntBuffer().put(size, ints, 0, count);
            return;
        }
        for (int i = 0; i < count; i++) {
            putInteger(i, ints[i]);
        }
    }

    private void addLongs(ExampleCursor cursor, int count) {
        longs = longs.length < cursor.count() ? new long[cursor.count()] : longs;
        cursor.copyLongs(longs, 0);
        if (dtype == DType.INT64) {
            data.asLongBuffer().put(size, longs, 0, count);
            return;
        }
        for (int i = 0; i < count; i++) {
            putInteger(i, longs[i]);
        }
    }

    private void addFloats(ExampleCursor cursor, int count) {
        floats = floats.length < cursor.count() ? new float[cursor.count()] : floats;
        cursor.copyFloats(floats, 0);
        if (dtype == DType.FLOAT32) {
            data.asFloatBuffer().put(size, floats, 0, count);
            return;
        }
        for (int i = 0; i < count; i++) {
            putReal(i, floats[i]);
        }
    }

    private void addDoubles(ExampleCursor cursor, int count) {
        doubles = doubles.length < cursor.count() ? new double[cursor.count()] : doubles;
        cursor.copyDoubles(doubles, 0);
        if (dtype == DType.FLOAT64) {
            data.asDoubleBuffer().put(size, doubles, 0, count);
            return;
        }
        for (int i = 0; i < count; i++) {
            putReal(i, doubles[i]);
        }
    }

    /** Writes a number as element {@code index} of the current feature. */
    private void putInteger(int index, long value) {
        int at = (size + index) * dtype.byteSize();
        switch (dtype) {
            case INT8, UINT8 -> memory[at] = (byte) value;
            case INT32 -> data.putInt(at, (int) value);
            case INT64 -> data.putLong(at, value);
            case FLOAT32 -> data.putFloat(at, (float) value);
            case FLOAT64 -> data.putDouble(at, (double) value);
            default -> throw new IllegalStateException(dtype.toString());
        }
    }

    /** Writes a number as element {@code index} of the current feature. */
    private void putReal(int index, double value) {
        int at = (size + index) * dtype.byteSize();
        switch (dtype) {
            case INT8 -> memory[at] = (byte) withoutFraction(index, value, Byte.MIN_VALUE, 0x1p7);
            case UINT8 -> memory[at] = (byte) withoutFraction(index, value, 0, 0x1p8);
            case INT32 -> data.putInt(at, (int) withoutFraction(index, value, Integer.MIN_VALUE, 0x1p31));
            case INT64 -> data.putLong(at, withoutFraction(index, value, Long.MIN_VALUE, 0x1p63));
            case FLOAT32 -> data.putFloat(at, rounded(index, value));
            case FLOAT64 -> data.putDouble(at, value);
            default -> throw new IllegalStateException(dtype.toString());
        }
    }

    /** Returns a number without its fraction. The result must be at least {@code least} and below {@code end}. */
    private long withoutFraction(int index, double value, double least, double end) {
        double cut = value < 0 ? Math.ceil(value) : Math.floor(value);
        if (!(cut >= least && cut < end)) {
            throw mismatch(index, value, "decode as float32 or float64");
        }
        return (long) cut;
    }

    /** Returns the nearest float. The float must be finite if the number is finite. */
    private float rounded(int index, double value) {
        if (FloatText.isBeyondRange(value)) {
            throw mismatch(index, value, "decode as float64");
        }
        return (float) value;
    }

    private RuntimeException mismatch(int index, double value, String remedy) {
        return RowFault.of(new ParseFault(name, "numbers that fit " + dtype, value + " as value " + index, remedy));
    }
}
