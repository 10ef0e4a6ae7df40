package dev.riffle.rewrite;

import java.util.List;

/**
 * Says when {@link RecordRewrite#dedupe} treats two records as equal. Immutable.
 *
 * <p>Records are compared by 128 bits of the SHA-256 of their payloads or of their key values. Each distinct record
 * takes about 21 to 43 bytes of memory, whatever its size.
 *
 * @since 0.1
 */
public final class DistinctBy {

    /**
     * Says what happens to a record that does not have all key features.
     *
     * @since 0.1
     */
    public enum Missing {
        /** Keeps the record, as one that equals no other. */
        KEEP,
        /** Drops the record. */
        DROP,
        /** Writes nothing and throws an error that names the record. */
        FAIL
    }

    private static final DistinctBy PAYLOAD = new DistinctBy(List.of(), Missing.KEEP);

    private final List<String> features;
    private final Missing missing;

    private DistinctBy(List<String> features, Missing missing) {
        this.features = features;
        this.missing = missing;
    }

    /** Treats records with equal payloads as equal. */
    public static DistinctBy payload() {
        return PAYLOAD;
    }

    /**
     * Treats Examples or OFRecords as equal if their features of these names have the same kinds and values. Of a
     * SequenceExample it compares the context features. Floats are equal if their bits are equal. A record of another
     * type is an error.
     *
     * @throws IllegalArgumentException if no name is given
     */
    public static DistinctBy features(List<String> names) {
        if (names.isEmpty()) {
            throw new IllegalArgumentException("names must be at least one");
        }
        return new DistinctBy(List.copyOf(names), Missing.KEEP);
    }

    /**
     * Sets what happens to records without a key feature, or with a key feature without a kind. The default is to keep
     * them.
     */
    public DistinctBy missing(Missing what) {
        return new DistinctBy(features, what);
    }

    List<String> features() {
        return features;
    }

    Missing missing() {
        return missing;
    }
}
