package dev.riffle.shard;

/**
 * What happens to a record without a key: one that does not have the feature, or has no or several values in it. A record
 * that is no Example, SequenceExample or OFRecord is always an error.
 */
public enum MissingKey {
    /** It goes to the first shard. */
    FIRST,
    /** Nothing is written, and the error names the record. */
    FAIL
}
