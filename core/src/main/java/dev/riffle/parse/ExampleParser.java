package dev.riffle.parse;

import dev.riffle.example.Dialect;
import dev.riffle.internal.Argument;
import dev.riffle.parse.internal.MessageType;
import org.jspecify.annotations.Nullable;

/**
 * Parses serialized Examples into tensors, like {@code tf.io.parse_example} and {@code tf.io.parse_single_example}.
 *
 * <pre>{@code
 * ExampleParser parser = ExampleParser.compile(FeatureSpecs.parse("label:int64, image:string, tags:string*"));
 * ParsedFeatures batch = parser.parse(payloads);
 * long first = batch.dense("label").values().longAt(0);
 * }</pre>
 *
 * <p>The parser accepts the records that TensorFlow accepts and returns equal tensors. For records that TensorFlow
 * rejects, it throws an {@link ExampleParseException} with the position and the reason. For unusual encodings,
 * TensorFlow's parser takes shortcuts, but this parser follows protobuf. The parser skips features without a spec.
 * These features must be well-formed, but the parser does not decode them.
 *
 * <p>Immutable and safe for use by several threads.
 *
 * @since 0.1
 */
public final class ExampleParser extends MessageParser<ExampleParser, ParsedFeatures> {

    private final Dialect dialect;

    private ExampleParser(FeatureSpecs specs, Dialect dialect, ParseSettings settings) {
        super(MessageType.of(dialect), new SequenceFeatureSpecs(specs, FeatureSpecs.NONE), settings);
        this.dialect = dialect;
    }

    /**
     * Returns a parser of Examples.
     *
     * @throws IllegalArgumentException if the specs describe content that Examples cannot have
     */
    public static ExampleParser compile(FeatureSpecs specs) {
        return compile(specs, Dialect.TENSORFLOW);
    }

    /**
     * Returns a parser of Examples or, in the dialect {@link Dialect#ONEFLOW}, of OFRecords.
     *
     * @throws IllegalArgumentException if the specs describe content that these messages cannot have
     */
    public static ExampleParser compile(FeatureSpecs specs, Dialect dialect) {
        Argument.present(specs, "specs");
        Argument.present(dialect, "dialect");
        return compile(specs, dialect, ParseSettings.DEFAULTS);
    }

    /**
     * Returns a parser of Examples or OFRecords whose specs of type FLOAT64 accept every kind of number. A double
     * represents each float exactly, and each integer from -2^53 to 2^53. The parser rejects a record with an integer
     * that no double represents exactly. Specs of other types accept one kind, as with {@link #compile}.
     *
     * @throws IllegalArgumentException if the specs describe content that these messages cannot have
     */
    public static ExampleParser widening(FeatureSpecs specs, Dialect dialect) {
        Argument.present(specs, "specs");
        Argument.present(dialect, "dialect");
        return compile(specs, dialect, ParseSettings.WIDENING);
    }

    private static ExampleParser compile(FeatureSpecs specs, Dialect dialect, ParseSettings settings) {
        SpecPlacement.checkExamples(specs, dialect, settings.leniency());
        WirePlan.check(specs);
        return new ExampleParser(specs, dialect, settings);
    }

    @Override
    ExampleParser with(ParseSettings changed) {
        return new ExampleParser(specs(), dialect, changed);
    }

    @Override
    ParsedFeatures result(@Nullable MessageBatch filler) {
        return new ParsedFeatures(filler);
    }

    /** Returns the specs of the parsed features. */
    public FeatureSpecs specs() {
        return allSpecs.context();
    }

    /** Returns the dialect of the parsed messages. */
    public Dialect dialect() {
        return dialect;
    }

    /** Returns the settings and the specs as text. */
    @Override
    public String toString() {
        String other = dialect == Dialect.TENSORFLOW ? "" : ", " + dialect;
        return "ExampleParser[" + settings + other + ": " + specs() + "]";
    }
}
