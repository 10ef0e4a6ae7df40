package dev.riffle.shard;

/**
 * Decides what happens to a record without the key feature, or without exactly one value in it. A record that is not an
 * Example, SequenceExample or OFRecord is always an error.
 *
 * @since 0.1
 */
public enum MissingKey {
    /** The record goes to the first shard. */
    FIRST,
    /** The operation fails with an error that names the record, and the output does not appear. */
    FAIL
}
