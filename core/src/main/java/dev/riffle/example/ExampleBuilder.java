package dev.riffle.example;

import dev.riffle.io.Bytes;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Builds an {@link Example}. If a caller puts two features with one name, the last feature counts. {@link Feature}
 * describes how {@code put} converts plain values. One thread at a time may use a builder.
 *
 * <p>Each {@code put} throws {@link IllegalArgumentException} for a name that is null or has an unpaired surrogate. It
 * also throws this exception for null, for a list that contains null, and for other values that the matching {@code
 * Feature.of} rejects. The message has the name of the feature. A null {@code Boolean} or {@code Character} causes a
 * {@link NullPointerException} instead, because Java unboxes it before the call; {@code putIfPresent} accepts it.
 *
 * @since 0.1
 */
public final class ExampleBuilder {

    private final NameMapBuilder<Feature> features = new NameMapBuilder<>();

    ExampleBuilder() {}

    /** Puts a feature under this name. */
    public ExampleBuilder put(String name, Feature feature) {
        Key key = FeatureValues.key(name);
        return add(FeatureValues.present(key, feature, "feature").named(key));
    }

    /** Puts an int64_list with one value: 1 for true, 0 for false. */
    public ExampleBuilder put(String name, boolean value) {
        return add(new Int64Feature(FeatureValues.key(name), value ? 1 : 0));
    }

    /** Puts an int64_list with one value. */
    public ExampleBuilder put(String name, byte value) {
        return add(new Int64Feature(FeatureValues.key(name), value));
    }

    /** Puts an int64_list with one value. */
    public ExampleBuilder put(String name, short value) {
        return add(new Int64Feature(FeatureValues.key(name), value));
    }

    /** Puts an int64_list with one value. */
    public ExampleBuilder put(String name, int value) {
        return add(new Int64Feature(FeatureValues.key(name), value));
    }

    /** Puts an int64_list with one value. */
    public ExampleBuilder put(String name, long value) {
        return add(new Int64Feature(FeatureValues.key(name), value));
    }

    /** Puts a float_list with one value. */
    public ExampleBuilder put(String name, float value) {
        return add(new FloatFeature(FeatureValues.key(name), value));
    }

    /**
     * Puts a float_list with one value, the float nearest to {@code value}.
     *
     * @throws IllegalArgumentException if the value is finite and beyond the range of floats
     */
    public ExampleBuilder put(String name, double value) {
        Key key = FeatureValues.key(name);
        return add(new FloatFeature(key, ValueWidth.nearestFloat(key, value, 0)));
    }

    /**
     * Puts a list with one value. {@code Byte}, {@code Short}, {@code Integer}, {@code Long} and {@code BigInteger}
     * become an int64_list. {@code Float} and {@code Double} become a float_list.
     */
    public ExampleBuilder put(String name, Number value) {
        return add(FeatureValues.of(FeatureValues.key(name), value));
    }

    /** Puts an int64_list with one value, the ordinal of the constant. */
    public ExampleBuilder put(String name, Enum<?> constant) {
        return add(FeatureValues.of(FeatureValues.key(name), constant));
    }

    /** Puts a bytes_list with one value, the text in UTF-8. */
    public ExampleBuilder put(String name, String text) {
        return add(FeatureValues.of(FeatureValues.key(name), text));
    }

    /** Puts a bytes_list with one value, a copy of the array. */
    public ExampleBuilder put(String name, byte[] bytes) {
        return add(FeatureValues.of(FeatureValues.key(name), bytes));
    }

    /** Puts a bytes_list with one value, a copy of the bytes between the buffer's position and limit. */
    public ExampleBuilder put(String name, ByteBuffer bytes) {
        return add(FeatureValues.of(FeatureValues.key(name), bytes));
    }

    /** Puts a bytes_list with one value. */
    public ExampleBuilder put(String name, Bytes bytes) {
        return add(FeatureValues.of(FeatureValues.key(name), bytes));
    }

