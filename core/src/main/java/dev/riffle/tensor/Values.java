package dev.riffle.tensor;

import dev.riffle.internal.BFloat16;
import dev.riffle.internal.Float16;
import dev.riffle.io.Bytes;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A row of elements of one type in primitive memory: what tensors are made of. Numbers lie little-endian in one block.
 * Byte strings lie one behind the other in one block, and a second block has where each begins, as 32-bit integers, one more
 * than there are strings: the layout of Arrow, which therefore can take both blocks as they are.
 *
 * <p>Elements are read one at a time, in bulk as arrays, or as buffers over the very memory, which are read-only. Whatever
 * asks for a type that the elements do not have throws {@link IllegalStateException}, and whatever asks for an element that
 * is not there {@link IndexOutOfBoundsException}. Immutable, unless whoever wrapped the memory writes to it again: a parser
 * does so when it refills a batch. Therefore nothing that the memory says is remembered here.
 */
public final class Values {

    private static final int MOST_BYTES = Integer.MAX_VALUE - 8;

    private static final ByteBuffer NO_OFFSETS = ByteBuffer.allocate(0).asReadOnlyBuffer();

    private final DType dtype;
    private final int size;

    /** Of numbers just the elements; of strings whatever was wrapped, because only the offsets say how much of it is used. */
    private final ByteBuffer data;

    /** Of strings just the offsets that belong to them, of which the first need not be 0 in a slice. */
    private final ByteBuffer offsets;

    private Values(DType dtype, int size, ByteBuffer data, ByteBuffer offsets) {
        this.dtype = dtype;
        this.size = size;
        this.data = data;
        this.offsets = offsets;
    }

    /** These integers. */
    public static Values ofLongs(long... values) {
        ByteBuffer data = allocate(values.length, Long.BYTES);
        data.asLongBuffer().put(values);
        return wrap(DType.INT64, values.length, data);
    }

    /** These integers. */
    public static Values ofInts(int... values) {
        ByteBuffer data = allocate(values.length, Integer.BYTES);
        data.asIntBuffer().put(values);
        return wrap(DType.INT32, values.length, data);
    }

    /** These floats. */
    public static Values ofFloats(float... values) {
        ByteBuffer data = allocate(values.length, Float.BYTES);
        data.asFloatBuffer().put(values);
        return wrap(DType.FLOAT32, values.length, data);
    }

    /** These doubles. */
    public static Values ofDoubles(double... values) {
        ByteBuffer data = allocate(values.length, Double.BYTES);
        data.asDoubleBuffer().put(values);
        return wrap(DType.FLOAT64, values.length, data);
    }

    /** These bytes, as unsigned integers from 0 to 255. */
    public static Values ofUint8(byte... values) {
        return wrap(DType.UINT8, values.length, ByteBuffer.wrap(values.clone()));
    }

    /** These integers from -128 to 127. */
    public static Values ofInt8(byte... values) {
        return wrap(DType.INT8, values.length, ByteBuffer.wrap(values.clone()));
    }

    /** These integers. */
    public static Values ofInt16(short... values) {
        return ofShorts(DType.INT16, values);
    }

    /** These bits as unsigned integers from 0 to 65535; {@code (short) 40000} makes them of an int. */
    public static Values ofUint16(short... values) {
        return ofShorts(DType.UINT16, values);
    }

    private static Values ofShorts(DType dtype, short[] values) {
        ByteBuffer data = allocate(values.length, Short.BYTES);
        data.asShortBuffer().put(values);
        return wrap(dtype, values.length, data);
    }

    /** These bits as unsigned integers from 0 to 2^32 - 1; {@code (int) 3_000_000_000L} makes them of a long. */
    public static Values ofUint32(int... values) {
        ByteBuffer data = allocate(values.length, Integer.BYTES);
        data.asIntBuffer().put(values);
        return wrap(DType.UINT32, values.length, data);
    }

    /** These bits as unsigned integers from 0 to 2^64 - 1; {@link Long#parseUnsignedLong(String)} makes them of text. */
    public static Values ofUint64(long... values) {
        ByteBuffer data = allocate(values.length, Long.BYTES);
        data.asLongBuffer().put(values);
        return wrap(DType.UINT64, values.length, data);
    }

