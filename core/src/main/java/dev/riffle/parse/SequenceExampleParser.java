package dev.riffle.parse;

import dev.riffle.internal.Argument;
import dev.riffle.parse.internal.MessageType;
import org.jspecify.annotations.Nullable;

/**
 * Parses serialized SequenceExamples into tensors, like {@code tf.io.parse_sequence_example} and
 * {@code tf.io.parse_single_sequence_example}.
 *
 * <pre>{@code
 * SequenceExampleParser parser = SequenceExampleParser.compile(
 *         SequenceFeatureSpecs.parse("context(label:int64) lists(frames:float32[?,3])"));
 * ParsedSequenceFeatures batch = parser.parse(payloads);
 * DenseTensor frames = batch.featureLists().dense("frames"); // [batch, most steps, 3]
 * DenseTensor steps = batch.lengths("frames"); // [batch]
 * }</pre>
 *
 * <p>The parser accepts the records that TensorFlow accepts and returns equal tensors. For records that TensorFlow
 * rejects, it throws an {@link ExampleParseException} with the position and the reason. For unusual encodings,
 * TensorFlow's parser takes shortcuts, but this parser follows protobuf. The parser skips features and lists without a
 * spec. These features and lists must be well-formed, but the parser does not decode them.
 *
 * <p>Immutable and safe for use by several threads.
 *
 * @since 0.1
 */
public final class SequenceExampleParser extends MessageParser<SequenceExampleParser, ParsedSequenceFeatures> {

    private SequenceExampleParser(SequenceFeatureSpecs specs, ParseSettings settings) {
        super(MessageType.SEQUENCE_EXAMPLE, specs, settings);
    }

    /**
     * Returns a parser of SequenceExamples.
     *
     * @throws IllegalArgumentException if the specs describe content that the contexts or lists cannot have
     */
    public static SequenceExampleParser compile(SequenceFeatureSpecs specs) {
        Argument.present(specs, "specs");
        return compile(specs, ParseSettings.DEFAULTS);
    }

    /**
     * Returns a parser of SequenceExamples whose specs of type FLOAT64 accept every kind of number. See
     * {@link ExampleParser#widening}.
     *
     * @throws IllegalArgumentException if the specs describe content that the contexts or lists cannot have
     */
    public static SequenceExampleParser widening(SequenceFeatureSpecs specs) {
        Argument.present(specs, "specs");
        return compile(specs, ParseSettings.WIDENING);
    }

    private static SequenceExampleParser compile(SequenceFeatureSpecs specs, ParseSettings settings) {
        specs.check(settings.leniency());
        WirePlan.check(specs.context());
        WirePlan.check(specs.featureLists());
        return new SequenceExampleParser(specs, settings);
    }

    @Override
    SequenceExampleParser with(ParseSettings changed) {
        return new SequenceExampleParser(allSpecs, changed);
    }

    @Override
    ParsedSequenceFeatures result(@Nullable MessageBatch filler) {
        return new ParsedSequenceFeatures(filler);
    }

    /** Returns the specs of the parsed features and lists. */
    public SequenceFeatureSpecs specs() {
        return allSpecs;
    }

    /** Returns the settings and the specs as text. */
    @Override
    public String toString() {
        return "SequenceExampleParser[" + settings + ": " + allSpecs + "]";
    }
}
