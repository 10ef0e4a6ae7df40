package dev.riffle.example;

import dev.riffle.internal.Argument;
import dev.riffle.io.Bytes;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One feature of a message: a list of values of one {@link Kind}, or no list. Immutable and safe for use by several
 * threads.
 *
 * <pre>{@code
 * Feature label = Feature.of(3);
 * Feature box = Feature.of(0.5f, 0.25f);
 * long value = label.longValue();
 * float[] values = box.floats();
 * }</pre>
 *
 * <p>The factory methods convert plain values:
 *
 * <ul>
 *   <li>{@code boolean}, {@code char}, {@code byte}, {@code short}, {@code int}, {@code long}, {@code BigInteger} and
 *       enum constants become 64-bit integers. A boolean becomes 0 or 1, a char its UTF-16 code unit, and a constant
 *       its ordinal.
 *   <li>{@code float} and {@code double} become the nearest 32-bit float.
 *   <li>Text, {@code byte[]}, {@link ByteBuffer} and {@link Bytes} become byte strings. Text becomes UTF-8.
 *   <li>Arrays and collections of these types become lists, in order, except arrays of {@code char}. No value may be
 *       null.
 *   <li>An empty array has the kind of its type. An empty collection has no kind, so {@code of} rejects it. {@code
 *       ofInt64s}, {@code ofFloats} and {@code ofBytes} accept empty collections.
 *   <li>{@code ofDoubles} and {@code ofInt32s} create lists of the kinds that only OneFlow supports.
 * </ul>
 *
 * <p>{@code longs()} and similar methods return all values in a new array. {@code longValue()} and similar methods
 * return the only value. The methods for {@code long} and {@code int} read both kinds of integers. The methods for
 * {@code double} and {@code float} read both kinds of floats. Widening always succeeds, and narrowing succeeds only if
 * the result equals the value. NaN, infinity and -0.0 are exact in both widths. All these methods throw {@link
 * FeatureException} for a feature of another kind and for a value that does not fit. The methods for the only value
 * also throw it for another number of values. The exception contains the feature's name if
 * the feature is part of a message. Two features are equal if their kinds and values are equal. All NaN values are
 * equal, but 0.0 and -0.0 differ.
 *
 * @since 0.1
 */
