package dev.riffle.parse;

import dev.riffle.example.Dialect;
import dev.riffle.io.Bytes;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Parses serialised Examples into tensors, as {@code tf.io.parse_example} and {@code tf.io.parse_single_example} do.
 *
 * <pre>{@code
 * ExampleParser parser = ExampleParser.compile(FeatureSpecs.parse("label:int64, image:string, tags:string*"));
 * ParsedFeatures batch = parser.parse(payloads);
 * long first = batch.dense("label").values().longAt(0);
 * }</pre>
 *
 * <p>Whatever TensorFlow accepts gives the same tensors; whatever it refuses is refused, with an {@link
 * ExampleParseException} that says where and why. Where TensorFlow's parser takes short cuts on unusual encodings, this
 * one does what protobuf does. Features that no spec names are stepped over: they must be well-formed and are not
 * decoded.
 *
 * <p>A parser is immutable and may be used by several threads at once.
 */
public final class ExampleParser {

    private final FeatureSpecs specs;
    private final Dialect dialect;
    private final ParseSettings settings;

    /** What was parsed with and is not in use, for the next time. */
    private final AtomicReference<@Nullable ExampleBatch> idle = new AtomicReference<>();

    private ExampleParser(FeatureSpecs specs, Dialect dialect, ParseSettings settings) {
        this.specs = specs;
        this.dialect = dialect;
        this.settings = settings;
    }

    /**
     * A parser of Examples.
     *
     * @throws IllegalArgumentException if the specs ask for what Examples cannot have
     */
    public static ExampleParser compile(FeatureSpecs specs) {
        return compile(specs, Dialect.TENSORFLOW);
    }

    /**
     * A parser of Examples or, in the dialect {@link Dialect#ONEFLOW}, of OFRecords.
     *
     * @throws IllegalArgumentException if the specs ask for what these messages cannot have
     */
    public static ExampleParser compile(FeatureSpecs specs, Dialect dialect) {
        SpecPlacement.checkExamples(specs, dialect);
        WirePlan.check(specs);
        return new ExampleParser(specs, dialect, ParseSettings.DEFAULTS);
    }

    /**
     * The same parser, with so many threads for large batches: the caller's, and those of the JVM's common pool. The result
     * is the same with any number.
     */
    public ExampleParser threads(int threads) {
        return with(new ParseSettings(threads, settings.memory(), settings.listener()));
    }

    /** The same parser, but values are in memory outside the heap, where native code can have them without a copy. */
    public ExampleParser offHeap() {
        return with(new ParseSettings(settings.threads(), ParseSettings.Memory.OFF_HEAP, settings.listener()));
    }

    /**
     * The same parser, but in a batch records that are refused are left out, and the listener is told of each: on the
     * calling thread, in their order, before the batch is returned. Each record is judged alone, also its ragged
     * partitions; where those of several records only together do not fit, the record at which this shows is left out.
     * A batch that is too large is still an exception, and so is a single record that is refused.
     *
     * @param listener what it throws comes out of {@code parse}
     */
    public ExampleParser skipping(Consumer<ExampleParseException> listener) {
        return with(new ParseSettings(settings.threads(), settings.memory(), Objects.requireNonNull(listener)));
    }

    private ExampleParser with(ParseSettings changed) {
        return new ExampleParser(specs, dialect, changed);
    }

    /** What is parsed. */
    public FeatureSpecs specs() {
        return specs;
    }

    /** Which messages are parsed. */
    public Dialect dialect() {
        return dialect;
    }

    /**
     * Parses a single Example: tensors have no dimension for a batch.
     *
     * @throws ExampleParseException if it does not fit the specs or is no Example
     */
    public ParsedFeatures parse(byte[] payload) {
        return parseSingle(new PayloadBatch().add(payload));
    }

    /** Parses a single Example, as {@link #parse(byte[])}. */
    public ParsedFeatures parse(Bytes payload) {
        return parseSingle(new PayloadBatch().add(payload));
    }

    /** Parses a single Example between a buffer's position and limit, which stay, as {@link #parse(byte[])}. */
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

    /** Parses with columns that are kept for the next time; their memory goes to the tensors. */
    private ParsedFeatures once(Function<ExampleBatch, ParsedFeatures> parsing) {
        ExampleBatch waiting = idle.getAndSet(null);
        ExampleBatch batch = waiting == null ? filler() : waiting;
        try {
            return parsing.apply(batch);
        } finally {
            batch.release();
            idle.set(batch);
        }
    }

    /**
     * A batch without any tensors, to be {@linkplain #parse(PayloadBatch, ParsedFeatures) refilled}: for a loop that
     * parses one batch after the other into the same memory.
     */
    public ParsedFeatures newBatch() {
        return ParsedFeatures.refillable(filler());
    }

    /**
     * Parses Examples together: the first dimension of each tensor is that of the batch.
     *
     * @throws ExampleParseException for the first one that does not fit the specs or is no Example
     */
    public ParsedFeatures parse(List<Bytes> payloads) {
        return parse(PayloadBatch.of(payloads));
    }

    /**
     * Parses Examples together, as {@link #parse(List)}.
     *
     * @throws ExampleParseException for the first one that does not fit the specs or is no Example
     */
    public ParsedFeatures parse(PayloadBatch payloads) {
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
     * Parses Examples into the memory of a batch that is no longer needed, whose tensors change. A loop that does so
     * again and again needs no new memory once the largest batch was there, except for what Sparse features and
     * partitioned Ragged ones add to the values, and a little for threads and for records that are left out.
     *
     * @param refilled what {@link #newBatch()} of this parser returned
     * @return {@code refilled}; after an exception it must be refilled before its tensors are looked at
     * @throws IllegalArgumentException if {@code refilled} is not from this parser
     * @throws ExampleParseException for the first one that does not fit the specs or is no Example
     */
    public ParsedFeatures parse(PayloadBatch payloads, ParsedFeatures refilled) {
        ExampleBatch batch = refilled.filler();
        if (batch == null || batch.parser() != this) {
            throw new IllegalArgumentException("only a batch of newBatch() of this very parser can be refilled");
        }
        batch.parse(payloads, refilled);
        return refilled;
    }

    private ExampleBatch filler() {
        return new ExampleBatch(this, specs, dialect, settings);
    }
}
