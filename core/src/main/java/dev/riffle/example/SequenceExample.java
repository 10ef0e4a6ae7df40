package dev.riffle.example;

import dev.riffle.internal.Argument;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Features of a complete sequence (its context) and features of each of its steps: TensorFlow's {@code
 * tf.train.SequenceExample}. Immutable and safe for use by several threads.
 *
 * <p>The context is an {@link Example} and has the same wire layout. So an Example that is read as a SequenceExample
 * has only a context. Reading and writing follow the rules of {@link Example}. If two feature lists have the same name,
 * the last list counts. Source of the rules: {@code tensorflow/core/example/example.proto}.
 *
 * @since 0.1
 */
public final class SequenceExample {

    private static final SequenceExample EMPTY = new SequenceExample(null, null);

    private final @Nullable NameMap<Feature> context;
    private final @Nullable NameMap<FeatureList> lists;

    SequenceExample(@Nullable NameMap<Feature> context, @Nullable NameMap<FeatureList> lists) {
        this.context = context;
        this.lists = lists;
    }

    /** Returns a builder without features. */
    public static SequenceExampleBuilder builder() {
        return new SequenceExampleBuilder();
    }

    /** Returns the empty message, which has no bytes. */
    public static SequenceExample empty() {
        return EMPTY;
    }

    /**
     * Returns a SequenceExample of a context and feature lists. It has the field {@code context} if {@code context}
     * {@linkplain Example#hasFeatures() has the field features}. It has the field {@code feature_lists} even if the map
     * is empty.
     *
     * @throws IllegalArgumentException if a name or a list is null, or a name has an unpaired surrogate
     */
    public static SequenceExample of(Example context, Map<String, FeatureList> lists) {
        Argument.present(context, "context");
        Argument.allPresent(lists, "lists");
        NameMapBuilder<FeatureList> entries = new NameMapBuilder<>();
        lists.forEach((name, list) -> {
            Key key = FeatureValues.key(name);
            entries.put(key, FeatureList.present(key, list).named(key));
        });
        return new SequenceExample(context.nameMap(), entries.build());
    }

    /** Returns a builder that begins with the parts of this message. */
    public SequenceExampleBuilder toBuilder() {
        SequenceExampleBuilder builder = new SequenceExampleBuilder();
        builder.context(context());
        featureLists().forEach(builder::put);
        return builder;
    }

    /**
     * Parses a {@code tf.train.SequenceExample}. Does not keep a reference to the array.
     *
     * @throws MalformedMessageException if the bytes are not a valid SequenceExample
     */
    public static SequenceExample parse(byte[] bytes) {
        Argument.present(bytes, "bytes");
        return Decoder.ofArray(bytes).sequenceExample();
    }

    /**
     * Parses a {@code tf.train.SequenceExample} from the bytes between a buffer's position and limit. Does not change
     * the position or the limit. Does not keep a reference to the buffer.
     *
     * @throws MalformedMessageException if the bytes are not a valid SequenceExample
     */
    public static SequenceExample parse(ByteBuffer bytes) {
        Argument.present(bytes, "bytes");
        return Decoder.ofBuffer(bytes).sequenceExample();
    }

    /**
     * Parses a {@code tf.train.SequenceExample}. Its byte strings share the memory of {@code bytes}.
     *
     * @throws MalformedMessageException if the bytes are not a valid SequenceExample
     */
    public static SequenceExample parse(Bytes bytes) {
        Argument.present(bytes, "bytes");
        return Decoder.ofBytes(bytes).sequenceExample();
    }

    /**
     * Parses a {@code tf.train.SequenceExample} from protobuf's text format.
     *
     * @throws MalformedTextException if the text is not a valid SequenceExample
     */
    public static SequenceExample parseText(String text) {
        Argument.present(text, "text");
        return TextParser.sequenceExample(text);
    }

    /**
     * Parses a {@code tf.train.SequenceExample} from protobuf's JSON format.
     *
     * @throws MalformedTextException if the text is not a valid SequenceExample
     */
    public static SequenceExample parseJson(String json) {
        Argument.present(json, "json");
        return JsonParser.sequenceExample(json);
    }

