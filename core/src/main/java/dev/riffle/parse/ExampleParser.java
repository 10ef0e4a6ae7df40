package dev.riffle.parse;

import dev.riffle.example.Dialect;
import dev.riffle.internal.Argument;
import dev.riffle.io.Bytes;
import dev.riffle.parse.internal.Spellings;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

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
public final class ExampleParser {

    private final FeatureSpecs specs;
    private final Dialect dialect;
    private final ParseSettings settings;

    private final IdleMemory<ExampleBatch> idle = new IdleMemory<>();

    private ExampleParser(FeatureSpecs specs, Dialect dialect, ParseSettings settings) {
        this.specs = specs;
        this.dialect = dialect;
        this.settings = settings;
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

    /**
     * Returns a parser that uses up to this number of threads for large batches: the calling thread and threads of the
     * JVM's common pool. The default is 1: the thread of the caller. The number of threads does not change the result.
     *
     * @throws IllegalArgumentException if {@code threads} is below 1
     */
    public ExampleParser threads(int threads) {
        return with(settings.withThreads(threads));
    }

    /** Returns a parser that stores values outside the heap, so that native code can read the values without a copy. */
    public ExampleParser offHeap() {
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
    public ExampleParser skipping(Consumer<ExampleParseException> listener) {
        Argument.present(listener, "listener");
        return with(settings.skipping(listener));
    }

    /**
     * Returns a parser that also accepts a feature whose name differs from the name of its spec only in case. Tensors
     * have the names of the specs. Two names are equal if they are equal in lower case. Features with the exact name
     * need no additional work. The parser rejects a record with two such features for one spec.
     *
     * @throws IllegalArgumentException if the names of two specs differ only in case
     */
    public ExampleParser ignoringCase() {
        Spellings.check(WirePlan.keys(specs));
        return with(settings.ignoringCase());
    }

    private ExampleParser with(ParseSettings changed) {
        return new ExampleParser(specs, dialect, changed);
    }

    /** Returns the specs of the parsed features. */
    public FeatureSpecs specs() {
        return specs;
    }

    /** Returns the dialect of the parsed messages. */
    public Dialect dialect() {
        return dialect;
    }

    /**
     * Parses a single Example into tensors without a batch dimension.
     *
     * @throws ExampleParseException if the payload does not match the specs or is not an Example
     */
    public ParsedFeatures parse(byte[] payload) {
        Argument.present(payload, "payload");
        return parseSingle(new PayloadBatch().add(payload));
    }

    /** Like {@link #parse(byte[])}, from {@link Bytes}. */
    public ParsedFeatures parse(Bytes payload) {
        return parseSingle(new PayloadBatch().add(payload));
    }

    /**
     * Like {@link #parse(byte[])}, from the bytes between a buffer's position and limit. The position and the limit do
     * not change.
     */
    public ParsedFeatures parse(ByteBuffer payload) {
        return parseSingle(new PayloadBatch().add(payload));
    }

    private ParsedFeatures parseSingle(PayloadBatch payload) {
        return once(batch -> {
            ParsedFeatures parsed = ParsedFeatures.once();
            batch.parseSingle(payload, parsed);
            return parsed;
        });
    }

    /**
     * Parses with columns that the parser keeps for the next call. The memory of the columns belongs to the tensors.
     */
    private ParsedFeatures once(Function<ExampleBatch, ParsedFeatures> parsing) {
        ExampleBatch waiting = idle.take();
        ExampleBatch batch = waiting == null ? filler() : waiting;
        try {
            return parsing.apply(batch);
        } finally {
            batch.release();
            idle.keep(batch);
        }
    }

    /**
     * Returns a batch without tensors, for {@link #parse(PayloadBatch, ParsedFeatures)}. Use such a batch in a loop
     * that parses several batches into the same memory.
     */
    public ParsedFeatures newBatch() {
        return ParsedFeatures.refillable(filler());
    }

    /**
     * Parses Examples together. The first dimension of each tensor is the batch.
     *
     * @throws ExampleParseException for the first payload that does not match the specs or is not an Example
     */
    public ParsedFeatures parse(List<Bytes> payloads) {
        return parse(PayloadBatch.of(payloads));
    }

    /**
     * Like {@link #parse(List)}, for a reusable batch of payloads.
     *
     * @throws ExampleParseException for the first payload that does not match the specs or is not an Example
     */
    public ParsedFeatures parse(PayloadBatch payloads) {
        Argument.present(payloads, "payloads");
        return once(batch -> {
            ParsedFeatures parsed = ParsedFeatures.once();
            batch.parse(payloads, parsed);
            int[] indexes = batch.payloadIndexes(parsed.size());
            if (indexes != null) {
                parsed.payloadIndexes(row -> indexes[row]);
            }
            return parsed;
        });
    }

    /**
     * Parses Examples into the memory of an earlier batch, and overwrites the batch's tensors. After its largest batch,
     * a loop allocates no new memory, with two exceptions. Each batch allocates new indices or row splits for Sparse
     * and partitioned Ragged features. Threads and skipped records need a little memory.
     *
     * @param refilled a batch that {@link #newBatch()} of this parser returned
     * @return {@code refilled}; after an exception, do not read its tensors before the next refill
     * @throws IllegalArgumentException if {@code refilled} is not from this parser
     * @throws ExampleParseException for the first payload that does not match the specs or is not an Example
     */
    public ParsedFeatures parse(PayloadBatch payloads, ParsedFeatures refilled) {
        Argument.present(payloads, "payloads");
        Argument.present(refilled, "refilled");
        ExampleBatch batch = refilled.filler();
        if (batch == null || batch.parser() != this) {
            throw new IllegalArgumentException("not a batch of this parser; create one with newBatch()");
        }
        batch.parse(payloads, refilled);
        return refilled;
    }

    /** Returns the settings and the specs as text. */
    @Override
    public String toString() {
        String other = dialect == Dialect.TENSORFLOW ? "" : ", " + dialect;
        return "ExampleParser[" + settings + other + ": " + specs + "]";
    }

    private ExampleBatch filler() {
        return new ExampleBatch(this, specs, dialect, settings);
    }
}
