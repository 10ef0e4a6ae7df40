package dev.riffle.rewrite;

import dev.riffle.internal.Argument;
import dev.riffle.internal.Utf8;
import java.util.List;

/**
 * Decides when {@link RecordRewrite#dedupe} treats two records as equal. Immutable and safe for use by several threads.
 *
 * <p>The comparison uses 128 bits of the SHA-256 of the payloads or of the key values. Each record needs 24 bytes, in
 * memory or in temporary files; the size of the record has no influence.
 *
 * @since 0.1
 */
public final class DistinctBy {

    /**
     * Decides what happens to a record without all key features.
     *
     * @since 0.1
     */
    public enum Missing {
        /** Treats the record as distinct and keeps it. */
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
     * Treats Examples or OFRecords as equal if their features with these names have the same kinds and values. For
     * SequenceExamples, the comparison uses the context features. Floats are equal if their bits are equal. A record of
     * another type is an error.
     *
     * @throws IllegalArgumentException if {@code names} is empty, or a name has an unpaired surrogate
     */
    public static DistinctBy features(List<String> names) {
        Argument.allPresent(names, "names");
        if (names.isEmpty()) {
            throw new IllegalArgumentException("names must not be empty");
        }
        names.forEach(Utf8::encode);
        return new DistinctBy(List.copyOf(names), Missing.KEEP);
    }

    /**
     * Sets what happens to records without a key feature, or with a key feature without a kind. The default is to keep
     * them.
     */
    public DistinctBy missing(Missing what) {
        Argument.present(what, "what");
        return new DistinctBy(features, what);
    }

    List<String> features() {
        return features;
    }

    Missing missing() {
        return missing;
    }
}
