package dev.riffle.tensor;

import dev.riffle.example.FeatureException;
import dev.riffle.internal.Argument;
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
 * A sequence of elements of one type in primitive memory. Tensors store their elements in such sequences.
 *
 * <p>One block stores numbers, little-endian. For byte strings, one block stores their bytes one after the other. A
 * second block stores the 32-bit offsets at which the strings begin, and the end of the last string. Arrow uses the
 * same layout, so Arrow can read both blocks without a copy.
 *
 * <p>Methods read elements one at a time, in bulk as arrays, or as read-only buffers over the memory. {@code toUint8}
 * returns the array that {@code ofUint8} takes, and so on. {@code toFloats} also reads FLOAT16 and BFLOAT16. A method
 * throws {@link FeatureException} if it does not support the type of the elements. It throws
 * {@link IndexOutOfBoundsException} if the element does not exist.
 *
 * <p>Immutable and safe for use by several threads, unless the owner of wrapped memory writes to it. A parser writes to
 * this memory when it refills a batch. Therefore this class does not cache anything that depends on the memory.
 *
 * @since 0.1
 */
public final class Values {

    private static final int MOST_BYTES = Integer.MAX_VALUE - 8;

    private static final ByteBuffer NO_OFFSETS = ByteBuffer.allocate(0).asReadOnlyBuffer();

    private final DType dtype;
    private final int size;

    /**
     * The memory of the elements. For strings, this memory can contain unused bytes, because the offsets define the
     * used part.
     */
    private final ByteBuffer data;

    /** The offsets of the strings. In a slice, the first offset can differ from 0. */
    private final ByteBuffer offsets;

    private Values(DType dtype, int size, ByteBuffer data, ByteBuffer offsets) {
        this.dtype = dtype;
        this.size = size;
        this.data = data;
        this.offsets = offsets;
    }

    /** Returns these numbers as elements of INT64. */
    public static Values ofLongs(long... values) {
        Argument.present(values, "values");
        ByteBuffer data = allocate(values.length, Long.BYTES);
        data.asLongBuffer().put(values);
        return wrap(DType.INT64, values.length, data);
    }

    /** Returns these numbers as elements of INT32. */
    public static Values ofInts(int... values) {
        Argument.present(values, "values");
        ByteBuffer data = allocate(values.length, Integer.BYTES);
        data.asIntBuffer().put(values);
        return wrap(DType.INT32, values.length, data);
    }

    /** Returns these numbers as elements of FLOAT32. */
    public static Values ofFloats(float... values) {
        Argument.present(values, "values");
        ByteBuffer data = allocate(values.length, Float.BYTES);
        data.asFloatBuffer().put(values);
        return wrap(DType.FLOAT32, values.length, data);
    }

    /** Returns these numbers as elements of FLOAT64. */
    public static Values ofDoubles(double... values) {
        Argument.present(values, "values");
        ByteBuffer data = allocate(values.length, Double.BYTES);
        data.asDoubleBuffer().put(values);
        return wrap(DType.FLOAT64, values.length, data);
    }

    /** Returns these bytes as elements of UINT8, from 0 to 255. */
    public static Values ofUint8(byte... values) {
        Argument.present(values, "values");
        return wrap(DType.UINT8, values.length, ByteBuffer.wrap(values.clone()));
    }

    /** Returns these numbers as elements of INT8. */
    public static Values ofInt8(byte... values) {
        Argument.present(values, "values");
        return wrap(DType.INT8, values.length, ByteBuffer.wrap(values.clone()));
    }

    /** Returns these numbers as elements of INT16. */
    public static Values ofInt16(short... values) {
        Argument.present(values, "values");
        return ofShorts(DType.INT16, values);
    }

    /** Returns these bits as elements of UINT16, from 0 to 65535. To convert an int, write {@code (short) 40000}. */
    public static Values ofUint16(short... values) {
        Argument.present(values, "values");
        return ofShorts(DType.UINT16, values);
    }

    private static Values ofShorts(DType dtype, short[] values) {
        ByteBuffer data = allocate(values.length, Short.BYTES);
        data.asShortBuffer().put(values);
        return wrap(dtype, values.length, data);
    }