    /** These truth values. */
    public static Values ofBooleans(boolean... values) {
        ByteBuffer data = allocate(values.length, Byte.BYTES);
        for (boolean value : values) {
            data.put((byte) (value ? 1 : 0));
        }
        return wrap(DType.BOOL, values.length, data);
    }

    /**
     * Returns the nearest values of {@link DType#FLOAT16}. Of two equally near ones, this is the one whose last bit is
     * 0. What is too large becomes infinite.
     */
    public static Values ofFloat16(float... values) {
        ByteBuffer data = allocate(values.length, Short.BYTES);
        for (float value : values) {
            data.putShort(Float16.toBits(value));
        }
        return wrap(DType.FLOAT16, values.length, data);
    }

    /**
     * Returns the nearest values of {@link DType#BFLOAT16}. Of two equally near ones, this is the one whose last bit is
     * 0. What is too large becomes infinite.
     */
    public static Values ofBFloat16(float... values) {
        ByteBuffer data = allocate(values.length, Short.BYTES);
        for (float value : values) {
            data.putShort(BFloat16.toBits(value));
        }
        return wrap(DType.BFLOAT16, values.length, data);
    }

    /**
     * Complex numbers, each as its real and its imaginary part.
     *
     * @throws IllegalArgumentException if the last one has only one part
     */
    public static Values ofComplex64(float... parts) {
        ByteBuffer data = allocate(parts.length, Float.BYTES);
        data.asFloatBuffer().put(parts);
        return wrap(DType.COMPLEX64, pairs(parts.length), data);
    }

    /**
     * Complex numbers, each as its real and its imaginary part.
     *
     * @throws IllegalArgumentException if the last one has only one part
     */
    public static Values ofComplex128(double... parts) {
        ByteBuffer data = allocate(parts.length, Double.BYTES);
        data.asDoubleBuffer().put(parts);
        return wrap(DType.COMPLEX128, pairs(parts.length), data);
    }

    private static int pairs(int parts) {
        if (parts % 2 != 0) {
            throw new IllegalArgumentException("complex numbers have two parts each, but there are " + parts);
        }
        return parts / 2;
    }

    /**
     * These byte strings, copied.
     *
     * @throws IllegalArgumentException if they have 2^31 bytes or more together
     */
    public static Values ofBytes(List<Bytes> values) {
        ByteBuffer offsets = allocate(values.size() + 1, Integer.BYTES);
        int total = 0;
        offsets.putInt(0, 0);
        for (int i = 0; i < values.size(); i++) {
            total = checkedSize((long) total + values.get(i).size());
            offsets.putInt((i + 1) * Integer.BYTES, total);
        }
        byte[] data = new byte[total];
        int at = 0;
        for (Bytes value : values) {
            value.copyTo(0, data, at, value.size());
            at += value.size();
        }
        return wrapStrings(values.size(), offsets, ByteBuffer.wrap(data));
    }

    /** These texts, in UTF-8. */
    public static Values ofStrings(String... values) {
        List<Bytes> bytes = new ArrayList<>(values.length);
        for (String value : values) {
            bytes.add(Bytes.ofUtf8(value));
        }
        return ofBytes(bytes);
    }

