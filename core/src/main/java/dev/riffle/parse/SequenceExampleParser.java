package dev.riffle.parse;

import dev.riffle.internal.Argument;
import dev.riffle.io.Bytes;
import dev.riffle.parse.internal.Spellings;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

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
public final class SequenceExampleParser {

    private final SequenceFeatureSpecs specs;
    private final ParseSettings settings;

    private final IdleMemory<SequenceExampleBatch> idle = new IdleMemory<>();

    private SequenceExampleParser(SequenceFeatureSpecs specs, ParseSettings settings) {
        this.specs = specs;
        this.settings = settings;
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

    /**
     * Returns a parser that uses up to this number of threads for large batches: the calling thread and threads of the
     * JVM's common pool. The default is 1: the thread of the caller. The number of threads does not change the result.
     *
     * @throws IllegalArgumentException if {@code threads} is below 1
     */
    public SequenceExampleParser threads(int threads) {
        return with(settings.withThreads(threads));
    }

    /** Returns a parser that stores values outside the heap, so that native code can read the values without a copy. */
    public SequenceExampleParser offHeap() {
        return with(settings.offHeap());
    }

    /**
     * Returns a parser that skips invalid records of a batch and passes their exceptions to a listener. The parser
     * calls the listener on the calling thread, in the order of the records, before it returns the batch.
     *
     * <p>The parser checks each record alone, including its ragged partitions. If the partitions of several records do
     * not fit together, the parser skips the record at which it detects the fault. The parser still throws an exception
     * for a batch that is too large, and for a single invalid record.
     *
     * @param listener receives each exception; an exception that the listener throws ends {@code parse}. The listener
     *     must be thread-safe if several threads use the parser
     */
    public SequenceExampleParser skipping(Consumer<ExampleParseException> listener) {
        Argument.present(listener, "listener");
        return with(settings.skipping(listener));
    }

    /**
     * Returns a parser that also accepts a feature or feature list whose name differs from the name of its spec only in
     * case. Tensors have the names of the specs. Two names are equal if they are equal in lower case. Features and
     * lists with the exact name need no additional work. The parser rejects a record with two such features or lists
     * for one spec.
     *
     * @throws IllegalArgumentException if the names of two specs differ only in case
     */
    public SequenceExampleParser ignoringCase() {
        Spellings.check(WirePlan.keys(specs.context()));
        Spellings.check(WirePlan.keys(specs.featureLists()));
        return with(settings.ignoringCase());
    }

    private SequenceExampleParser with(ParseSettings changed) {
        return new SequenceExampleParser(specs, changed);
    }

    /** Returns the specs of the parsed features and lists. */
    public SequenceFeatureSpecs specs() {
        return specs;
    }

    /**
     * Parses a single SequenceExample into tensors without a batch dimension.
     *
     * @throws ExampleParseException if the payload does not match the specs or is not a SequenceExample
     */
    public ParsedSequenceFeatures parse(byte[] payload) {
        Argument.present(payload, "payload");
        return parseSingle(new PayloadBatch().add(payload));
    }

    /** Like {@link #parse(byte[])}, from {@link Bytes}. */
    public ParsedSequenceFeatures parse(Bytes payload) {
        return parseSingle(new PayloadBatch().add(payload));
    }

    /**
     * Like {@link #parse(byte[])}, from the bytes between a buffer's position and limit. The position and the limit do
     * not change.
     */
    public ParsedSequenceFeatures parse(ByteBuffer payload) {
        return parseSingle(new PayloadBatch().add(payload));
    }

    private ParsedSequenceFeatures parseSingle(PayloadBatch payload) {
        return once(batch -> {
            ParsedSequenceFeatures parsed = ParsedSequenceFeatures.once();
            batch.parseSingle(payload, parsed);
            return parsed;
        });
    }

    /**
     * Parses with columns that the parser keeps for the next call. The memory of the columns belongs to the tensors.
     */
    private ParsedSequenceFeatures once(Function<SequenceExampleBatch, ParsedSequenceFeatures> parsing) {
        SequenceExampleBatch waiting = idle.take();
        SequenceExampleBatch batch = waiting == null ? filler() : waiting;
        try {
            return parsing.apply(batch);
        } finally {
            batch.release();
            idle.keep(batch);
        }
    }

    /**
     * Returns a batch without tensors, for {@link #parse(PayloadBatch, ParsedSequenceFeatures)}. Use such a batch in a
     * loop that parses several batches into the same memory.
     */
    public ParsedSequenceFeatures newBatch() {
        return ParsedSequenceFeatures.refillable(filler());
    }

    /**
     * Parses SequenceExamples together. The first dimension of each tensor is the batch.
     *
     * @throws ExampleParseException for the first payload that does not match the specs or is not a SequenceExample
     */
    public ParsedSequenceFeatures parse(List<Bytes> payloads) {
        return parse(PayloadBatch.of(payloads));
    }

    /**
     * Like {@link #parse(List)}, for a reusable batch of payloads.
     *
     * @throws ExampleParseException for the first payload that does not match the specs or is not a SequenceExample
     */
    public ParsedSequenceFeatures parse(PayloadBatch payloads) {
        Argument.present(payloads, "payloads");
        return once(batch -> {
            ParsedSequenceFeatures parsed = ParsedSequenceFeatures.once();
            batch.parse(payloads, parsed);
            int[] indexes = batch.payloadIndexes(parsed.size());
            if (indexes != null) {
                parsed.payloadIndexes(row -> indexes[row]);
            }
            return parsed;
        });
    }

    /**
     * Parses SequenceExamples into the memory of an earlier batch, and overwrites the batch's tensors. After its
     * largest batch, a loop allocates no new memory, with two exceptions. Each batch allocates new indices or row
     * splits for Sparse and partitioned Ragged features. Threads and skipped records need a little memory.
     *
     * @param refilled a batch that {@link #newBatch()} of this parser returned
     * @return {@code refilled}; after an exception, do not read its tensors before the next refill
     * @throws IllegalArgumentException if {@code refilled} is not from this parser
     * @throws ExampleParseException for the first payload that does not match the specs or is not a SequenceExample
     */
    public ParsedSequenceFeatures parse(PayloadBatch payloads, ParsedSequenceFeatures refilled) {
        Argument.present(payloads, "payloads");
        Argument.present(refilled, "refilled");
        SequenceExampleBatch batch = refilled.filler();
        if (batch == null || batch.parser() != this) {
            throw new IllegalArgumentException("not a batch of this parser; create one with newBatch()");
        }
        batch.parse(payloads, refilled);
        return refilled;
    }

    /** Returns the settings and the specs as text. */
    @Override
    public String toString() {
        return "SequenceExampleParser[" + settings + ": " + specs + "]";
    }

    private SequenceExampleBatch filler() {
        return new SequenceExampleBatch(this, specs, settings);
    }
}
