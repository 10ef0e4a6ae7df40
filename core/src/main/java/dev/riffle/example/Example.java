package dev.riffle.example;

import dev.riffle.internal.Argument;
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
 * A set of named {@linkplain Feature features}: TensorFlow's {@code tf.train.Example}, or OneFlow's OFRecord in the
 * dialect {@link Dialect#ONEFLOW}. Immutable and safe for use by several threads.
 *
 * <p>Use this class to build, inspect or change messages. To read only a few values of each message, use {@link
 * ExampleCursor}.
 *
 * <pre>{@code
 * Example example = Example.builder().put("label", 3).put("name", "cat").build();
 * byte[] payload = example.toByteArray();
 * long label = Example.parse(payload).feature("label").longValue();
 * }</pre>
 *
 * <p>Reading follows the rules of protobuf:
 *
 * <ul>
 *   <li>A later list of the same kind is appended to the earlier list. A later list of another kind replaces the
 *   earlier list.
 *   <li>If two entries have the same name, the last entry counts.
 *   <li>Packed and unpacked numbers can be mixed.
 *   <li>Unknown fields are skipped and <em>dropped</em>: a message that Riffle writes does not contain them. A {@link
 *   SequenceExample} without a context is therefore an Example without features.
 * </ul>
 *
 * <p>Writing is deterministic: names are in the order of their bytes, and numbers are packed. Sources of the rules:
 * {@code tensorflow/core/example/example.proto}, protobuf's encoding guide.
 *
 * @since 0.1
 */
public final class Example {

    private static final Example EMPTY = new Example(null);

    private final @Nullable NameMap<Feature> features;

    /** Whether the message was a SequenceExample. Only an exception states it, because such an Example is legal. */
    private final boolean hadFeatureLists;

    Example(@Nullable NameMap<Feature> features) {
        this(features, false);
    }

    Example(@Nullable NameMap<Feature> features, boolean hadFeatureLists) {
        this.features = features;
        this.hadFeatureLists = hadFeatureLists;
    }

    // ---------------------------------------------------------------- creation

    /** Returns a builder without features. */
    public static ExampleBuilder builder() {
        return new ExampleBuilder();
    }

    /** Returns the empty message. It has no bytes, because even the field {@code features} is missing. */
    public static Example empty() {
        return EMPTY;
    }

    /**
     * Returns an Example of these features. The message has the field {@code features} even if the map is empty.
     *
     * @throws IllegalArgumentException if a name or a feature is null, or a name has an unpaired surrogate
     */
    public static Example of(Map<String, Feature> features) {
        Argument.allPresent(features, "features");
        NameMapBuilder<Feature> entries = new NameMapBuilder<>();
        features.forEach((name, feature) -> {
            Key key = FeatureValues.key(name);
            entries.put(key, FeatureValues.present(key, feature, "feature").named(key));
        });
        return new Example(entries.build());
    }

    /** Returns a builder that begins with the features of this Example. */
    public ExampleBuilder toBuilder() {
        ExampleBuilder builder = new ExampleBuilder();
        features().forEach(builder::put);
        return builder;
    }

    // ---------------------------------------------------------------- parsing

    /**
     * Parses a {@code tf.train.Example}. Does not keep a reference to the array.
     *
     * @throws MalformedMessageException if the bytes are not a valid Example
     */
    public static Example parse(byte[] bytes) {
        return parse(bytes, Dialect.TENSORFLOW);
    }

    /**
     * Like {@link #parse(byte[])}, for a message in a dialect.
     *
     * @throws MalformedMessageException if the bytes are not a valid message of the dialect
     */
    public static Example parse(byte[] bytes, Dialect dialect) {
        Argument.present(bytes, "bytes");
        Argument.present(dialect, "dialect");
        return Decoder.ofArray(bytes).example(dialect);
    }

    /**
     * Parses a {@code tf.train.Example} from the bytes between a buffer's position and limit. Does not change the
     * position or the limit. Does not keep a reference to the buffer.
     *
     * @throws MalformedMessageException if the bytes are not a valid Example
     */
    public static Example parse(ByteBuffer bytes) {
        return parse(bytes, Dialect.TENSORFLOW);
    }

    /**
     * Like {@link #parse(ByteBuffer)}, for a message in a dialect.
     *
     * @throws MalformedMessageException if the bytes are not a valid message of the dialect
     */
    public static Example parse(ByteBuffer bytes, Dialect dialect) {
        Argument.present(bytes, "bytes");
        Argument.present(dialect, "dialect");
        return Decoder.ofBuffer(bytes).example(dialect);
    }

    /**
     * Parses a {@code tf.train.Example}. Its byte strings share the memory of {@code bytes}.
     *
     * @throws MalformedMessageException if the bytes are not a valid Example
     */
    public static Example parse(Bytes bytes) {
        return parse(bytes, Dialect.TENSORFLOW);
    }

    /**
     * Like {@link #parse(Bytes)}, for a message in a dialect.
     *
     * @throws MalformedMessageException if the bytes are not a valid message of the dialect
     */
    public static Example parse(Bytes bytes, Dialect dialect) {
        Argument.present(bytes, "bytes");
        Argument.present(dialect, "dialect");
        return Decoder.ofBytes(bytes).example(dialect);
    }

    /**
     * Parses a {@code tf.train.Example} from protobuf's text format.
     *
     * @throws MalformedTextException if the text is not a valid Example
     */
    public static Example parseText(String text) {
        return parseText(text, Dialect.TENSORFLOW);
    }

    /**
     * Like {@link #parseText(String)}, for a message with the fields of a dialect.
     *
     * @throws MalformedTextException if the text is not a valid message of the dialect
     */
    public static Example parseText(String text, Dialect dialect) {
        Argument.present(text, "text");
        Argument.present(dialect, "dialect");
        return TextParser.example(text, dialect);
    }

    /**
     * Parses a {@code tf.train.Example} from protobuf's JSON format.
     *
     * @throws MalformedTextException if the text is not a valid Example
     */
    public static Example parseJson(String json) {
        return parseJson(json, Dialect.TENSORFLOW);
    }

    /**
     * Parses a {@code tf.train.Example} from JSON by the rules of TensorFlow's {@code tf.io.decode_json_example}. This
     * method accepts much more than {@link #parseJson(String)}. For example, it accepts single quotes, names without
     * quotes, a comma after the last value, and duplicate members. It also accepts one value in place of a list, and
     * null in a list. Use it for JSON that is written for TensorFlow.
     *
     * @param json the text in UTF-8
     * @throws MalformedTextException if the text is not valid. TensorFlow rejects such text, too
     */
    public static Example decodeJson(Bytes json) {
        Argument.present(json, "json");
        return JsonDecoder.example(json);
    }

    /**
     * Like {@link #parseJson(String)}, for a message with the fields of a dialect.
     *
     * @throws MalformedTextException if the text is not a valid message of the dialect
     */
    public static Example parseJson(String json, Dialect dialect) {
        Argument.present(json, "json");
        Argument.present(dialect, "dialect");
        return JsonParser.example(json, dialect);
    }

    // ---------------------------------------------------------------- access

    /**
     * Returns the feature with this name. Exceptions of the feature's getters contain the name.
     *
     * @throws FeatureException if the message has no such feature
     */
    public Feature feature(String name) {
        Argument.present(name, "name");
        Feature feature = features == null ? null : features.get(name);
        if (feature == null) {
            throw FeatureException.missing(name, names(), hadFeatureLists);
        }
        return feature;
    }

    /** Returns the feature with this name, if the message has one. */
    public Optional<Feature> find(String name) {
        Argument.present(name, "name");
        return Optional.ofNullable(features == null ? null : features.get(name));
    }

    /** Returns all names as an unmodifiable set, in the order of their bytes. */
    public Set<String> names() {
        return features().keySet();
    }

    /** Returns all features by name as an unmodifiable map, in the order of the names' bytes. */
    public Map<String, Feature> features() {
        return features == null ? Map.of() : Collections.unmodifiableMap(features);
    }

    /**
     * Returns whether the message has the field {@code features}, even if that field is empty. Two messages without
     * features can differ only in this field: one has no bytes, the other has two. An OFRecord has no such field. An
     * OFRecord without features is read as {@linkplain #empty() empty}.
     */
    public boolean hasFeatures() {
        return features != null;
    }

    /**
     * Returns names and plain values as an unmodifiable map, in the order of the names' bytes. Values are {@code Long},
     * {@code Float}, {@code Double}, {@code Integer} or {@link Bytes}. A feature whose kind is not set has an empty
     * list in this map.
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
     * Serializes the message as a {@code tf.train.Example}. Equal Examples return equal bytes.
     *
     * @throws IllegalArgumentException if a feature has a kind that only OneFlow supports
     */
    public byte[] toByteArray() {
        return toByteArray(Dialect.TENSORFLOW);
    }

    /**
     * Serializes the message in a dialect. Equal Examples return equal bytes.
     *
     * @throws IllegalArgumentException if a feature has a kind that the dialect does not support
     */
    public byte[] toByteArray(Dialect dialect) {
        Argument.present(dialect, "dialect");
        return Encoder.example(features, dialect);
    }

    /** Like {@link #toByteArray()}, with {@link Bytes} as the result. */
    public Bytes toBytes() {
        return Bytes.ofOwned(toByteArray());
    }

    /** Like {@link #toByteArray(Dialect)}, with {@link Bytes} as the result. */
    public Bytes toBytes(Dialect dialect) {
        Argument.present(dialect, "dialect");
        return Bytes.ofOwned(toByteArray(dialect));
    }

    /**
     * Returns the message in protobuf's text format, with names in the order of their bytes. The text of an empty
     * message is empty.
     *
     * @throws IllegalArgumentException if a feature has a kind that only OneFlow supports
     */
    public String toText() {
        return toText(Dialect.TENSORFLOW);
    }

    /**
     * Like {@link #toText()}, with the fields of a dialect.
     *
     * @throws IllegalArgumentException if a feature has a kind that the dialect does not support
     */
    public String toText(Dialect dialect) {
        Argument.present(dialect, "dialect");
        return PieceOutput.text(TextPrinter.example(features, dialect));
    }

    /**
     * Writes the text of {@link #toText(Dialect)} in pieces. The text of a large message can be many times larger than
     * the message.
     *
     * @throws IOException if {@code target} throws an {@code IOException}
     * @throws IllegalArgumentException if a feature has a kind that the dialect does not support
     */
    public void writeText(Appendable target, Dialect dialect) throws IOException {
        Argument.present(target, "target");
        Argument.present(dialect, "dialect");
        PieceOutput.print(target, TextPrinter.example(features, dialect));
    }

    /**
     * Writes the text format of a serialized message in pieces. The text equals {@link #toText(Dialect)} of the parsed
     * message. Uses little memory, because the method decodes long lists while it writes them. Writes nothing if the
     * message is malformed.
     *
     * @throws IOException if {@code target} throws an {@code IOException}
     * @throws MalformedMessageException if the bytes are not a message of the dialect
     */
    public static void writeText(Bytes message, Appendable target, Dialect dialect) throws IOException {
        Argument.present(message, "message");
        Argument.present(target, "target");
        Argument.present(dialect, "dialect");
        Decoder.ofPacked(message).example(dialect).writeText(target, dialect);
    }

    /**
     * Returns the message in protobuf's JSON format, on one line.
     *
     * @throws IllegalArgumentException if a feature has a kind that only OneFlow supports
     */
    public String toJson() {
        return toJson(Dialect.TENSORFLOW);
    }

    /**
     * Like {@link #toJson()}, with the fields of a dialect.
     *
     * @throws IllegalArgumentException if a feature has a kind that the dialect does not support
     */
    public String toJson(Dialect dialect) {
        Argument.present(dialect, "dialect");
        return PieceOutput.text(JsonPrinter.example(features, dialect));
    }

    /**
     * Writes the JSON format of a serialized message in pieces. The text equals {@link #toJson(Dialect)} of the parsed
     * message. Uses little memory, because the method decodes long lists while it writes them. Writes nothing if the
     * message is malformed.
     *
     * @throws IOException if {@code target} throws an {@code IOException}
     * @throws MalformedMessageException if the bytes are not a message of the dialect
     */
    public static void writeJson(Bytes message, Appendable target, Dialect dialect) throws IOException {
        Argument.present(message, "message");
        Argument.present(target, "target");
        Argument.present(dialect, "dialect");
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

    /** Returns the beginning of the text format, for display. {@link #toText()} returns the complete text. */
    @Override
    public String toString() {
        return TextPrinter.shortText(this);
    }
}