    private static ByteBuffer allocate(int count, int byteSize) {
        return ByteBuffer.allocate(checkedSize((long) count * byteSize)).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static int checkedSize(long bytes) {
        if (bytes > MOST_BYTES) {
            throw new IllegalArgumentException(
                    "values would have " + bytes + " bytes, more than " + MOST_BYTES + "; take fewer at once");
        }
        return (int) bytes;
    }

    /**
     * Numbers in memory that the caller hands over: the first {@code size} elements from index 0 of the buffer on, whatever
     * its position.
     *
     * @throws IllegalArgumentException if the type is {@link DType#STRING} or the buffer is too small
     */
    public static Values wrap(DType dtype, int size, ByteBuffer data) {
        if (dtype == DType.STRING) {
            throw new IllegalArgumentException("strings have offsets too: use wrapStrings");
        }
        if (size < 0 || (long) size * dtype.byteSize() > data.limit()) {
            throw new IllegalArgumentException(
                    size + " elements of " + dtype + " do not fit " + data.limit() + " bytes");
        }
        return new Values(dtype, size, part(data.asReadOnlyBuffer(), 0, size * dtype.byteSize()), NO_OFFSETS);
    }

    /**
     * Byte strings in memory that the caller hands over: string i is what {@code data} has from offset i to offset i + 1.
     *
     * @param size how many strings there are
     * @param offsets {@code size} + 1 little-endian 32-bit integers from index 0 on, never falling, which nobody checks; the
     *     first one is usually 0
     * @param data the bytes, from index 0 on; it may have more than the offsets use
     * @throws IllegalArgumentException if a buffer is too small for that
     */
    public static Values wrapStrings(int size, ByteBuffer offsets, ByteBuffer data) {
        if (size < 0 || (size + 1L) * Integer.BYTES > offsets.limit()) {
            throw new IllegalArgumentException(
                    size + " strings need one offset more than that, but there are " + offsets.limit() + " bytes");
        }
        ByteBuffer used = part(offsets.asReadOnlyBuffer(), 0, (size + 1) * Integer.BYTES);
        int begin = used.getInt(0);
        int end = used.getInt(size * Integer.BYTES);
        if (begin < 0 || end < begin || end > data.limit()) {
            throw new IllegalArgumentException(
                    "offsets from " + begin + " to " + end + " do not fit " + data.limit() + " bytes of data");
        }
        return new Values(DType.STRING, size, part(data.asReadOnlyBuffer(), 0, data.limit()), used);
    }

    /** A part of a buffer as one that begins at 0, little-endian as {@link ByteBuffer#slice()} alone is not. */
    private static ByteBuffer part(ByteBuffer whole, int at, int bytes) {
        return whole.slice(at, bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** The type of the elements. */
    public DType dtype() {
        return dtype;
    }

    /** How many elements there are. */
    public int size() {
        return size;
    }

    /**
     * An integer. Every integer type is read, and unsigned ones as the numbers that they are.
     *
     * @throws IllegalStateException if the elements are no integers, or UINT64, which do not all fit: use
     *     {@link #bigIntegerAt}
     */
    public long longAt(int index) {
        return dtype == DType.INT64
                ? data.getLong(Objects.checkIndex(index, size) * Long.BYTES)
                : Elements.longAt(this, index);
    }

    /**
     * An integer. Every integer type of at most 32 bits is read, and unsigned ones as the numbers that they are.
     *
     * @throws IllegalStateException if the elements are no integers, or do not all fit 32 bits with a sign
     */
    public int intAt(int index) {
        return dtype == DType.INT32
                ? data.getInt(Objects.checkIndex(index, size) * Integer.BYTES)
                : Elements.intAt(this, index);
    }

    /** An integer of any type. */
    public BigInteger bigIntegerAt(int index) {
        return Elements.bigIntegerAt(this, index);
    }

    /**
     * A float. Every float type but FLOAT64 is read, and none loses anything.
     *
     * @throws IllegalStateException if the elements are no floats, or FLOAT64
     */
    public float floatAt(int index) {
        return dtype == DType.FLOAT32
                ? data.getFloat(Objects.checkIndex(index, size) * Float.BYTES)
                : Elements.floatAt(this, index);
    }

    /** A float. Every float type is read, and none loses anything. */
    public double doubleAt(int index) {
        return dtype == DType.FLOAT64
                ? data.getDouble(Objects.checkIndex(index, size) * Double.BYTES)
                : Elements.doubleAt(this, index);
    }

    /** The real part of an element of COMPLEX64 or COMPLEX128. */
    public double realAt(int index) {
        return Elements.realAt(this, index);
    }

    /** The imaginary part of an element of COMPLEX64 or COMPLEX128. */
    public double imaginaryAt(int index) {
        return Elements.imaginaryAt(this, index);
    }

    /** An element of BOOL. */
    public boolean booleanAt(int index) {
        return data.get(at(DType.BOOL, index, Byte.BYTES)) != 0;
    }

    /** A copy of an element of STRING. */
    public Bytes bytesAt(int index) {
        return Bytes.ofOwned(copyAt(index));
    }

    /** An element of STRING as text; each malformed piece of UTF-8 becomes U+FFFD. */
    public String utf8At(int index) {
        return new String(copyAt(index), StandardCharsets.UTF_8);
    }

    /** An element of STRING where it lies, read-only, from position 0 on; each call makes another view. */
    public ByteBuffer viewAt(int index) {
        int from = offsets.getInt(at(DType.STRING, index, Integer.BYTES));
        return part(data, from, end(index) - from);
    }

    private byte[] copyAt(int index) {
        int from = offsets.getInt(at(DType.STRING, index, Integer.BYTES));
        byte[] copy = new byte[end(index) - from];
        data.get(from, copy);
        return copy;
    }

    /** Where string {@code index} ends; for -1 where the first one begins. */
    private int end(int index) {
        return offsets.getInt((index + 1) * Integer.BYTES);
    }

    private int at(DType asked, int index, int byteSize) {
        check(asked);
        return Objects.checkIndex(index, size) * byteSize;
    }

    private void check(DType asked) {
        if (asked != dtype) {
            throw otherType(asked);
        }
    }

    /** The bytes of numbers, for readers that know their types. */
    ByteBuffer memory() {
        return data;
    }

    IllegalStateException otherType(Object asked) {
        String instead = dtype == DType.UINT64 && asked == DType.INT64 ? "; use bigIntegerAt" : "";
        return new IllegalStateException("asked for " + asked + ", but the elements are " + dtype + instead);
    }

    /** All elements, of a type that {@link #longAt} reads, as an array that the caller owns. */
    public long[] toLongs() {
        if (dtype != DType.INT64) {
            return Elements.longs(this);
        }
        long[] copy = new long[size];
        copyTo(0, copy, 0, size);
        return copy;
    }

    /** All elements, of a type that {@link #intAt} reads, as an array that the caller owns. */
    public int[] toInts() {
        if (dtype != DType.INT32) {
            return Elements.ints(this);
        }
        int[] copy = new int[size];
        copyTo(0, copy, 0, size);
        return copy;
    }

    /** All elements, of a type that {@link #floatAt} reads, as an array that the caller owns. */
    public float[] toFloats() {
        if (dtype != DType.FLOAT32) {
            return Elements.floats(this);
        }
        float[] copy = new float[size];
        copyTo(0, copy, 0, size);
        return copy;
    }

    /** All elements, of a type that {@link #doubleAt} reads, as an array that the caller owns. */
    public double[] toDoubles() {
        if (dtype != DType.FLOAT64) {
            return Elements.doubles(this);
        }
        double[] copy = new double[size];
        copyTo(0, copy, 0, size);
        return copy;
    }

    /** Copies of all elements of STRING; the list cannot be changed. */
    public List<Bytes> toBytes() {
        check(DType.STRING);
        Bytes[] copies = new Bytes[size];
        for (int i = 0; i < size; i++) {
            copies[i] = bytesAt(i);
        }
        return List.of(copies);
    }

    /** Copies {@code count} elements that {@link #asLongBuffer} shows, from element {@code from} on, to where the caller says. */
    public void copyTo(int from, long[] target, int targetOffset, int count) {
        asLongBuffer().get(from, target, targetOffset, count);
    }

    /** Copies {@code count} elements that {@link #asIntBuffer} shows, from element {@code from} on, to where the caller says. */
    public void copyTo(int from, int[] target, int targetOffset, int count) {
        asIntBuffer().get(from, target, targetOffset, count);
    }

    /** Copies {@code count} elements of FLOAT32, from element {@code from} on, to where the caller says. */
    public void copyTo(int from, float[] target, int targetOffset, int count) {
        asFloatBuffer().get(from, target, targetOffset, count);
    }

    /** Copies {@code count} elements of FLOAT64, from element {@code from} on, to where the caller says. */
    public void copyTo(int from, double[] target, int targetOffset, int count) {
        asDoubleBuffer().get(from, target, targetOffset, count);
    }

    /** The elements of INT64, or the bits of UINT64, where they lie, read-only; each call makes another view. */
    public LongBuffer asLongBuffer() {
        if (dtype != DType.UINT64) {
            check(DType.INT64);
        }
        return data.asLongBuffer();
    }

    /** The elements of INT32 or QINT32, or the bits of UINT32, where they lie, read-only; each call makes another view. */
    public IntBuffer asIntBuffer() {
        if (dtype != DType.UINT32 && dtype != DType.QINT32) {
            check(DType.INT32);
        }
        return data.asIntBuffer();
    }

    /**
     * The elements of INT16 or QINT16, or the bits of UINT16, QUINT16, FLOAT16 or BFLOAT16, where they lie, read-only; each
     * call makes another view. Types of 8 bits or fewer are in {@link #data()}.
     */
    public ShortBuffer asShortBuffer() {
        switch (dtype) {
            case INT16, UINT16, FLOAT16, BFLOAT16, QINT16, QUINT16 -> {
                return data.asShortBuffer();
            }
            default -> throw otherType("a type of 16 bits");
        }
    }

    /** The elements of FLOAT32 where they lie, read-only; each call makes another view. */
    public FloatBuffer asFloatBuffer() {
        check(DType.FLOAT32);
        return data.asFloatBuffer();
    }

    /** The elements of FLOAT64 where they lie, read-only; each call makes another view. */
    public DoubleBuffer asDoubleBuffer() {
        check(DType.FLOAT64);
        return data.asDoubleBuffer();
    }

    /**
     * The memory of the elements, read-only and little-endian, from position 0 to the end of what is used; each call makes
     * another view. Of strings that are
     * a slice it has the bytes of those before them too, since {@link #offsets()} count from its beginning.
     */
    public ByteBuffer data() {
        return part(data, 0, dtype == DType.STRING ? end(size - 1) : data.capacity());
    }

    /**
     * Where each string begins in {@link #data()} and the last one ends, as {@code size() + 1} 32-bit integers, read-only and
     * little-endian; each call makes another view. The first one is 0, unless these are a slice. Nothing if the elements are
     * numbers.
     */
    public ByteBuffer offsets() {
        return part(offsets, 0, offsets.capacity());
    }

    /**
     * The elements from {@code from} on, before {@code to}, in the same memory.
     *
     * @throws IndexOutOfBoundsException if these are not inside
     */
    public Values slice(int from, int to) {
        Objects.checkFromToIndex(from, to, size);
        int count = to - from;
        if (dtype == DType.STRING) {
            return new Values(dtype, count, data, part(offsets, from * Integer.BYTES, (count + 1) * Integer.BYTES));
        }
        int byteSize = dtype.byteSize();
        return new Values(dtype, count, part(data, from * byteSize, count * byteSize), offsets);
    }

    /**
     * Whether the other has the same type and the same elements, wherever they lie. Elements are the same if their bits are:
     * a NaN equals itself, and 0.0 is not -0.0. Bits count that the element does not use too, in bytes that {@link #wrap} was
     * given: an INT4 of 1f is not one of 0f, and a BOOL of 2 not one of 1.
     */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Values that
                && dtype == that.dtype
                && size == that.size
                && content().equals(that.content())
                && (dtype != DType.STRING || endsAs(that));
    }

    private boolean endsAs(Values that) {
        int apart = end(-1) - that.end(-1);
        for (int i = 0; i < size; i++) {
            if (end(i) - that.end(i) != apart) {
                return false;
            }
        }
        return true;
    }

    private ByteBuffer content() {
        return dtype == DType.STRING ? data.slice(end(-1), end(size - 1) - end(-1)) : data;
    }

    @Override
    public int hashCode() {
        return Objects.hash(dtype, size, content());
    }

    /** The type and the first elements, for a person to read: {@code int64 [1, 2, 3, ... of 1000]}. */
    @Override
    public String toString() {
        Excerpt excerpt = new Excerpt().add(dtype + " ");
        excerpt.beginning("[", size, i -> excerpt.element(this, i), "]");
        return excerpt.toString();
    }
}
