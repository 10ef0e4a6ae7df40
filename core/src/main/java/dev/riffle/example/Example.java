package dev.riffle.example;

import dev.riffle.io.Bytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A set of named {@linkplain Feature features}: TensorFlow's {@code tf.train.Example}, and OneFlow's OFRecord, which is
 * the same in the dialect {@link Dialect#ONEFLOW}. Immutable.
 *
 * <p>For people who build, look at or change messages. Code that reads many messages and wants a few values of each uses
 * {@link ExampleCursor}.
 *
 * <p>Reading follows protobuf: later values of a list are appended, a later list of another kind replaces the earlier
 * one, the last of two entries with the same name counts, packed and unpacked numbers mix, unknown fields are skipped and
 * <em>dropped</em>: writing again does not bring them back. Writing is deterministic: names in the order of their bytes,
 * numbers packed. Sources of the rules: {@code tensorflow/core/example/example.proto}, protobuf's encoding guide.
 */
public final class Example {

    private static final Example EMPTY = new Example(null);

    private final @Nullable NameMap<Feature> features;

    Example(@Nullable NameMap<Feature> features) {
        this.features = features;
    }

    // ---------------------------------------------------------------- making

    /** A builder without features. */
    public static ExampleBuilder builder() {
        return new ExampleBuilder();
    }

    /** The message without anything: not even the field {@code features}, so that it has no bytes. */
    public static Example empty() {
        return EMPTY;
    }

    /**
     * An Example of these features. The field {@code features} is there even if the map is empty.
     *
     * @throws IllegalArgumentException if a name has an unpaired surrogate
     */
    public static Example of(Map<String, Feature> features) {
        NameMapBuilder<Feature> entries = new NameMapBuilder<>();
        features.forEach((name, feature) -> {
            Key key = KeyCache.of(name);
            entries.put(key, feature.named(key));
        });
        return new Example(entries.build());
    }

    /** A builder that begins with the features of this Example. */
    public ExampleBuilder toBuilder() {
        ExampleBuilder builder = new ExampleBuilder();
        features().forEach(builder::put);
        return builder;
    }

    // ---------------------------------------------------------------- parsing

    /**
     * Reads a {@code tf.train.Example}. The array is not kept.
     *
     * @throws MalformedMessageException if the bytes are not one
     */
    public static Example parse(byte[] bytes) {
        return parse(bytes, Dialect.TENSORFLOW);
    }

    /**
     * Reads a message in a dialect. The array is not kept.
     *
     * @throws MalformedMessageException if the bytes are not one
     */
    public static Example parse(byte[] bytes, Dialect dialect) {
        return Decoder.ofArray(bytes).example(dialect);
    }

    /**
     * Reads a {@code tf.train.Example} from what a buffer has between position and limit, which stay. The buffer is not
     * kept.
     *
     * @throws MalformedMessageException if the bytes are not one
     */
    public static Example parse(ByteBuffer bytes) {
        return parse(bytes, Dialect.TENSORFLOW);
    }

    /**
     * Reads a message in a dialect from what a buffer has between position and limit, which stay. The buffer is not kept.
     *
     * @throws MalformedMessageException if the bytes are not one
     */
    public static Example parse(ByteBuffer bytes, Dialect dialect) {
        return Decoder.ofBuffer(bytes).example(dialect);
    }

    /**
     * Reads a {@code tf.train.Example}, whose byte strings then share the memory of {@code bytes}.
     *
     * @throws MalformedMessageException if the bytes are not one
     */
    public static Example parse(Bytes bytes) {
        return parse(bytes, Dialect.TENSORFLOW);
    }

    /**
     * Reads a message in a dialect; its byte strings then share the memory of {@code bytes}.
     *
     * @throws MalformedMessageException if the bytes are not one
     */
    public static Example parse(Bytes bytes, Dialect dialect) {
        return Decoder.ofBytes(bytes).example(dialect);
    }

    /**
     * Reads a {@code tf.train.Example} in protobuf's text format.
     *
     * @throws MalformedTextException if the text is not one
     */
    public static Example parseText(String text) {
        return parseText(text, Dialect.TENSORFLOW);
    }

    /**
     * Reads a message in protobuf's text format, with the fields that it has in that dialect.
     *
     * @throws MalformedTextException if the text is not one
     */
    public static Example parseText(String text, Dialect dialect) {
        return TextParser.example(text, dialect);
    }

    /**
     * Reads a {@code tf.train.Example} in the form that protobuf gives it in JSON.
     *
     * @throws MalformedTextException if the text is not one
     */
    public static Example parseJson(String json) {
        return parseJson(json, Dialect.TENSORFLOW);
    }

    /**
     * Reads a {@code tf.train.Example} from JSON by the rules of TensorFlow's {@code tf.io.decode_json_example}, which takes
     * much more than {@link #parseJson(String)}: single quotes, names without quotes, a comma behind the last value, one value
     * in place of a list, null in a list, members named twice and other things. Use it for JSON that was made for TensorFlow.
     *
     * @param json UTF-8
     * @throws MalformedTextException if TensorFlow refuses it too
     */
    public static Example decodeJson(Bytes json) {
        return JsonDecoder.example(json);
    }

    /**
     * Reads a message in the form that protobuf gives it in JSON, with the fields that it has in that dialect.
     *
     * @throws MalformedTextException if the text is not one
     */
    public static Example parseJson(String json, Dialect dialect) {
        return JsonParser.example(json, dialect);
    }

    // ---------------------------------------------------------------- asking

    /**
     * The feature of that name. What its getters throw names it.
     *
     * @throws FeatureException if there is none
     */
    public Feature feature(String name) {
        Feature feature = features == null ? null : features.get(name);
        if (feature == null) {
            throw Names.missing(name, names());
        }
        return feature;
    }

    /** The feature of that name, if there is one. */
    public Optional<Feature> find(String name) {
        return Optional.ofNullable(features == null ? null : features.get(name));
    }

    /** All names, in the order of their bytes; unmodifiable. */
    public Set<String> names() {
        return features().keySet();
    }

    /** All features by name, in the order of the names' bytes; unmodifiable. */
    public Map<String, Feature> features() {
        return features == null ? Map.of() : Collections.unmodifiableMap(features);
    }

    /**
     * Whether the field {@code features} is in the message, be it empty. Without features only this tells the two
     * messages apart that have no bytes and two bytes. An OFRecord has no such field: read without any feature it is
     * {@linkplain #empty() empty}.
     */
    public boolean hasFeatures() {
        return features != null;
    }

    /**
     * Names and plain values, in the order of the names' bytes: {@code Long}, {@code Float}, {@code Double},
     * {@code Integer} or {@link Bytes}. A feature whose kind is not set has an empty list here. Unmodifiable.
     */
    public Map<String, List<Object>> toMap() {
        Map<String, List<Object>> map = new LinkedHashMap<>();
        features().forEach((name, feature) -> map.put(name, feature.values()));
        return Collections.unmodifiableMap(map);
    }

    @Nullable
    NameMap<Feature> nameMap() {
        return features;
    }

    // ---------------------------------------------------------------- writing

    /**
     * The message as a {@code tf.train.Example}; equal Examples give equal bytes.
     *
     * @throws IllegalArgumentException if a feature has a kind that only OneFlow knows
     */
    public byte[] toByteArray() {
        return toByteArray(Dialect.TENSORFLOW);
    }

    /**
     * The message in a dialect; equal Examples give equal bytes.
     *
     * @throws IllegalArgumentException if a feature has a kind that the dialect does not know
     */
    public byte[] toByteArray(Dialect dialect) {
        return Encoder.example(features, dialect);
    }

    /** What {@link #toByteArray()} gives, as {@link Bytes}. */
    public Bytes toBytes() {
        return Bytes.ofOwned(toByteArray());
    }

    /** What {@link #toByteArray(Dialect)} gives, as {@link Bytes}. */
    public Bytes toBytes(Dialect dialect) {
        return Bytes.ofOwned(toByteArray(dialect));
    }

    /** The message in protobuf's text format, names in the order of their bytes; empty for an empty message. */
    public String toText() {
        return toText(Dialect.TENSORFLOW);
    }

    /** The message in protobuf's text format, with the fields that it has in that dialect. */
    public String toText(Dialect dialect) {
        return PieceOutput.text(TextPrinter.example(features, dialect));
    }

    /**
     * Writes what {@link #toText(Dialect)} returns, piece by piece: the text of a large message may be many times its
     * size.
     *
     * @throws IOException if {@code target} throws it
     * @throws IllegalArgumentException if a feature has a kind that the dialect does not know
     */
    public void writeText(Appendable target, Dialect dialect) throws IOException {
        PieceOutput.print(target, TextPrinter.example(features, dialect));
    }

    /**
     * Writes the text format of a serialised message piece by piece: what {@link #toText(Dialect)} returns for
     * {@link #parse(Bytes, Dialect)} of {@code message}. Takes little memory, because long lists are decoded while they
     * are written. Writes nothing if the message is malformed.
     *
     * @throws IOException if {@code target} throws it
     * @throws MalformedMessageException if the bytes are not a message of the dialect
     */
    public static void writeText(Bytes message, Appendable target, Dialect dialect) throws IOException {
        Decoder.ofPacked(message).example(dialect).writeText(target, dialect);
    }

    /** The message as protobuf maps it to JSON, on one line. */
    public String toJson() {
        return toJson(Dialect.TENSORFLOW);
    }

    /** The message as protobuf maps it to JSON, on one line, with the fields that it has in that dialect. */
    public String toJson(Dialect dialect) {
        return PieceOutput.text(JsonPrinter.example(features, dialect));
    }

    /**
     * Writes the JSON form of a serialised message piece by piece: what {@link #toJson(Dialect)} returns for
     * {@link #parse(Bytes, Dialect)} of {@code message}. Takes little memory, because long lists are decoded while they
     * are written. Writes nothing if the message is malformed.
     *
     * @throws IOException if {@code target} throws it
     * @throws MalformedMessageException if the bytes are not a message of the dialect
     */
    public static void writeJson(Bytes message, Appendable target, Dialect dialect) throws IOException {
        Example example = Decoder.ofPacked(message).example(dialect);
        PieceOutput.print(target, JsonPrinter.example(example.features, dialect));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Example that
                && hasFeatures() == that.hasFeatures()
                && features().equals(that.features());
    }

    @Override
    public int hashCode() {
        return features().hashCode();
    }

    /** The beginning of the text format, for a person to read; {@link #toText()} gives all of it. */
    @Override
    public String toString() {
        return TextPrinter.shortText(this);
    }
}
