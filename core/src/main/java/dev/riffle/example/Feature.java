package dev.riffle.example;

import dev.riffle.io.Bytes;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One feature of a message: a list of values of one {@link Kind}, or no list at all. Immutable.
 *
 * <p>What goes in: {@code boolean} (0 or 1), {@code byte}, {@code short}, {@code int}, {@code long} and enum constants
 * (their ordinal) become 64-bit integers; {@code float} and {@code double} become 32-bit floats, rounded to the nearest
 * as the format has it; text (in UTF-8), {@code byte[]}, {@link ByteBuffer} and {@link Bytes} become byte strings. Arrays
 * and lists of these become lists. {@code ofDoubles} and {@code ofInt32s} make the kinds that only OneFlow has.
 *
 * <p>What comes out: {@code longs()} and its siblings give all values of that kind in a new array, {@code longValue()}
 * and its siblings the single value. Each refuses a feature of another kind with a {@link FeatureException}, which names
 * the feature if it was got from a message. Two features are equal if kind and values are; all NaN are equal, 0.0 and
 * -0.0 are not.
 */
public abstract sealed class Feature
        permits NoFeature, PackedFeature, BytesFeature, FloatFeature, Int64Feature, DoubleFeature, Int32Feature {

    private final Kind kind;
    private final @Nullable Key key;

    Feature(Kind kind, @Nullable Key key) {
        this.kind = kind;
        this.key = key;
    }

    // ---------------------------------------------------------------- making

    /** A feature without a list, for which readers take their default. */
    public static Feature notSet() {
        return NoFeature.INSTANCE;
    }

    /** A list of {@code kind} without values. */
    public static Feature empty(Kind kind) {
        return switch (kind) {
            case NOT_SET -> notSet();
            case BYTES -> new BytesFeature(null, new Bytes[0]);
            case FLOAT -> new FloatFeature(null, new float[0]);
            case INT64 -> new Int64Feature(null, new long[0]);
            case DOUBLE -> new DoubleFeature(null, new double[0]);
            case INT32 -> new Int32Feature(null, new int[0]);
        };
    }

    /** One integer: 1 for true, 0 for false. */
    public static Feature of(boolean value) {
        return of(value ? 1L : 0L);
    }

    /** One integer; {@code byte}, {@code short} and {@code int} come here too. */
    public static Feature of(long value) {
        return new Int64Feature(null, value);
    }

    /** One integer: the ordinal of the constant. */
    public static Feature of(Enum<?> constant) {
        return of((long) constant.ordinal());
    }

    /** One float. */
    public static Feature of(float value) {
        return new FloatFeature(null, value);
    }

    /** One float: the one nearest to {@code value}; infinite where that is beyond the floats. */
    public static Feature of(double value) {
        return of((float) value);
    }

    /**
     * One byte string: the text in UTF-8.
     *
     * @throws IllegalArgumentException if the text has an unpaired surrogate
     */
    public static Feature of(String text) {
        return new BytesFeature(null, FeatureValues.utf8(text));
    }

    /** One byte string, copied. */
    public static Feature of(byte[] bytes) {
        return new BytesFeature(null, Bytes.copyOf(bytes));
    }

    /** One byte string: a copy of what the buffer has between position and limit, which stay. */
    public static Feature of(ByteBuffer bytes) {
        return new BytesFeature(null, Bytes.copyOf(bytes));
    }

    /** One byte string. */
    public static Feature of(Bytes bytes) {
        return new BytesFeature(null, bytes);
    }

    /** A list of integers, 1 for true and 0 for false. */
    public static Feature of(boolean... values) {
        return new Int64Feature(null, FeatureValues.widen(values));
    }

    /** A list of integers. */
    public static Feature of(short... values) {
        return new Int64Feature(null, FeatureValues.widen(values));
    }

    /** A list of integers. */
    public static Feature of(int... values) {
        return new Int64Feature(null, FeatureValues.widen(values));
    }

    /** A list of integers. */
    public static Feature of(long... values) {
        return new Int64Feature(null, values.clone());
    }

    /** A list of integers: the ordinals of the constants. */
    public static Feature of(Enum<?>... constants) {
        return of(List.<Object>of((Object[]) constants));
    }

    /** A list of floats. */
    public static Feature of(float... values) {
        return new FloatFeature(null, values.clone());
    }

    /** A list of floats, each the one nearest to the value. */
    public static Feature of(double... values) {
        return new FloatFeature(null, FeatureValues.narrow(values));
    }

    /**
     * A list of byte strings: the texts in UTF-8.
     *
     * @throws IllegalArgumentException if a text has an unpaired surrogate
     */
    public static Feature of(String... texts) {
        return ofBytes(List.of(texts));
    }

    /** A list of byte strings, copied. */
    public static Feature of(byte[]... values) {
        return ofBytes(List.of(values));
    }

    /** A list of byte strings, each a copy of what the buffer has between position and limit. */
    public static Feature of(ByteBuffer... values) {
        return ofBytes(List.of(values));
    }

    /** A list of byte strings. */
    public static Feature of(Bytes... values) {
        return new BytesFeature(null, values.clone());
    }

    /**
     * A list whose kind follows from its elements, which must all go to the same one: booleans, {@code Byte}, {@code Short},
     * {@code Integer}, {@code Long}, {@code BigInteger} and enum constants to integers, {@code Float} and {@code Double} to
     * floats, {@code String}, {@code byte[]}, {@code ByteBuffer} and {@code Bytes} to byte strings.
     *
     * @throws IllegalArgumentException if the list is empty (then say {@code Feature.empty(kind)}), its elements go to
     *     different kinds or to none, or an integer is outside 64 bits
     */
    public static Feature of(List<?> values) {
        return FeatureValues.ofList(values);
    }

    /** One integer from a 32-bit number without sign: 0 to 4,294,967,295. */
    public static Feature ofUnsigned(int value) {
        return of(Integer.toUnsignedLong(value));
    }

    /**
     * One integer from a 64-bit number without sign. The format has signed ones only: the bits are kept, so what is 2^63
     * or more reads back negative unless {@link Long#toUnsignedString(long)} or its siblings are used.
     */
    public static Feature ofUnsigned(long value) {
        return of(value);
    }

    /**
     * A list of integers, whatever it has: an empty list is an empty list of integers.
     *
     * @throws IllegalArgumentException if a value is no integer (1.5; but 2.0 is one) or outside 64 bits
     */
    public static Feature ofInt64s(List<? extends Number> values) {
        return new Int64Feature(null, FeatureValues.longs(values));
    }

    /** A list of floats, each the one nearest to the number; an empty list is an empty list of floats. */
    public static Feature ofFloats(List<? extends Number> values) {
        return new FloatFeature(null, FeatureValues.floats(values));
    }

    /**
     * A list of byte strings from {@code String}, {@code byte[]}, {@code ByteBuffer} and {@code Bytes}; an empty list is an
     * empty list of byte strings.
     *
     * @throws IllegalArgumentException if an element is something else, or text with an unpaired surrogate
     */
    public static Feature ofBytes(List<?> values) {
        return new BytesFeature(null, FeatureValues.bytes(values));
    }

    /** A list of 64-bit floats, which {@link Dialect#ONEFLOW} only can write. */
    public static Feature ofDoubles(double... values) {
        return new DoubleFeature(null, values.clone());
    }

    /** A list of 32-bit integers, which {@link Dialect#ONEFLOW} only can write. */
    public static Feature ofInt32s(int... values) {
        return new Int32Feature(null, values.clone());
    }

    // ---------------------------------------------------------------- parsing

    /**
     * Reads a {@code tf.train.Feature} that stands on its own. The array is not kept.
     *
     * @throws MalformedMessageException if the bytes are not one
     */
    public static Feature parse(byte[] bytes) {
        return parse(bytes, Dialect.TENSORFLOW);
    }

    /**
     * Reads a feature that stands on its own, in a dialect. The array is not kept.
     *
     * @throws MalformedMessageException if the bytes are not one
     */
    public static Feature parse(byte[] bytes, Dialect dialect) {
        return Decoder.ofArray(bytes).feature(dialect);
    }

    /**
     * Reads a {@code tf.train.Feature} that stands on its own from what a buffer has between position and limit, which stay.
     * The buffer is not kept.
     *
     * @throws MalformedMessageException if the bytes are not one
     */
    public static Feature parse(ByteBuffer bytes) {
        return parse(bytes, Dialect.TENSORFLOW);
    }

    /**
     * Reads a feature that stands on its own, in a dialect, from what a buffer has between position and limit, which stay.
     * The buffer is not kept.
     *
     * @throws MalformedMessageException if the bytes are not one
     */
    public static Feature parse(ByteBuffer bytes, Dialect dialect) {
        return Decoder.ofBuffer(bytes).feature(dialect);
    }

    /**
     * Reads a {@code tf.train.Feature} that stands on its own; its byte strings then share the memory of {@code bytes}.
     *
     * @throws MalformedMessageException if the bytes are not one
     */
    public static Feature parse(Bytes bytes) {
        return parse(bytes, Dialect.TENSORFLOW);
    }

    /**
     * Reads a feature that stands on its own, in a dialect; its byte strings then share the memory of {@code bytes}.
     *
     * @throws MalformedMessageException if the bytes are not one
     */
    public static Feature parse(Bytes bytes, Dialect dialect) {
        return Decoder.ofBytes(bytes).feature(dialect);
    }

    // ---------------------------------------------------------------- asking

    /** What the list holds; {@link Kind#NOT_SET} if there is no list. */
    public final Kind kind() {
        return kind;
    }

    /** How many values there are; 0 also if the kind is not set. */
    public abstract int size();

    /** All values as {@code Long}, {@code Float}, {@code Double}, {@code Integer} or {@code Bytes}; unmodifiable. */
    public abstract List<Object> values();

    /** All values of an int64_list, in a new array. */
    public long[] longs() {
        throw otherKind(Kind.INT64);
    }

    /** All values of a float_list, in a new array. */
    public float[] floats() {
        throw otherKind(Kind.FLOAT);
    }

    /** All values of a double_list, in a new array. */
    public double[] doubles() {
        throw otherKind(Kind.DOUBLE);
    }

    /** All values of an int32_list, in a new array. */
    public int[] ints() {
        throw otherKind(Kind.INT32);
    }

    /** All values of a bytes_list; unmodifiable. They may share the memory of the message that they came in. */
    public List<Bytes> bytes() {
        throw otherKind(Kind.BYTES);
    }

    /** All values of a bytes_list as text; refuses with {@link FeatureException} what is not UTF-8. */
    public List<String> strings() {
        throw otherKind(Kind.BYTES);
    }

    /**
     * The value at {@code index} of an int64_list, without copying the others.
     *
     * @throws IndexOutOfBoundsException if the index is negative or not below {@link #size()}
     */
    public long longAt(int index) {
        throw otherKind(Kind.INT64);
    }

    /** The value at {@code index} of a float_list; throws as {@link #longAt(int)} does. */
    public float floatAt(int index) {
        throw otherKind(Kind.FLOAT);
    }

    /** The value at {@code index} of a double_list; throws as {@link #longAt(int)} does. */
    public double doubleAt(int index) {
        throw otherKind(Kind.DOUBLE);
    }

    /** The value at {@code index} of an int32_list; throws as {@link #longAt(int)} does. */
    public int intAt(int index) {
        throw otherKind(Kind.INT32);
    }

    /** The value at {@code index} of a bytes_list; throws as {@link #longAt(int)} does. */
    public Bytes bytesAt(int index) {
        throw otherKind(Kind.BYTES);
    }

    /** The only value of an int64_list. */
    public long longValue() {
        checkSingle(Kind.INT64);
        return longAt(0);
    }

    /** Whether the only value of an int64_list is 1; refuses what is neither 0 nor 1. */
    public boolean booleanValue() {
        long value = longValue();
        if (value != 0 && value != 1) {
            throw failure(FeatureException.Reason.OTHER_VALUE, "expected 0 or 1, found " + value);
        }
        return value == 1;
    }

    /** The only value of a float_list. */
    public float floatValue() {
        checkSingle(Kind.FLOAT);
        return floatAt(0);
    }

    /** The only value of a double_list. */
    public double doubleValue() {
        checkSingle(Kind.DOUBLE);
        return doubleAt(0);
    }

    /** The only value of an int32_list. */
    public int intValue() {
        checkSingle(Kind.INT32);
        return intAt(0);
    }

    /** The only value of a bytes_list. */
    public Bytes bytesValue() {
        checkSingle(Kind.BYTES);
        return bytesAt(0);
    }

    /** The only value of a bytes_list as text; refuses with {@link FeatureException} what is not UTF-8. */
    public String utf8Value() {
        checkSingle(Kind.BYTES);
        return strings().get(0);
    }

    private void checkSingle(Kind expected) {
        if (kind != expected) {
            throw otherKind(expected);
        }
        if (size() != 1) {
            throw failure(FeatureException.Reason.OTHER_COUNT, "expected exactly 1 value, found " + size());
        }
    }

    private FeatureException otherKind(Kind expected) {
        if (kind == Kind.NOT_SET) {
            return failure(
                    FeatureException.Reason.KIND_NOT_SET,
                    "expected " + expected.article() + ", but its kind is not set");
        }
        return failure(
                FeatureException.Reason.OTHER_KIND,
                "expected " + expected.article() + ", found " + kind.article() + " of size " + size());
    }

    final FeatureException failure(FeatureException.Reason reason, String detail) {
        return new FeatureException(reason, key == null ? null : key.text(), detail);
    }

    // ---------------------------------------------------------------- writing

    /**
     * The feature alone as a {@code tf.train.Feature}, without a name; equal features give equal bytes.
     *
     * @throws IllegalArgumentException if it has a kind that only OneFlow knows
     */
    public final byte[] toByteArray() {
        return toByteArray(Dialect.TENSORFLOW);
    }

    /**
     * The feature alone in a dialect, without a name; equal features give equal bytes.
     *
     * @throws IllegalArgumentException if it has a kind that the dialect does not know
     */
    public final byte[] toByteArray(Dialect dialect) {
        return Encoder.feature(key, this, dialect);
    }

    /** What {@link #toByteArray()} gives, as {@link Bytes}. */
    public final Bytes toBytes() {
        return Bytes.ofOwned(toByteArray());
    }

    /** What {@link #toByteArray(Dialect)} gives, as {@link Bytes}. */
    public final Bytes toBytes(Dialect dialect) {
        return Bytes.ofOwned(toByteArray(dialect));
    }

    // ---------------------------------------------------------------- what the codec needs

    /**
     * Passes all values on in order, in features of this kind. A feature that holds its values passes itself on, whatever
     * their number. One whose values are in the bytes of a message decodes a bounded number of them at a time.
     */
    void forEachPiece(Consumer<Feature> action) {
        action.accept(this);
    }

    /** The same values under a name that the messages of exceptions mention. */
    final Feature named(Key name) {
        return name.equals(key) ? this : withKey(name);
    }

    abstract Feature withKey(Key name);

    /** How many bytes the body of the list has on the wire, with numbers packed. */
    abstract long listSize();

    /** Writes the body of the list and returns the position behind it. */
    abstract int writeList(byte[] target, int at);

    /** The feature in text format, as {@link Example#toText()} shows it inside {@code value}. */
    @Override
    public String toString() {
        return TextPrinter.shortText(this);
    }
}