    /**
     * Returns the features of the complete sequence. Returns an {@linkplain Example#empty() empty} Example if the
     * message has no context.
     */
    public Example context() {
        return context == null ? Example.empty() : new Example(context);
    }

    /**
     * Returns the steps of the feature with this name.
     *
     * @throws FeatureException if the message has no such feature list
     */
    public FeatureList featureList(String name) {
        Argument.present(name, "name");
        FeatureList list = lists == null ? null : lists.get(name);
        if (list == null) {
            throw FeatureException.missingList(name, names());
        }
        return list;
    }

    /** Returns the steps of the feature with this name, or empty if the message has no such feature list. */
    public Optional<FeatureList> find(String name) {
        Argument.present(name, "name");
        return Optional.ofNullable(lists == null ? null : lists.get(name));
    }

    /** Returns the names of all feature lists as an unmodifiable set, in the order of their bytes. */
    public Set<String> names() {
        return featureLists().keySet();
    }

    /** Returns all feature lists by name as an unmodifiable map, in the order of the names' bytes. */
    public Map<String, FeatureList> featureLists() {
        return lists == null ? Map.of() : Collections.unmodifiableMap(lists);
    }

    @Nullable
    NameMap<FeatureList> nameMap() {
        return lists;
    }

    /** Returns whether the message has the field {@code feature_lists}, even if that field is empty. */
    public boolean hasFeatureLists() {
        return lists != null;
    }

    /**
     * Serializes the message. Equal messages return equal bytes.
     *
     * @throws IllegalArgumentException if a feature has a kind that only OneFlow supports
     */
    public byte[] toByteArray() {
        return Encoder.sequenceExample(context, lists);
    }

    /** Like {@link #toByteArray()}, with {@link Bytes} as the result. */
    public Bytes toBytes() {
        return Bytes.ofOwned(toByteArray());
    }

    /**
     * Returns the message in protobuf's text format, with names in the order of their bytes.
     *
     * @throws IllegalArgumentException if a feature has a kind that only OneFlow supports
     */
    public String toText() {
        return PieceOutput.text(TextPrinter.sequenceExample(context, lists));
    }

    /**
     * Writes the text format of a serialized message in pieces. The text equals {@link #toText()} of the parsed
     * message. Uses little memory, because the method decodes long lists while it writes them. Writes nothing if the
     * message is malformed.
     *
     * @throws IOException if {@code target} throws an {@code IOException}
     * @throws MalformedMessageException if the bytes are not a SequenceExample
     */
    public static void writeText(Bytes message, Appendable target) throws IOException {
        Argument.present(message, "message");
        Argument.present(target, "target");
        SequenceExample example = Decoder.ofPacked(message).sequenceExample();
        PieceOutput.print(target, TextPrinter.sequenceExample(example.context, example.lists));
    }

    /**
     * Returns the message in protobuf's JSON format, on one line.
     *
     * @throws IllegalArgumentException if a feature has a kind that only OneFlow supports
     */
    public String toJson() {
        return PieceOutput.text(JsonPrinter.sequenceExample(context, lists));
    }

    /**
     * Writes the JSON format of a serialized message in pieces. The text equals {@link #toJson()} of the parsed
     * message. Uses little memory, because the method decodes long lists while it writes them. Writes nothing if the
     * message is malformed.
     *
     * @throws IOException if {@code target} throws an {@code IOException}
     * @throws MalformedMessageException if the bytes are not a SequenceExample
     */
    public static void writeJson(Bytes message, Appendable target) throws IOException {
        Argument.present(message, "message");
        Argument.present(target, "target");
        SequenceExample example = Decoder.ofPacked(message).sequenceExample();
        PieceOutput.print(target, JsonPrinter.sequenceExample(example.context, example.lists));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SequenceExample that
                && context().equals(that.context())
                && hasFeatureLists() == that.hasFeatureLists()
                && featureLists().equals(that.featureLists());
    }

    @Override
    public int hashCode() {
        return 31 * context().hashCode() + featureLists().hashCode();
    }

    /** Returns the beginning of the text format, for display. {@link #toText()} returns the complete text. */
    @Override
    public String toString() {
        return TextPrinter.shortText(this);
    }
}