    /**
     * Returns these bits as elements of UINT32, from 0 to 2^32 - 1. To convert a long, write
     * {@code (int) 3_000_000_000L}.
     */
    public static Values ofUint32(int... values) {
        Argument.present(values, "values");
        ByteBuffer data = allocate(values.length, Integer.BYTES);
        data.asIntBuffer().put(values);
        return wrap(DType.UINT32, values.length, data);
    }

    /**
     * Returns these bits as elements of UINT64, from 0 to 2^64 - 1. To convert text, use
     * {@link Long#parseUnsignedLong(String)}.
     */
    public static Values ofUint64(long... values) {
        Argument.present(values, "values");
        ByteBuffer data = allocate(values.length, Long.BYTES);
        data.asLongBuffer().put(values);
        return wrap(DType.UINT64, values.length, data);
    }

    /** Returns these truth values as elements of BOOL. */
    public static Values ofBooleans(boolean... values) {
        Argument.present(values, "values");
        ByteBuffer data = allocate(values.length, Byte.BYTES);
        for (boolean value : values) {
            data.put((byte) (value ? 1 : 0));
        }
        return wrap(DType.BOOL, values.length, data);
    }

    /**
     * Converts floats to the nearest values of {@link DType#FLOAT16}. Between two equally near values, chooses the
     * value whose last bit is 0. Numbers that are too large become infinite.
     */
    public static Values ofFloat16(float... values) {
        Argument.present(values, "values");
        ByteBuffer data = allocate(values.length, Short.BYTES);
        for (float value : values) {
            data.putShort(Float16.toBits(value));
        }
        return wrap(DType.FLOAT16, values.length, data);
    }

    /**
     * Converts floats to the nearest values of {@link DType#BFLOAT16}. Between two equally near values, chooses the
     * value whose last bit is 0. Numbers that are too large become infinite.
     */
    public static Values ofBFloat16(float... values) {
        Argument.present(values, "values");
        ByteBuffer data = allocate(values.length, Short.BYTES);
        for (float value : values) {
            data.putShort(BFloat16.toBits(value));
        }
        return wrap(DType.BFLOAT16, values.length, data);
    }

    /**
     * Returns complex numbers from pairs of a real and an imaginary part.
     *
     * @throws IllegalArgumentException if the number of parts is odd
     */
    public static Values ofComplex64(float... parts) {
        Argument.present(parts, "parts");
        ByteBuffer data = allocate(parts.length, Float.BYTES);
        data.asFloatBuffer().put(parts);
        return wrap(DType.COMPLEX64, pairs(parts.length), data);
    }

    /**
     * Returns complex numbers from pairs of a real and an imaginary part.
     *
     * @throws IllegalArgumentException if the number of parts is odd
     */
    public static Values ofComplex128(double... parts) {
        Argument.present(parts, "parts");
        ByteBuffer data = allocate(parts.length, Double.BYTES);
        data.asDoubleBuffer().put(parts);
        return wrap(DType.COMPLEX128, pairs(parts.length), data);
    }

    private static int pairs(int parts) {
        if (parts % 2 != 0) {
            throw new IllegalArgumentException("complex numbers need an even number of parts: " + parts);
        }
        return parts / 2;
    }

