package dev.riffle.parse;

import dev.riffle.example.FeatureWarning;
import dev.riffle.example.internal.NameCheck;
import dev.riffle.example.internal.Spellings;
import dev.riffle.internal.Argument;
import dev.riffle.io.Bytes;
import dev.riffle.parse.internal.MessageType;
import dev.riffle.parse.internal.ParseFault;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Parses messages of one type. An Example is a SequenceExample without feature lists.
 *
 * @param <S> the class of the parser
 * @param <P> the class of its results
 */
abstract sealed class MessageParser<S extends MessageParser<S, P>, P extends ParsedMessages>
        permits ExampleParser, SequenceExampleParser {

    final MessageType type;
    final SequenceFeatureSpecs allSpecs;
    final ParseSettings settings;

    private final NameCheck names;
    private final AtomicBoolean reportedInconsistency = new AtomicBoolean();
    private final IdleMemory<MessageBatch> idle = new IdleMemory<>();

    MessageParser(MessageType type, SequenceFeatureSpecs allSpecs, ParseSettings settings) {
        this.type = type;
        this.allSpecs = allSpecs;
        this.settings = settings;
        this.names = new NameCheck(
                WirePlan.keys(allSpecs.context()),
                type == MessageType.SEQUENCE_EXAMPLE
                        ? Optional.of(WirePlan.keys(allSpecs.featureLists()))
                        : Optional.empty(),
                settings.leniency().anyCase() ? NameCheck.Spelling.ANY_CASE : NameCheck.Spelling.OF_SPEC,
                settings.unknown());
    }

    /** Returns a parser with other settings. */
    abstract S with(ParseSettings changed);

    /** Returns an object without tensors; see {@link ParsedMessages#filler}. */
    abstract P result(@Nullable MessageBatch filler);

    /**
     * Returns a parser that uses up to this number of threads for large batches: the calling thread and threads of the
     * JVM's common pool. The default is 1: the thread of the caller. -1 means the number of processors. The number of
     * threads does not change the result.
     *
     * @throws IllegalArgumentException if {@code threads} is 0 or below -1
     */
    public S threads(int threads) {
        return with(settings.withThreads(threads));
    }

    /** Returns a parser that stores values outside the heap, so that native code can read the values without a copy. */
    public S offHeap() {
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
    public S skipping(Consumer<ExampleParseException> listener) {
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
    public S ignoringCase() {
        Spellings.check(allSpecs.context().keys());
        Spellings.check(allSpecs.featureLists().keys());
        return with(settings.ignoringCase());
    }

    /**
     * Returns a parser with a listener for probable mistakes that TensorFlow accepts:
     *
     * <ul>
     *   <li>No record of the first batch has a feature or list that a spec names, so the name is probably misspelt. For
     *       single messages, the first 32 messages are the first batch. The parser reports each name once.
     *   <li>The partitions of a ragged feature do not fit its values. The parser reports the first such batch; see
     *       {@link ParsedFeatures#inconsistentRows}.
     * </ul>
     *
     * <p>Without a listener, the parser {@linkplain FeatureWarning logs} the warnings.
     *
     * @param listener called on the thread that parses; an exception of the listener ends {@code parse}. The listener
     *     must be thread-safe if several threads use the parser
     */
    public S warnings(Consumer<? super FeatureWarning> listener) {
        Argument.present(listener, "listener");
        return with(settings.warnings(listener));
    }

    /**
     * Returns a parser that throws an {@link ExampleParseException} if no record of the first batch has a feature or
     * list that a spec names, also with a default or a variable length; see {@link #warnings}. The exception concerns
     * the complete batch. The parser continues to reject batches until a record has each of the names. A single message
     * is a batch, so the first single message must have all names.
     */
    public S requiringKnownFeatures() {
        return with(settings.requiringKnownFeatures());
    }

    /**
     * Parses a single message into tensors without a batch dimension.
     *
     * @throws ExampleParseException if the payload does not match the specs or is not a valid message
     */
    public P parse(byte[] payload) {
        Argument.present(payload, "payload");
        return parseSingle(new PayloadBatch().add(payload));
    }

    /** Like {@link #parse(byte[])}, from {@link Bytes}. */
    public P parse(Bytes payload) {
        return parseSingle(new PayloadBatch().add(payload));
    }

    /**
     * Like {@link #parse(byte[])}, from the bytes between a buffer's position and limit. The position and the limit do
     * not change.
     */
    public P parse(ByteBuffer payload) {
        return parseSingle(new PayloadBatch().add(payload));
    }

    private P parseSingle(PayloadBatch payload) {
        return once(batch -> {
            P parsed = result(null);
            batch.parseSingle(payload, parsed);
            if (!names.isDone()) {
                report(names.examine(type.dialect(), payload.inPlace(0)));
            }
            reportInconsistency(parsed, payload);
            return parsed;
        });
    }

    private P checked(P parsed, PayloadBatch payloads) {
        if (!names.isDone()) {
            report(names.examine(type.dialect(), payloads.size(), payloads::inPlace));
        }
        reportInconsistency(parsed, payloads);
        return parsed;
    }

    private void report(List<FeatureWarning> unknown) {
        if (!unknown.isEmpty() && settings.unknown() == NameCheck.Unknown.REJECTED) {
            FeatureWarning first = unknown.get(0);
            String found = "none in the first " + names.messages();
            throw new ExampleParseException(
                    new ParseFault(first.feature(), "a record with this feature", found, first.advice()),
                    -1,
                    null,
                    null);
        }
        unknown.forEach(settings.warnings());
    }

    private void reportInconsistency(P parsed, PayloadBatch payloads) {
        if (reportedInconsistency.get()) {
            return;
        }
        FeatureWarning warning = parsed.inconsistency(payloads, this::lacksKey);
        if (warning != null && !reportedInconsistency.getAndSet(true)) {
            settings.warnings().accept(warning);
        }
    }

    /** Returns whether no message so far has one of the keys of a spec. The report of this key explains the feature. */
    private boolean lacksKey(String feature) {
        return Stream.of(allSpecs.context(), allSpecs.featureLists())
                .flatMap(specs -> Stream.ofNullable(specs.asMap().get(feature)))
                .flatMap(spec -> WirePlan.keys(feature, spec))
                .anyMatch(names::lacks);
    }

    /**
     * Parses with columns that the parser keeps for the next call. The memory of the columns belongs to the tensors.
     */
    private P once(Function<MessageBatch, P> parsing) {
        MessageBatch waiting = idle.take();
        MessageBatch batch = waiting == null ? new MessageBatch(this) : waiting;
        try {
            return parsing.apply(batch);
        } finally {
            batch.release();
            idle.keep(batch);
        }
    }

    /**
     * Returns a batch without tensors, to refill by {@code parse}. Use such a batch in a loop that parses several
     * batches into the same memory.
     */
    public P newBatch() {
        return result(new MessageBatch(this));
    }

    /**
     * Parses messages together. The first dimension of each tensor is the batch.
     *
     * @throws ExampleParseException for the first payload that does not match the specs or is not a valid message
     */
    public P parse(List<Bytes> payloads) {
        return parse(PayloadBatch.of(payloads));
    }

    /**
     * Like {@link #parse(List)}, for a reusable batch of payloads.
     *
     * @throws ExampleParseException for the first payload that does not match the specs or is not a valid message
     */
    public P parse(PayloadBatch payloads) {
        Argument.present(payloads, "payloads");
        return once(batch -> {
            P parsed = result(null);
            batch.parse(payloads, parsed);
            int[] indexes = batch.payloadIndexes(parsed.features().size());
            if (indexes != null) {
                parsed.payloadIndexes(row -> indexes[row]);
            }
            return checked(parsed, payloads);
        });
    }

    /**
     * Parses messages into the memory of an earlier batch, and overwrites the batch's tensors. After its largest batch,
     * a loop allocates no new memory, with two exceptions. Each batch allocates new indices or row splits for Sparse
     * and partitioned Ragged features. Threads and skipped records need a little memory.
     *
     * @param refilled a batch that {@link #newBatch()} of this parser returned
     * @return {@code refilled}; after an exception, do not read its tensors before the next refill
     * @throws IllegalArgumentException if {@code refilled} is not from this parser
     * @throws ExampleParseException for the first payload that does not match the specs or is not a valid message
     */
    public P parse(PayloadBatch payloads, P refilled) {
        Argument.present(payloads, "payloads");
        Argument.present(refilled, "refilled");
        MessageBatch batch = refilled.filler;
        if (batch == null || batch.parser() != this) {
            throw new IllegalArgumentException("not a batch of this parser; create one with newBatch()");
        }
        batch.parse(payloads, refilled);
        return checked(refilled, payloads);
    }
}