public abstract sealed class Feature
        permits NoFeature, PackedFeature, BytesFeature, FloatFeature, Int64Feature, DoubleFeature, Int32Feature {

    private static final List<Kind> INTEGERS = List.of(Kind.INT64, Kind.INT32);
    private static final List<Kind> FLOATS = List.of(Kind.FLOAT, Kind.DOUBLE);
    static final List<Kind> BYTES = List.of(Kind.BYTES);

    private final Kind kind;
    private final @Nullable Key key;

    Feature(Kind kind, @Nullable Key key) {
        this.kind = kind;
        this.key = key;
    }

    // ---------------------------------------------------------------- creation

    /** Returns a feature without a list. Readers use their default for such a feature. */
    public static Feature notSet() {
        return NoFeature.INSTANCE;
    }

    /** Returns an empty list of a kind. */
    public static Feature empty(Kind kind) {
        Argument.present(kind, "kind");
        return switch (kind) {
            case NOT_SET -> notSet();
            case BYTES -> new BytesFeature(null, new Bytes[0]);
            case FLOAT -> new FloatFeature(null, new float[0]);
            case INT64 -> new Int64Feature(null, new long[0]);
            case DOUBLE -> new DoubleFeature(null, new double[0]);
            case INT32 -> new Int32Feature(null, new int[0]);
        };
    }

    /** Returns a feature without a list, like {@link #notSet()}, because no value determines its kind. */
    public static Feature of() {
        return notSet();
    }

    /** Returns an int64_list with one value: 1 for true, 0 for false. */
    public static Feature of(boolean value) {
        return new Int64Feature(null, value ? 1 : 0);
    }

    /** Returns an int64_list with one value. */
    public static Feature of(byte value) {
        return new Int64Feature(null, value);
    }

    /** Returns an int64_list with one value. */
    public static Feature of(short value) {
        return new Int64Feature(null, value);
    }

    /** Returns an int64_list with one value. */
    public static Feature of(int value) {
        return new Int64Feature(null, value);
    }

    /** Returns an int64_list with one value. */
    public static Feature of(long value) {
        return new Int64Feature(null, value);
    }

    /** Returns a float_list with one value. */
    public static Feature of(float value) {
        return new FloatFeature(null, value);
    }

    /**
     * Returns a float_list with one value, the float nearest to {@code value}.
     *
     * @throws IllegalArgumentException if the value is finite and beyond the range of floats
     */
    public static Feature of(double value) {
        return new FloatFeature(null, ValueWidth.nearestFloat(null, value, 0));
    }

    /**
     * Returns a list with one value. {@code Byte}, {@code Short}, {@code Integer}, {@code Long} and {@code BigInteger}
     * become an int64_list. {@code Float} and {@code Double} become a float_list.
     *
     * @throws IllegalArgumentException if the number has another type, such as {@code BigDecimal}, or is outside 64
     *     bits
     */
    public static Feature of(Number value) {
        return FeatureValues.of(null, value);
    }

    /** Returns an int64_list with one value, the ordinal of the constant. */
    public static Feature of(Enum<?> constant) {
        return FeatureValues.of(null, constant);
    }

    /**
     * Returns a bytes_list with one value, the text in UTF-8.
     *
     * @throws IllegalArgumentException if the text has an unpaired surrogate
     */
    public static Feature of(String text) {
        return FeatureValues.of(null, text);
    }

    /** Returns a bytes_list with one value, a copy of the array. */
    public static Feature of(byte[] bytes) {
        return FeatureValues.of(null, bytes);
    }

    /**
     * Returns a bytes_list with one value, a copy of the bytes between the buffer's position and limit. Does not change
     * the position or the limit.
     */
    public static Feature of(ByteBuffer bytes) {
        return FeatureValues.of(null, bytes);
    }

    /** Returns a bytes_list with one value. */
    public static Feature of(Bytes bytes) {
        return FeatureValues.of(null, bytes);
    }

    /** Returns an int64_list with 1 for each true and 0 for each false. */
    public static Feature of(boolean... values) {
        return FeatureValues.of(null, values);
    }

    /** Returns an int64_list of 16-bit values. */
    public static Feature of(short... values) {
        return FeatureValues.of(null, values);
    }

    /** Returns an int64_list of 32-bit values. */
    public static Feature of(int... values) {
        return FeatureValues.of(null, values);
    }

    /** Returns an int64_list. */
    public static Feature of(long... values) {
        return FeatureValues.of(null, values);
    }

    /** Returns a float_list. */
    public static Feature of(float... values) {
        return FeatureValues.of(null, values);
    }

    /** Returns a float_list. Each float is the nearest to its value. */
    public static Feature of(double... values) {
        return FeatureValues.of(null, values);
    }

    /** Returns an int64_list with 1 for each true and 0 for each false. */
    public static Feature of(Boolean[] values) {
        return FeatureValues.of(null, values);
    }

    /**
     * Returns a list of the numbers in an array, such as {@code Long[]}. The numbers become the kinds of {@link
     * #of(Number)}. The type of an empty array determines its kind.
     *
     * @throws IllegalArgumentException if the numbers become different kinds, or an empty array has no kind
     */
    public static Feature of(Number[] values) {
        return FeatureValues.of(null, values);
    }

    /** Returns an int64_list of the ordinals of the constants. */
    public static Feature of(Enum<?>... values) {
        return FeatureValues.of(null, values);
    }

    /**
     * Returns a bytes_list of texts in UTF-8.
     *
     * @throws IllegalArgumentException if a text has an unpaired surrogate
     */
    public static Feature of(String... values) {
        return FeatureValues.of(null, values);
    }

    /** Returns a bytes_list of copies of the arrays. */
    public static Feature of(byte[]... values) {
        return FeatureValues.of(null, values);
    }

    /** Returns a bytes_list. Each value is a copy of the bytes between a buffer's position and limit. */
    public static Feature of(ByteBuffer... values) {
        return FeatureValues.of(null, values);
    }

    /** Returns a bytes_list. */
    public static Feature of(Bytes... values) {
        return FeatureValues.of(null, values);
    }

    /**
     * Returns a list of the elements in iteration order. The elements determine its kind, so all elements must become
     * the same kind.
     *
     * @throws IllegalArgumentException if the collection is empty, because an empty collection has no kind. For
     *     collections that may be empty, use {@link #ofInt64s}, {@link #ofFloats} or {@link #ofBytes}. Also thrown if
     *     the elements become different kinds or no kind, or if an integer is outside 64 bits
     */
    public static Feature of(Collection<?> values) {
        return FeatureValues.of(null, values);
    }

    /** Returns an int64_list with one value, an unsigned 32-bit number: 0 to 4,294,967,295. */
    public static Feature ofUnsigned(int value) {
        return of(Integer.toUnsignedLong(value));
    }

    /**
     * Returns an int64_list with one value, an unsigned 64-bit number. The format has only signed integers, so this
     * method keeps the bits. A reader sees values of at least 2^63 as negative, unless it uses {@link
     * Long#toUnsignedString(long)} or similar methods.
     */
    public static Feature ofUnsigned(long value) {
        return of(value);
    }

    /**
     * Returns an int64_list, even if the given collection is empty. Elements may be numbers, booleans, characters
     * and enum constants.
     *
     * @throws IllegalArgumentException if a value is null, outside 64 bits or not an integer. For example, 1.5 is not
     *      an integer, but 2.0 is
     */
    public static Feature ofInt64s(Collection<?> values) {
        return ListValues.int64s(
                null, FeatureValues.present(null, values, "values").toArray());
    }

    /**
     * Returns a float_list, even if the given collection is empty. Each float is the nearest to its number.
     *
     * @throws IllegalArgumentException if a value is null
     */
    public static Feature ofFloats(Collection<? extends Number> values) {
        return ListValues.floats(
                null, FeatureValues.present(null, values, "values").toArray());
    }

    /**
     * Returns a bytes_list, even if the given collection is empty. Elements may be {@code String}, {@code byte[]},
     * {@code ByteBuffer} and {@code Bytes}.
     *
     * @throws IllegalArgumentException if an element is null, has another type or is a text with an unpaired
     *     surrogate
     */
    public static Feature ofBytes(Collection<?> values) {
        return ListValues.bytes(
                null, FeatureValues.present(null, values, "values").toArray());
    }

    /** Returns a double_list. Only {@link Dialect#ONEFLOW} can write it. */
    public static Feature ofDoubles(double... values) {
        Argument.present(values, "values");
        return new DoubleFeature(null, values.clone());
    }

    /** Returns an int32_list. Only {@link Dialect#ONEFLOW} can write it. */
    public static Feature ofInt32s(int... values) {
        Argument.present(values, "values");
        return new Int32Feature(null, values.clone());
    }

    // ---------------------------------------------------------------- parsing

    /**
     * Parses a standalone {@code tf.train.Feature}. Does not keep a reference to the array.
     *
     * @throws MalformedMessageException if the bytes are not a valid Feature
     */
    public static Feature parse(byte[] bytes) {
        return parse(bytes, Dialect.TENSORFLOW);
    }

    /**
     * Like {@link #parse(byte[])}, for a feature in a dialect.
     *
     * @throws MalformedMessageException if the bytes are not a valid feature of the dialect
     */
    public static Feature parse(byte[] bytes, Dialect dialect) {
        Argument.present(bytes, "bytes");
        Argument.present(dialect, "dialect");
        return Decoder.ofArray(bytes).feature(dialect);
    }

    /**
     * Parses a standalone {@code tf.train.Feature} from the bytes between a buffer's position and limit. Does not
     * change the position or the limit. Does not keep a reference to the buffer.
     *
     * @throws MalformedMessageException if the bytes are not a valid Feature
     */
    public static Feature parse(ByteBuffer bytes) {
        return parse(bytes, Dialect.TENSORFLOW);
    }

    /**
     * Like {@link #parse(ByteBuffer)}, for a feature in a dialect.
     *
     * @throws MalformedMessageException if the bytes are not a valid feature of the dialect
     */
    public static Feature parse(ByteBuffer bytes, Dialect dialect) {
        Argument.present(bytes, "bytes");
        Argument.present(dialect, "dialect");
        return Decoder.ofBuffer(bytes).feature(dialect);
    }

    /**
     * Parses a standalone {@code tf.train.Feature}. Its byte strings share the memory of {@code bytes}.
     *
     * @throws MalformedMessageException if the bytes are not a valid Feature
     */
    public static Feature parse(Bytes bytes) {
        return parse(bytes, Dialect.TENSORFLOW);
    }

    /**
     * Like {@link #parse(Bytes)}, for a feature in a dialect.
     *
     * @throws MalformedMessageException if the bytes are not a valid feature of the dialect
     */
    public static Feature parse(Bytes bytes, Dialect dialect) {
        Argument.present(bytes, "bytes");
        Argument.present(dialect, "dialect");
        return Decoder.ofBytes(bytes).feature(dialect);
    }

    // ---------------------------------------------------------------- access

    /** Returns the kind of the list, or {@link Kind#NOT_SET} if the feature has no list. */
    public final Kind kind() {
        return kind;
    }

    /** Returns the number of values. Returns 0 if the kind is not set. */
    public abstract int size();

    /**
     * Returns all values as an unmodifiable list of {@code Long}, {@code Float}, {@code Double}, {@code Integer} or
     * {@code Bytes}.
     */
    public abstract List<Object> values();

    /** Returns all values of an int64_list or int32_list, in a new array. */
    public long[] longs() {
        throw otherKind(INTEGERS);
    }

    /** Returns all values of a float_list, or of a double_list whose values are exactly floats, in a new array. */
    public float[] floats() {
        throw otherKind(FLOATS);
    }

    /** Returns all values of a double_list or float_list, in a new array. */
    public double[] doubles() {
        throw otherKind(FLOATS);
    }

    /** Returns all values of an int32_list, or of an int64_list whose values fit an int, in a new array. */
    public int[] ints() {
        throw otherKind(INTEGERS);
    }

    /**
     * Returns all values of a bytes_list as an unmodifiable list. The values can share the memory of the parsed
     * message.
     */
    public List<Bytes> bytes() {
        throw otherKind(BYTES);
    }

    /** Returns all values of a bytes_list as text. Throws {@link FeatureException} if a value is not UTF-8. */
    public List<String> strings() {
        throw otherKind(BYTES);
    }

    /**
     * Returns the value at {@code index} of an int64_list or int32_list. Does not copy the other values.
     *
     * @throws IndexOutOfBoundsException if the index is negative or not below {@link #size()}
     */
    public long longAt(int index) {
        throw otherKind(INTEGERS);
    }

    /** Returns the index. Throws {@link IndexOutOfBoundsException} if the feature has no value with this index. */
    final int checkIndex(int index) {
        int size = size();
        if (index < 0 || index >= size) {
            Key name = key();
            throw new IndexOutOfBoundsException((name == null ? "" : "feature \"" + name.text() + "\": ") + "index "
                    + index + " is out of bounds; number of values: " + size);
        }
        return index;
    }

    /**
     * Returns the value at {@code index} of a float_list or double_list. Throws {@link FeatureException} if the value
     * is not exactly a float, and the same exceptions as {@link #longAt(int)}.
     */
    public float floatAt(int index) {
        throw otherKind(FLOATS);
    }

    /**
     * Returns the value at {@code index} of a double_list or float_list. Throws the same exceptions as {@link
     * #longAt(int)}.
     */
    public double doubleAt(int index) {
        throw otherKind(FLOATS);
    }

    /**
     * Returns the value at {@code index} of an int32_list or int64_list. Throws {@link FeatureException} if the value
     * does not fit an int, and the same exceptions as {@link #longAt(int)}.
     */
    public int intAt(int index) {
        throw otherKind(INTEGERS);
    }

    /** Returns the value at {@code index} of a bytes_list. Throws the same exceptions as {@link #longAt(int)}. */
    public Bytes bytesAt(int index) {
        throw otherKind(BYTES);
    }

    /** Returns the only value of an int64_list or int32_list. */
    public long longValue() {
        return longAt(single(INTEGERS));
    }

    /**
     * Returns whether the only value of an int64_list or int32_list is 1. Throws {@link FeatureException} for values
     * other than 0 and 1.
     */
    public boolean booleanValue() {
        long value = longValue();
        if (value != 0 && value != 1) {
            throw failure(FeatureException.Reason.OTHER_VALUE, "expected 0 or 1, found " + value);
        }
        return value == 1;
    }

    /**
     * Returns the only value of a float_list or double_list. Throws {@link FeatureException} if the value is not
     * exactly a float.
     */
    public float floatValue() {
        return floatAt(single(FLOATS));
    }

    /** Returns the only value of a double_list or float_list. */
    public double doubleValue() {
        return doubleAt(single(FLOATS));
    }

    /**
     * Returns the only value of an int32_list or int64_list. Throws {@link FeatureException} if the value does not fit
     * an int.
     */
    public int intValue() {
        return intAt(single(INTEGERS));
    }

    /** Returns the only value of a bytes_list. */
    public Bytes bytesValue() {
        return bytesAt(single(BYTES));
    }

    /** Returns the only value of a bytes_list as text. Throws {@link FeatureException} if the value is not UTF-8. */
    public String utf8Value() {
        return strings().get(single(BYTES));
    }

    /** Returns the index of the only value, or throws. */
    private int single(List<Kind> expected) {
        if (!expected.contains(kind)) {
            throw otherKind(expected);
        }
        if (size() != 1) {
            throw failure(FeatureException.Reason.OTHER_COUNT, "expected exactly 1 value, found " + size());
        }
        return 0;
    }

    /** Returns an exception that names the expected kinds and the kind found. */
    final FeatureException otherKind(List<Kind> expected) {
        String lists = expected.stream().map(Kind::article).collect(Collectors.joining(" or "));
        if (kind == Kind.NOT_SET) {
            return failure(FeatureException.Reason.KIND_NOT_SET, "expected " + lists + ", but its kind is not set");
        }
        return failure(
                FeatureException.Reason.OTHER_KIND,
                "expected " + lists + ", found " + kind.article() + " of size " + size());
    }

    /** Returns the name of this feature for messages, or null if the feature is not part of a message. */
    final @Nullable Key key() {
        return key;
    }

    final FeatureException failure(FeatureException.Reason reason, String detail) {
        return FeatureException.of(reason, key == null ? null : key.text(), detail);
    }

    // ---------------------------------------------------------------- writing

    /**
     * Serializes this feature as a standalone {@code tf.train.Feature}, without a name. Equal features return equal
     * bytes.
     *
     * @throws IllegalArgumentException if the feature has a kind that only OneFlow supports
     */
    public final byte[] toByteArray() {
        return toByteArray(Dialect.TENSORFLOW);
    }

    /**
     * Serializes this feature in a dialect, without a name. Equal features return equal bytes.
     *
     * @throws IllegalArgumentException if the feature has a kind that the dialect does not support
     */
    public final byte[] toByteArray(Dialect dialect) {
        Argument.present(dialect, "dialect");
        return Encoder.feature(key, this, dialect);
    }

    /** Like {@link #toByteArray()}, with {@link Bytes} as the result. */
    public final Bytes toBytes() {
        return Bytes.ofOwned(toByteArray());
    }

    /** Like {@link #toByteArray(Dialect)}, with {@link Bytes} as the result. */
    public final Bytes toBytes(Dialect dialect) {
        Argument.present(dialect, "dialect");
        return Bytes.ofOwned(toByteArray(dialect));
    }

    // ---------------------------------------------------------------- for the codec

    /**
     * Passes all values to {@code action} in order, in one or more features of this kind. A feature that holds its
     * values passes itself. A feature whose values are in the bytes of a message decodes and passes a bounded number of
     * values at a time.
     */
    void forEachPiece(Consumer<Feature> action) {
        action.accept(this);
    }

    /** Returns a feature with these values and a name for exception messages. */
    final Feature named(Key name) {
        return name.equals(key) ? this : withKey(name);
    }

    abstract Feature withKey(Key name);

    /** Returns the number of bytes of the list's body on the wire, with numbers packed. */
    abstract long listSize();

    /** Writes the body of the list, which is not empty, and returns the position after it. */
    abstract int writeList(byte[] target, int at);

    /** Returns the feature in text format, as {@link Example#toText()} shows it inside {@code value}. */
    @Override
    public String toString() {
        return TextPrinter.shortText(this);
    }
}
