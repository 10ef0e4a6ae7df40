package dev.riffle;

import java.util.Objects;
import java.util.function.Consumer;

/** What a reader does when it meets damage. A closed set: {@link #FAIL}, {@link #STOP_AT_TORN_TAIL}, {@link #skip}. */
public final class DamagePolicy {

    /** Every damage is thrown as a {@link CorruptRecordException}. */
    public static final DamagePolicy FAIL = new DamagePolicy(Kind.FAIL, region -> {}, NestedRecords.KEEP);

    /**
     * A last record that is cut short is a clean end; every other damage is thrown. For a file that is still being
     * written, and for the 1 to 11 stray bytes that TensorFlow passes over in silence. {@link RecordReader#tornTail()}
     * tells whether there was one.
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

    /** Like {@link #skip(Consumer, NestedRecords)} with {@link NestedRecords#KEEP}. */
    public static DamagePolicy skip(Consumer<SkippedRegion> listener) {
        return skip(listener, NestedRecords.KEEP);
    }

    /**
     * Skips damage up to the next record that its checksums prove, and reports every skipped region to {@code
     * listener}. Returns every intact record, except records nested in the payload of a damaged record. An intact
     * record is dropped only if it lies completely inside such a payload, and the evidence for nesting is stronger than
     * the evidence for a wrong length. Only TFRecord has the checksums for this: damage in OFRecord files and in
     * compressed streams is thrown.
     *
     * @param listener called on the reader's thread for each skipped region, before reading goes on after the region
     * @param nested what happens to intact records that may or may not be nested. {@link SkippedRegion#nested} marks
     *     them
     */
    public static DamagePolicy skip(Consumer<SkippedRegion> listener, NestedRecords nested) {
        return new DamagePolicy(
                Kind.SKIP, Objects.requireNonNull(listener, "listener"), Objects.requireNonNull(nested, "nested"));
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