    /**
     * Returns copies of these byte strings.
     *
     * @throws IllegalArgumentException if the strings have 2^31 bytes or more together
     */
    public static Values ofBytes(List<Bytes> values) {
        Argument.allPresent(values, "values");
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

    /**
     * Returns these texts as byte strings in UTF-8.
     *
     * @throws IllegalArgumentException if a text has an unpaired surrogate
     */
    public static Values ofStrings(String... values) {
        Argument.allPresent(values, "values");
        List<Bytes> bytes = new ArrayList<>(values.length);
        for (String value : values) {
            try {
                bytes.add(Bytes.ofUtf8(value));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("value " + bytes.size() + ": " + e.getMessage(), e);
            }
        }
        return ofBytes(bytes);
    }

    private static ByteBuffer allocate(int count, int byteSize) {
        return ByteBuffer.allocate(checkedSize((long) count * byteSize)).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static int checkedSize(long bytes) {
        if (bytes > MOST_BYTES) {
            throw new IllegalArgumentException(
                    "values would have " + bytes + " bytes, more than " + MOST_BYTES + "; use several smaller Values");
        }
        return (int) bytes;
    }

    /**
     * Returns numbers in memory that the caller no longer owns: the first {@code size} elements of the buffer. The
     * elements begin at index 0; the buffer's position has no effect.
     *
     * @throws IllegalArgumentException if the type is {@link DType#STRING} or the buffer is too small
     */
    public static Values wrap(DType dtype, int size, ByteBuffer data) {
        Argument.present(dtype, "dtype");
        Argument.present(data, "data");
        if (dtype == DType.STRING) {
            throw new IllegalArgumentException("strings need offsets: use wrapStrings");
        }
        if (size < 0 || (long) size * dtype.byteSize() > data.limit()) {
            throw new IllegalArgumentException(
                    size + " elements of " + dtype + " do not fit in " + data.limit() + " bytes");
        }
        return new Values(dtype, size, part(data.asReadOnlyBuffer(), 0, size * dtype.byteSize()), NO_OFFSETS);
    }

    /**
     * Returns byte strings in memory that the caller no longer owns. String i consists of the bytes of {@code data}
     * from offset i to offset i + 1.
     *
     * @param size the number of strings
     * @param offsets {@code size} + 1 little-endian 32-bit integers from index 0. The offsets must never decrease, and
     *     the first offset is usually 0. This method checks only the first and the last offset.
     * @param data the bytes, from index 0; the buffer can have more bytes than the offsets use
     * @throws IllegalArgumentException if a buffer is too small for these strings
     */
    public static Values wrapStrings(int size, ByteBuffer offsets, ByteBuffer data) {
        Argument.present(offsets, "offsets");
        Argument.present(data, "data");
        if (size < 0 || (size + 1L) * Integer.BYTES > offsets.limit()) {
            throw new IllegalArgumentException(
                    size + " strings need " + (size + 1L) + " offsets of 4 bytes, found " + offsets.limit() + " bytes");
        }
        ByteBuffer used = part(offsets.asReadOnlyBuffer(), 0, (size + 1) * Integer.BYTES);
        int begin = used.getInt(0);
        int end = used.getInt(size * Integer.BYTES);
        if (begin < 0 || end < begin || end > data.limit()) {
            throw new IllegalArgumentException(
                    "offsets from " + begin + " to " + end + " do not fit in " + data.limit() + " bytes of data");
        }
        return new Values(DType.STRING, size, part(data.asReadOnlyBuffer(), 0, data.limit()), used);
    }

    /**
     * Returns a little-endian part of a buffer. Index 0 of the part is index {@code at} of the buffer.
     * {@link ByteBuffer#slice()} alone does not keep the byte order.
     */
    private static ByteBuffer part(ByteBuffer whole, int at, int bytes) {
        return whole.slice(at, bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Returns the type of the elements. */
    public DType dtype() {
        return dtype;
    }

    /** Returns the number of elements. */
    public int size() {
        return size;
    }

    /**
     * Returns an element as a 64-bit integer. Reads every integer type except UINT64. Numbers of unsigned types stay
     * unsigned.
     *
     * @throws FeatureException if the elements are not integers, or if they are UINT64; use {@link #bigIntegerAt}
     *     for UINT64
     */
    public long longAt(int index) {
        return dtype == DType.INT64
                ? data.getLong(Argument.index(index, size, "index", "elements") * Long.BYTES)
                : Elements.longAt(this, index);
    }

    /**
     * Returns an element as a 32-bit integer. Reads every integer type whose numbers fit a signed 32-bit integer.
     * Numbers of unsigned types stay unsigned.
     *
     * @throws FeatureException if the elements are not integers, or if their type has numbers outside this range
     */
    public int intAt(int index) {
        return dtype == DType.INT32
                ? data.getInt(Argument.index(index, size, "index", "elements") * Integer.BYTES)
                : Elements.intAt(this, index);
    }

    /** Returns an element of any integer type. */
    public BigInteger bigIntegerAt(int index) {
        return Elements.bigIntegerAt(this, index);
    }

    /**
     * Returns an element as a float. Reads every float type except FLOAT64, without loss.
     *
     * @throws FeatureException if the elements are not floats, or if they are FLOAT64
     */
    public float floatAt(int index) {
        return dtype == DType.FLOAT32
                ? data.getFloat(Argument.index(index, size, "index", "elements") * Float.BYTES)
                : Elements.floatAt(this, index);
    }

    /** Returns an element as a double. Reads every float type, without loss. */
    public double doubleAt(int index) {
        return dtype == DType.FLOAT64
                ? data.getDouble(Argument.index(index, size, "index", "elements") * Double.BYTES)
                : Elements.doubleAt(this, index);
    }

    /** Returns the real part of an element of COMPLEX64 or COMPLEX128. */
    public double realAt(int index) {
        return Elements.realAt(this, index);
    }

    /** Returns the imaginary part of an element of COMPLEX64 or COMPLEX128. */
    public double imaginaryAt(int index) {
        return Elements.imaginaryAt(this, index);
    }

    /** Returns an element of BOOL. */
    public boolean booleanAt(int index) {
        return data.get(at(DType.BOOL, index, Byte.BYTES)) != 0;
    }

    /** Returns a copy of an element of STRING. */
    public Bytes bytesAt(int index) {
        return Bytes.ofOwned(copyAt(index));
    }

    /** Returns an element of STRING as text. Each malformed piece of UTF-8 becomes U+FFFD. */
    public String utf8At(int index) {
        return new String(copyAt(index), StandardCharsets.UTF_8);
    }

    /** Returns a read-only view of an element of STRING, beginning at position 0. Each call returns a new view. */
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

    /**
     * Returns the offset at which string {@code index} ends. For -1, returns the offset at which the first string
     * begins.
     */
    private int end(int index) {
        return offsets.getInt((index + 1) * Integer.BYTES);
    }

    private int at(DType requested, int index, int byteSize) {
        check(requested);
        return Argument.index(index, size, "index", "elements") * byteSize;
    }

    private void check(DType requested) {
        if (requested != dtype) {
            throw otherType(requested);
        }
    }

    /** Returns the memory of the numbers. The caller must read the bytes according to the type. */
    ByteBuffer memory() {
        return data;
    }

    FeatureException otherType(Object requested) {
        String instead = dtype == DType.UINT64 && requested == DType.INT64 ? "; use bigIntegerAt" : "";
        return new FeatureException(
                FeatureException.Reason.OTHER_KIND, null, "the elements are " + dtype + ", not " + requested + instead);
    }

    /** Returns all elements as an array that the caller owns. Supports the types of {@link #longAt}. */
    public long[] toLongs() {
        if (dtype != DType.INT64) {
            return Elements.longs(this);
        }
        long[] copy = new long[size];
        copyTo(0, copy, 0, size);
        return copy;
    }

    /** Returns all elements as an array that the caller owns. Supports the types of {@link #intAt}. */
    public int[] toInts() {
        if (dtype != DType.INT32) {
            return Elements.ints(this);
        }
        int[] copy = new int[size];
        copyTo(0, copy, 0, size);
        return copy;
    }

    /** Returns all elements as an array that the caller owns. Supports the types of {@link #floatAt}. */
    public float[] toFloats() {
        if (dtype != DType.FLOAT32) {
            return Elements.floats(this);
        }
        float[] copy = new float[size];
        copyTo(0, copy, 0, size);
        return copy;
    }

    /** Returns all elements as an array that the caller owns. Supports the types of {@link #doubleAt}. */
    public double[] toDoubles() {
        if (dtype != DType.FLOAT64) {
            return Elements.doubles(this);
        }
        double[] copy = new double[size];
        copyTo(0, copy, 0, size);
        return copy;
    }

    /** Returns copies of all elements of STRING, in an unmodifiable list. */
    public List<Bytes> toBytes() {
        check(DType.STRING);
        Bytes[] copies = new Bytes[size];
        for (int i = 0; i < size; i++) {
            copies[i] = bytesAt(i);
        }
        return List.of(copies);
    }

    /**
     * Returns copies of all elements of STRING, as arrays that the caller owns. Libraries that do not know
     * {@link Bytes} take such arrays.
     */
    public byte[][] toByteArrays() {
        check(DType.STRING);
        byte[][] copies = new byte[size][];
        for (int i = 0; i < size; i++) {
            copies[i] = copyAt(i);
        }
        return copies;
    }

    /** Returns all elements of STRING as text. Each malformed piece of UTF-8 becomes U+FFFD. */
    public String[] toStrings() {
        check(DType.STRING);
        String[] texts = new String[size];
        for (int i = 0; i < size; i++) {
            texts[i] = utf8At(i);
        }
        return texts;
    }

    /** Returns all elements of UINT8 as an array that the caller owns. The bytes from -128 to -1 mean 128 to 255. */
    public byte[] toUint8() {
        return bytes(DType.UINT8);
    }

    /** Returns all elements of INT8 as an array that the caller owns. */
    public byte[] toInt8() {
        return bytes(DType.INT8);
    }

    private byte[] bytes(DType requested) {
        check(requested);
        byte[] copy = new byte[size];
        data.get(0, copy);
        return copy;
    }

    /** Returns all elements of INT16 as an array that the caller owns. */
    public short[] toInt16() {
        return shorts(DType.INT16);
    }

    /** Returns the bits of all elements of UINT16 as an array that the caller owns; {@link #toInts} gives numbers. */
    public short[] toUint16() {
        return shorts(DType.UINT16);
    }

    private short[] shorts(DType requested) {
        check(requested);
        short[] copy = new short[size];
        data.asShortBuffer().get(copy);
        return copy;
    }

    /** Returns the bits of all elements of UINT32 as an array that the caller owns; {@link #toLongs} gives numbers. */
    public int[] toUint32() {
        check(DType.UINT32);
        int[] copy = new int[size];
        data.asIntBuffer().get(copy);
        return copy;
    }

    /** Returns the bits of all elements of UINT64 as an array that the caller owns. */
    public long[] toUint64() {
        check(DType.UINT64);
        long[] copy = new long[size];
        data.asLongBuffer().get(copy);
        return copy;
    }

    /** Returns all elements of BOOL as an array that the caller owns. */
    public boolean[] toBooleans() {
        check(DType.BOOL);
        boolean[] copy = new boolean[size];
        for (int i = 0; i < size; i++) {
            copy[i] = data.get(i) != 0;
        }
        return copy;
    }

    /** Returns pairs of the real and the imaginary part of all elements of COMPLEX64. The caller owns the array. */
    public float[] toComplex64() {
        check(DType.COMPLEX64);
        float[] parts = new float[2 * size];
        data.asFloatBuffer().get(parts);
        return parts;
    }

    /** Returns pairs of the real and the imaginary part of all elements of COMPLEX128. The caller owns the array. */
    public double[] toComplex128() {
        check(DType.COMPLEX128);
        double[] parts = new double[2 * size];
        data.asDoubleBuffer().get(parts);
        return parts;
    }

    /**
     * Copies {@code count} elements of {@link #asLongBuffer}, starting at element {@code from}, into {@code target}.
     */
    public void copyTo(int from, long[] target, int targetOffset, int count) {
        Argument.present(target, "target");
        Argument.part(from, count, size, "the elements");
        Argument.part(targetOffset, count, target.length, "target");
        asLongBuffer().get(from, target, targetOffset, count);
    }

    /** Copies {@code count} elements of {@link #asIntBuffer}, starting at element {@code from}, into {@code target}. */
    public void copyTo(int from, int[] target, int targetOffset, int count) {
        Argument.present(target, "target");
        Argument.part(from, count, size, "the elements");
        Argument.part(targetOffset, count, target.length, "target");
        asIntBuffer().get(from, target, targetOffset, count);
    }

    /** Copies {@code count} elements of FLOAT32, starting at element {@code from}, into {@code target}. */
    public void copyTo(int from, float[] target, int targetOffset, int count) {
        Argument.present(target, "target");
        Argument.part(from, count, size, "the elements");
        Argument.part(targetOffset, count, target.length, "target");
        asFloatBuffer().get(from, target, targetOffset, count);
    }

    /** Copies {@code count} elements of FLOAT64, starting at element {@code from}, into {@code target}. */
    public void copyTo(int from, double[] target, int targetOffset, int count) {
        Argument.present(target, "target");
        Argument.part(from, count, size, "the elements");
        Argument.part(targetOffset, count, target.length, "target");
        asDoubleBuffer().get(from, target, targetOffset, count);
    }

    /** Returns a read-only view of the elements of INT64, or of the bits of UINT64. Each call returns a new view. */
    public LongBuffer asLongBuffer() {
        if (dtype != DType.UINT64) {
            check(DType.INT64);
        }
        return data.asLongBuffer();
    }

    /**
     * Returns a read-only view of the elements of INT32 or QINT32, or of the bits of UINT32. Each call returns a new
     * view.
     */
    public IntBuffer asIntBuffer() {
        if (dtype != DType.UINT32 && dtype != DType.QINT32) {
            check(DType.INT32);
        }
        return data.asIntBuffer();
    }

    /**
     * Returns a read-only view of the elements of INT16 or QINT16, or of the bits of UINT16, QUINT16, FLOAT16 or
     * BFLOAT16. Each call returns a new view. For types of 8 bits or fewer, use {@link #data()}.
     */
    public ShortBuffer asShortBuffer() {
        switch (dtype) {
            case INT16, UINT16, FLOAT16, BFLOAT16, QINT16, QUINT16 -> {
                return data.asShortBuffer();
            }
            default -> throw otherType("a type of 16 bits");
        }
    }

    /** Returns a read-only view of the elements of FLOAT32. Each call returns a new view. */
    public FloatBuffer asFloatBuffer() {
        check(DType.FLOAT32);
        return data.asFloatBuffer();
    }

    /** Returns a read-only view of the elements of FLOAT64. Each call returns a new view. */
    public DoubleBuffer asDoubleBuffer() {
        check(DType.FLOAT64);
        return data.asDoubleBuffer();
    }

    /**
     * Returns a read-only, little-endian view of the elements' memory, from position 0 to the end of the used part.
     * Each call returns a new view. For a slice of strings, the view also contains the bytes before the slice, because
     * {@link #offsets()} count from the beginning of the view.
     */
    public ByteBuffer data() {
        return part(data, 0, dtype == DType.STRING ? end(size - 1) : data.capacity());
    }

    /**
     * Returns a read-only, little-endian view of the string offsets: {@code size() + 1} 32-bit integers. The offsets
     * are the positions in {@link #data()} at which each string begins and the last string ends. The first offset is 0,
     * except in a slice. The view is empty if the elements are numbers. Each call returns a new view.
     */
    public ByteBuffer offsets() {
        return part(offsets, 0, offsets.capacity());
    }

    /**
     * Returns the elements from {@code from} (inclusive) to {@code to} (exclusive), in the same memory.
     *
     * @throws IndexOutOfBoundsException if the range is outside the elements
     */
    public Values slice(int from, int to) {
        Argument.range(from, to, size, "elements");
        int count = to - from;
        if (dtype == DType.STRING) {
            return new Values(dtype, count, data, part(offsets, from * Integer.BYTES, (count + 1) * Integer.BYTES));
        }
        int byteSize = dtype.byteSize();
        return new Values(dtype, count, part(data, from * byteSize, count * byteSize), offsets);
    }

    /**
     * Returns whether the other values have the same type and equal elements. Elements are equal if their bits are
     * equal: a NaN equals itself, and 0.0 does not equal -0.0. The comparison includes unused bits of bytes passed to
     * {@link #wrap}. The INT4 bytes 1f and 0f differ, and the BOOL bytes 2 and 1 differ.
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

    /** Returns the type and the first elements as text, such as {@code int64 [1, 2, 3, ... of 1000]}. */
    @Override
    public String toString() {
        Excerpt excerpt = new Excerpt().add(dtype + " ");
        excerpt.beginning("[", size, i -> excerpt.element(this, i), "]");
        return excerpt.toString();
    }
}
