package dev.riffle.example;

import dev.riffle.io.Bytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Features of a whole sequence, its context, and features of each of its steps: TensorFlow's
 * {@code tf.train.SequenceExample}. Immutable.
 *
 * <p>The context is an {@link Example}, with which it shares its bytes on the wire: an Example read as a SequenceExample
 * is one with only a context. Reading and writing follow the same rules as there; of two feature lists with the same
 * name the last counts. Source of the rules: {@code tensorflow/core/example/example.proto}.
 */
public final class SequenceExample {

    private static final SequenceExample EMPTY = new SequenceExample(null, null);

    private final @Nullable NameMap<Feature> context;
    private final @Nullable NameMap<FeatureList> lists;

    SequenceExample(@Nullable NameMap<Feature> context, @Nullable NameMap<FeatureList> lists) {
        this.context = context;
        this.lists = lists;
    }

    /** A builder without features. */
    public static SequenceExampleBuilder builder() {
        return new SequenceExampleBuilder();
    }

    /** The message without anything, which has no bytes. */
    public static SequenceExample empty() {
        return EMPTY;
    }

    /**
     * A SequenceExample of these parts. The field {@code context} is there if {@code context}
     * {@linkplain Example#hasFeatures() has features}, the field {@code feature_lists} even if the map is empty.
     *
     * @throws IllegalArgumentException if a name has an unpaired surrogate
     */
    public static SequenceExample of(Example context, Map<String, FeatureList> lists) {
        NameMapBuilder<FeatureList> entries = new NameMapBuilder<>();
        lists.forEach((name, list) -> {
            Key key = KeyCache.of(name);
            entries.put(key, list.named(key));
        });
        return new SequenceExample(context.nameMap(), entries.build());
    }

    /** A builder that begins with the parts of this message. */
    public SequenceExampleBuilder toBuilder() {
        SequenceExampleBuilder builder = new SequenceExampleBuilder();
        builder.context(context());
        featureLists().forEach(builder::put);
        return builder;
    }

    /**
     * Reads a {@code tf.train.SequenceExample}. The array is not kept.
     *
     * @throws MalformedMessageException if the bytes are not one
     */
    public static SequenceExample parse(byte[] bytes) {
        return Decoder.ofArray(bytes).sequenceExample();
    }

    /**
     * Reads a {@code tf.train.SequenceExample} from what a buffer has between position and limit, which stay. The buffer
     * is not kept.
     *
     * @throws MalformedMessageException if the bytes are not one
     */
    public static SequenceExample parse(ByteBuffer bytes) {
        return Decoder.ofBuffer(bytes).sequenceExample();
    }

    /**
     * Reads a {@code tf.train.SequenceExample}, whose byte strings then share the memory of {@code bytes}.
     *
     * @throws MalformedMessageException if the bytes are not one
     */
    public static SequenceExample parse(Bytes bytes) {
        return Decoder.ofBytes(bytes).sequenceExample();
    }

    /**
     * Reads a {@code tf.train.SequenceExample} in protobuf's text format.
     *
     * @throws MalformedTextException if the text is not one
     */
    public static SequenceExample parseText(String text) {
        return TextParser.sequenceExample(text);
    }

    /**
     * Reads a {@code tf.train.SequenceExample} in the form that protobuf gives it in JSON.
     *
     * @throws MalformedTextException if the text is not one
     */
    public static SequenceExample parseJson(String json) {
        return JsonParser.sequenceExample(json);
    }

    /** The features of the whole sequence; {@linkplain Example#empty() empty} if the field is not in the message. */
    public Example context() {
        return context == null ? Example.empty() : new Example(context);
    }

    /**
     * The steps of the feature of that name.
     *
     * @throws FeatureException if there is none
     */
    public FeatureList featureList(String name) {
        FeatureList list = lists == null ? null : lists.get(name);
        if (list == null) {
            throw Names.missing(name, names());
        }
        return list;
    }

    /** The steps of the feature of that name, if there is one. */
    public Optional<FeatureList> find(String name) {
        return Optional.ofNullable(lists == null ? null : lists.get(name));
    }

    /** The names of all feature lists, in the order of their bytes; unmodifiable. */
    public Set<String> names() {
        return featureLists().keySet();
    }

    /** All feature lists by name, in the order of the names' bytes; unmodifiable. */
    public Map<String, FeatureList> featureLists() {
        return lists == null ? Map.of() : Collections.unmodifiableMap(lists);
    }

    @Nullable
    NameMap<FeatureList> nameMap() {
        return lists;
    }

    /** Whether the field {@code feature_lists} is in the message, be it empty. */
    public boolean hasFeatureLists() {
        return lists != null;
    }

    /**
     * The message's bytes; equal messages give equal bytes.
     *
     * @throws IllegalArgumentException if a feature has a kind that only OneFlow knows
     */
    public byte[] toByteArray() {
        return Encoder.sequenceExample(context, lists);
    }

    /** What {@link #toByteArray()} gives, as {@link Bytes}. */
    public Bytes toBytes() {
        return Bytes.ofOwned(toByteArray());
    }

    /** The message in protobuf's text format, names in the order of their bytes. */
    public String toText() {
        return PieceOutput.text(TextPrinter.sequenceExample(context, lists));
    }

    /**
     * Writes the text format of a serialised message piece by piece: what {@link #toText()} returns for
     * {@link #parse(Bytes)} of {@code message}. Takes little memory, because long lists are decoded while they are
     * written. Writes nothing if the message is malformed.
     *
     * @throws IOException if {@code target} throws it
     * @throws MalformedMessageException if the bytes are not a SequenceExample
     */
    public static void writeText(Bytes message, Appendable target) throws IOException {
        SequenceExample example = Decoder.ofPacked(message).sequenceExample();
        PieceOutput.print(target, TextPrinter.sequenceExample(example.context, example.lists));
    }

    /** The message as protobuf maps it to JSON, on one line. */
    public String toJson() {
        return PieceOutput.text(JsonPrinter.sequenceExample(context, lists));
    }

    /**
     * Writes the JSON form of a serialised message piece by piece: what {@link #toJson()} returns for
     * {@link #parse(Bytes)} of {@code message}. Takes little memory, because long lists are decoded while they are
     * written. Writes nothing if the message is malformed.
     *
     * @throws IOException if {@code target} throws it
     * @throws MalformedMessageException if the bytes are not a SequenceExample
     */
    public static void writeJson(Bytes message, Appendable target) throws IOException {
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

    /** The beginning of the text format, for a person to read; {@link #toText()} gives all of it. */
    @Override
    public String toString() {
        return TextPrinter.shortText(this);
    }
}
