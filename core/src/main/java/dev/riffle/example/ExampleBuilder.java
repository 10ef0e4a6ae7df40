package dev.riffle.example;

import dev.riffle.io.Bytes;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Builds an {@link Example}. If a caller puts two features with one name, the last feature counts. {@link Feature}
 * describes how {@code put} converts plain values. One thread at a time may use a builder.
 *
 * <p>Each {@code put} throws {@link IllegalArgumentException} for a name with an unpaired surrogate. It also throws
 * this exception for values that the matching method of {@link Feature} rejects.
 *
 * @since 0.1
 */
public final class ExampleBuilder {

    private final NameMapBuilder<Feature> features = new NameMapBuilder<>();

    ExampleBuilder() {}

    /** Puts a feature under this name. */
    public ExampleBuilder put(String name, Feature feature) {
        Key key = KeyCache.of(name);
        return put(key, feature.named(key));
    }

    /** Puts an int64_list with one value: 1 for true, 0 for false. */
    public ExampleBuilder put(String name, boolean value) {
        return put(name, value ? 1L : 0L);
    }

    /**
     * Puts an int64_list with one value. Calls with {@code byte}, {@code short} and {@code int} also use this method.
     */
    public ExampleBuilder put(String name, long value) {
        Key key = KeyCache.of(name);
        return put(key, new Int64Feature(key, value));
    }

    /** Puts an int64_list with one value, the ordinal of the constant. */
    public ExampleBuilder put(String name, Enum<?> constant) {
        return put(name, (long) constant.ordinal());
    }

    /** Puts a float_list with one value. */
    public ExampleBuilder put(String name, float value) {
        Key key = KeyCache.of(name);
        return put(key, new FloatFeature(key, value));
    }

    /** Puts a float_list with one value, the float nearest to {@code value}. */
    public ExampleBuilder put(String name, double value) {
        return put(name, (float) value);
    }

    /** Puts a bytes_list with one value, the text in UTF-8. */
    public ExampleBuilder put(String name, String text) {
        Key key = KeyCache.of(name);
        return put(key, new BytesFeature(key, FeatureValues.utf8(text)));
    }

    /** Puts a bytes_list with one value, a copy of the array. */
    public ExampleBuilder put(String name, byte[] bytes) {
        return put(name, Bytes.copyOf(bytes));
    }

    /** Puts a bytes_list with one value, a copy of the bytes between the buffer's position and limit. */
    public ExampleBuilder put(String name, ByteBuffer bytes) {
        return put(name, Bytes.copyOf(bytes));
    }

    /** Puts a bytes_list with one value. */
    public ExampleBuilder put(String name, Bytes bytes) {
        Key key = KeyCache.of(name);
        return put(key, new BytesFeature(key, bytes));
    }

    /** Puts an int64_list with 1 for each true and 0 for each false. */
    public ExampleBuilder put(String name, boolean... values) {
        return put(name, Feature.of(values));
    }

    /** Puts an int64_list of 32-bit values. */
    public ExampleBuilder put(String name, int... values) {
        return put(name, Feature.of(values));
    }

    /** Puts an int64_list. */
    public ExampleBuilder put(String name, long... values) {
        Key key = KeyCache.of(name);
        return put(key, new Int64Feature(key, values.clone()));
    }

    /** Puts a float_list. */
    public ExampleBuilder put(String name, float... values) {
        Key key = KeyCache.of(name);
        return put(key, new FloatFeature(key, values.clone()));
    }

    /** Puts a float_list. Each float is the nearest to its value. */
    public ExampleBuilder put(String name, double... values) {
        return put(name, Feature.of(values));
    }

    /** Puts a bytes_list of texts in UTF-8. */
    public ExampleBuilder put(String name, String... texts) {
        return put(name, Feature.of(texts));
    }

    /** Puts a bytes_list of copies of the arrays. */
    public ExampleBuilder put(String name, byte[]... values) {
        return put(name, Feature.of(values));
    }

    /** Puts a bytes_list. */
    public ExampleBuilder put(String name, Bytes... values) {
        return put(name, Feature.of(values));
    }

    /** Puts a list. Its elements determine its kind, as in {@link Feature#of(List)}. */
    public ExampleBuilder put(String name, List<?> values) {
        return put(name, Feature.of(values));
    }

    private ExampleBuilder put(Key key, Feature feature) {
        features.put(key, feature);
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