    /** Puts an int64_list with 1 for each true and 0 for each false. */
    public ExampleBuilder put(String name, boolean... values) {
        return add(FeatureValues.of(FeatureValues.key(name), values));
    }

    /** Puts an int64_list of 16-bit values. */
    public ExampleBuilder put(String name, short... values) {
        return add(FeatureValues.of(FeatureValues.key(name), values));
    }

    /** Puts an int64_list of 32-bit values. */
    public ExampleBuilder put(String name, int... values) {
        return add(FeatureValues.of(FeatureValues.key(name), values));
    }

    /** Puts an int64_list. */
    public ExampleBuilder put(String name, long... values) {
        return add(FeatureValues.of(FeatureValues.key(name), values));
    }

    /** Puts a float_list. */
    public ExampleBuilder put(String name, float... values) {
        return add(FeatureValues.of(FeatureValues.key(name), values));
    }

    /** Puts a float_list. Each float is the nearest to its value. */
    public ExampleBuilder put(String name, double... values) {
        return add(FeatureValues.of(FeatureValues.key(name), values));
    }

    /** Puts an int64_list with 1 for each true and 0 for each false. */
    public ExampleBuilder put(String name, Boolean[] values) {
        return add(FeatureValues.of(FeatureValues.key(name), values));
    }

    /**
     * Puts a list of the numbers in an array, such as {@code Long[]}. The numbers become the kinds of {@link
     * #put(String, Number)}. The type of an empty array determines its kind.
     */
    public ExampleBuilder put(String name, Number[] values) {
        return add(FeatureValues.of(FeatureValues.key(name), values));
    }

    /** Puts an int64_list of the ordinals of the constants. */
    public ExampleBuilder put(String name, Enum<?>... values) {
        return add(FeatureValues.of(FeatureValues.key(name), values));
    }

    /** Puts a bytes_list of texts in UTF-8. */
    public ExampleBuilder put(String name, String... values) {
        return add(FeatureValues.of(FeatureValues.key(name), values));
    }

    /** Puts a bytes_list of copies of the arrays. */
    public ExampleBuilder put(String name, byte[]... values) {
        return add(FeatureValues.of(FeatureValues.key(name), values));
    }

    /** Puts a bytes_list. Each value is a copy of the bytes between a buffer's position and limit. */
    public ExampleBuilder put(String name, ByteBuffer... values) {
        return add(FeatureValues.of(FeatureValues.key(name), values));
    }

    /** Puts a bytes_list. */
    public ExampleBuilder put(String name, Bytes... values) {
        return add(FeatureValues.of(FeatureValues.key(name), values));
    }

    /**
     * Puts a list of the elements in iteration order. The elements determine its kind, as in {@link
     * Feature#of(Collection)}, so an empty collection is rejected. For collections that may be empty, put {@link
     * Feature#ofInt64s}, {@link Feature#ofFloats} or {@link Feature#ofBytes}.
     */
    public ExampleBuilder put(String name, Collection<?> values) {
        return add(FeatureValues.of(FeatureValues.key(name), values));
    }

    /**
     * Puts a feature unless the value is absent: null, or an empty {@link Optional}, {@link OptionalInt}, {@link
     * OptionalLong} or {@link OptionalDouble}. An absent value changes nothing. The value, or the content of the
     * optional value, may have every type that {@code put} accepts.
     *
     * @throws IllegalArgumentException if the value has another type, or if {@code put} rejects the value
     */
    public ExampleBuilder putIfPresent(String name, @Nullable Object value) {
        Key key = FeatureValues.key(name);
        Object content = FeatureValues.unwrapped(value);
        return content == null ? this : add(FeatureValues.ofAny(key, content));
    }

    private ExampleBuilder add(Feature named) {
        features.put(Objects.requireNonNull(named.key()), named);
        return this;
    }

    /**
     * Returns an Example of all features put so far. Without features, returns an {@linkplain Example#empty() empty}
     * Example.
     */
    public Example build() {
        return features.isEmpty() ? Example.empty() : new Example(features.build());
    }
}
