package dev.riffle;

import dev.riffle.internal.Argument;
import java.util.function.Consumer;

/**
 * The action of a reader at damage: {@link #FAIL}, {@link #STOP_AT_TORN_TAIL} or {@link #skip}.
 *
 * <pre>{@code
 * DamagePolicy policy = DamagePolicy.skip(region -> System.err.println(region.cause().getMessage()));
 * try (RecordReader records = RecordReader.open(path, RecordReaderOptions.defaults().damage(policy))) {
 *     long intact = records.stream().count();
 * }
 * }</pre>
 *
 * <p>Immutable and safe for use by several threads. A reader calls the listener on the thread that calls the reader. If
 * readers on several threads share a listener, it must be thread-safe.
 *
 * @since 0.1
 */
public final class DamagePolicy {

    /** Makes the reader throw a {@link CorruptRecordException} at any damage. */
    public static final DamagePolicy FAIL = new DamagePolicy(Kind.FAIL, region -> {}, NestedRecords.KEEP);

    /**
     * Makes the reader treat an incomplete last record as a clean end. The reader throws at any other damage. Use it
     * for a file that another program still writes, or for the 1 to 11 stray bytes that TensorFlow ignores. {@link
     * RecordReader#tornTail()} returns the incomplete record.
     */
    public static final DamagePolicy STOP_AT_TORN_TAIL =
            new DamagePolicy(Kind.STOP_AT_TORN_TAIL, region -> {}, NestedRecords.KEEP);

    enum Kind {
        FAIL,
        STOP_AT_TORN_TAIL,
        SKIP
    }

    private final Kind kind;
    private final Consumer<SkippedRegion> listener;
    private final NestedRecords nested;

    private DamagePolicy(Kind kind, Consumer<SkippedRegion> listener, NestedRecords nested) {
        this.kind = kind;
        this.listener = listener;
        this.nested = nested;
    }

    /** Like {@link #skip(Consumer, NestedRecords)}, with {@link NestedRecords#KEEP}. */
    public static DamagePolicy skip(Consumer<SkippedRegion> listener) {
        return skip(listener, NestedRecords.KEEP);
    }

    /**
     * Returns a policy that skips damage up to the next record with valid checksums. The reader reports every skipped
     * region to {@code listener}. The reader returns every intact record, except records nested in the payload of a
     * damaged record. It drops an intact record only if the record lies completely inside such a payload. The evidence
     * for nesting must also be stronger than the evidence for a wrong length. The policy works only for TFRecord, which
     * has the necessary checksums. The reader throws at damage in OFRecord files and in compressed streams.
     *
     * @param listener receives each skipped region on the thread that calls the reader, before the reader continues
     *     after the region
     * @param nested whether to return or drop intact records that may be nested. {@link SkippedRegion#nested} marks
     *      them
     */
    public static DamagePolicy skip(Consumer<SkippedRegion> listener, NestedRecords nested) {
        Argument.present(listener, "listener");
        Argument.present(nested, "nested");
        return new DamagePolicy(Kind.SKIP, listener, nested);
    }

    /**
     * Returns this policy with one more listener. It calls the listener of this policy first. {@link #FAIL} and {@link
     * #STOP_AT_TORN_TAIL} skip no regions, so the other listener has no effect on them.
     */
    public DamagePolicy alsoReporting(Consumer<SkippedRegion> other) {
        return listener(listener.andThen(Argument.present(other, "other")));
    }

    /** Returns this policy with another listener. */
    DamagePolicy listener(Consumer<SkippedRegion> other) {
        return new DamagePolicy(kind, other, nested);
    }

    NestedRecords nested() {
        return nested;
    }

    Kind kind() {
        return kind;
    }

    Consumer<SkippedRegion> listener() {
        return listener;
    }

    @Override
    public String toString() {
        return kind.name();
    }
}
