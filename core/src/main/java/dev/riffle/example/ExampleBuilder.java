package dev.riffle.example;

import dev.riffle.io.Bytes;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Builds an {@link Example}. If a name is put twice, the last feature counts. {@link Feature} describes how {@code put}
 * converts plain values. One thread at a time may use a builder.
 *
 * <p>Each {@code put} throws {@link IllegalArgumentException} for a name with an unpaired surrogate. It also throws it
 * for values that the matching method of {@link Feature} rejects.
 *
 * @since 0.1
 */
public final class ExampleBuilder {

    private final NameMapBuilder<Feature> features = new NameMapBuilder<>();

    ExampleBuilder() {}

    /** Puts a feature. */
    public ExampleBuilder put(String name, Feature feature) {
        Key key = KeyCache.of(name);
        return put(key, feature.named(key));
    }

    /** Puts one integer: 1 for true, 0 for false. */
    public ExampleBuilder put(String name, boolean value) {
        return put(name, value ? 1L : 0L);
    }

    /** Puts one integer. Calls with {@code byte}, {@code short} and {@code int} use this method too. */
    public ExampleBuilder put(String name, long value) {
        Key key = KeyCache.of(name);
        return put(key, new Int64Feature(key, value));
    }

    /** Puts one integer: the ordinal of the constant. */
    public ExampleBuilder put(String name, Enum<?> constant) {
        return put(name, (long) constant.ordinal());
    }

    /** Puts one float. */
    public ExampleBuilder put(String name, float value) {
        Key key = KeyCache.of(name);
        return put(key, new FloatFeature(key, value));
    }

    /** Puts one float: the float nearest to {@code value}. */
    public ExampleBuilder put(String name, double value) {
        return put(name, (float) value);
    }

    /** Puts one byte string: the text in UTF-8. */
    public ExampleBuilder put(String name, String text) {
        Key key = KeyCache.of(name);
        return put(key, new BytesFeature(key, FeatureValues.utf8(text)));
    }

    /** Puts one byte string, copied. */
    public ExampleBuilder put(String name, byte[] bytes) {
        return put(name, Bytes.copyOf(bytes));
    }

    /** Puts one byte string: a copy of the bytes between the buffer's position and limit. */
    public ExampleBuilder put(String name, ByteBuffer bytes) {
        return put(name, Bytes.copyOf(bytes));
    }

    /** Puts one byte string. */
    public ExampleBuilder put(String name, Bytes bytes) {
        Key key = KeyCache.of(name);
        return put(key, new BytesFeature(key, bytes));
    }

    /** Puts a list of integers, 1 for true and 0 for false. */
    public ExampleBuilder put(String name, boolean... values) {
        return put(name, Feature.of(values));
    }

    /** Puts a list of integers from 32-bit values. */
    public ExampleBuilder put(String name, int... values) {
        return put(name, Feature.of(values));
    }

    /** Puts a list of integers. */
    public ExampleBuilder put(String name, long... values) {
        Key key = KeyCache.of(name);
        return put(key, new Int64Feature(key, values.clone()));
    }

    /** Puts a list of floats. */
    public ExampleBuilder put(String name, float... values) {
        Key key = KeyCache.of(name);
        return put(key, new FloatFeature(key, values.clone()));
    }

    /** Puts a list of floats, each the float nearest to its value. */
    public ExampleBuilder put(String name, double... values) {
        return put(name, Feature.of(values));
    }

    /** Puts a list of byte strings: the texts in UTF-8. */
    public ExampleBuilder put(String name, String... texts) {
        return put(name, Feature.of(texts));
    }

    /** Puts a list of byte strings, copied. */
    public ExampleBuilder put(String name, byte[]... values) {
        return put(name, Feature.of(values));
    }

    /** Puts a list of byte strings. */
    public ExampleBuilder put(String name, Bytes... values) {
        return put(name, Feature.of(values));
    }

    /** Puts a list whose kind follows from its elements. */
    public ExampleBuilder put(String name, List<?> values) {
        return put(name, Feature.of(values));
    }

    private ExampleBuilder put(Key key, Feature feature) {
        features.put(key, feature);
        return this;
    }

    /** Returns an Example of all features put so far; without features, an {@linkplain Example#empty() empty} one. */
    public Example build() {
        return features.isEmpty() ? Example.empty() : new Example(features.build());
    }
}
