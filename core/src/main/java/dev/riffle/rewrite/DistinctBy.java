package dev.riffle.rewrite;

import java.util.List;

/**
 * What makes two records the same for {@link RecordRewrite#dedupe}. Immutable.
 *
 * <p>Records are told apart by 128 bits of the SHA-256 of their payload or of their key values: some 21 to 43 bytes of
 * memory for each that is different, however large it is.
 */
public final class DistinctBy {

    /** What happens to a record that does not have all key features. */
    public enum Missing {
        /** It stays, as a record that is like no other. */
        KEEP,
        /** It is left out. */
        DROP,
        /** Nothing is written, and the error names the record. */
        FAIL
    }

    private static final DistinctBy PAYLOAD = new DistinctBy(List.of(), Missing.KEEP);

    private final List<String> features;
    private final Missing missing;

    private DistinctBy(List<String> features, Missing missing) {
        this.features = features;
        this.missing = missing;
    }

    /** Records with the same payload, byte for byte. */
    public static DistinctBy payload() {
        return PAYLOAD;
    }

    /**
     * Records, Examples or OFRecords, whose features of these names are of the same kinds with the same values; of a
     * SequenceExample those of its context. Floats are the same if their bits are. A record of another type is an error.
     *
     * @throws IllegalArgumentException if no name is given
     */
    public static DistinctBy features(List<String> names) {
        if (names.isEmpty()) {
            throw new IllegalArgumentException("names must be at least one");
        }
        return new DistinctBy(List.copyOf(names), Missing.KEEP);
    }

    /** Says what happens to records without a key feature, or with one that has no kind: they are kept unless this is said. */
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
