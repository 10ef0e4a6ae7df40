package dev.riffle.shard;

/** What happens to a record without a key: one that does not have the feature, has no or several values in it, or is no message. */
public enum MissingKey {
    /** It goes to the first shard. */
    FIRST,
    /** Nothing is written, and the error names the record. */
    FAIL
}
