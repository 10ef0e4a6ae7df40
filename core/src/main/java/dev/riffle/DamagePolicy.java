package dev.riffle;

import java.util.Objects;

/** What a reader does when it meets damage. A closed set: {@link #FAIL}, {@link #STOP_AT_TORN_TAIL}, {@link #skip}. */
public final class DamagePolicy {

    /** Every damage is thrown as a {@link CorruptRecordException}. */
    public static final DamagePolicy FAIL = new DamagePolicy(Kind.FAIL, region -> {});

    /**
     * A last record that is cut short is a clean end; every other damage is thrown. For a file that is still being
     * written, and for the 1 to 11 stray bytes that TensorFlow passes over in silence. {@link RecordReader#tornTail()}
     * tells whether there was one.
     */
    public static final DamagePolicy STOP_AT_TORN_TAIL = new DamagePolicy(Kind.STOP_AT_TORN_TAIL, region -> {});

    enum Kind {
        FAIL,
        STOP_AT_TORN_TAIL,
        SKIP
    }

    private final Kind kind;
    private final DamageListener listener;

    private DamagePolicy(Kind kind, DamageListener listener) {
        this.kind = kind;
        this.listener = listener;
    }

    /**
     * Damage is passed over up to the next record that its checksums prove, and {@code listener} is told of every region
     * that was left out. Every record that is whole is given, and none that is a part of another record's payload as far as
     * that can be told: a record whose header or payload is damaged is passed over as a whole where its end is sure. Only TFRecord has such headers; for OFRecord, and where the compressed stream itself is broken,
     * the damage is thrown.
     */
    public static DamagePolicy skip(DamageListener listener) {
        return new DamagePolicy(Kind.SKIP, Objects.requireNonNull(listener, "listener"));
    }

    Kind kind() {
        return kind;
    }

    DamageListener listener() {
        return listener;
    }

    @Override
    public String toString() {
        return kind.name();
    }
}
