package dev.riffle.rewrite;

/**
 * Holds the result of a comparison of two sets: the number of differences of each kind. The counts are complete even if
 * the listener received only some differences. Immutable.
 *
 * @param leftRecords number of records of the first set
 * @param rightRecords number of records of the second set
 * @param equal number of equal pairs
 * @param missing number of records of the first set without a partner in the second
 * @param added number of records of the second set without a partner in the first
 * @param changed number of pairs with different content
 * @param reencoded number of pairs of Examples with equal features, but different bytes
 * @param duplicateKeys number of records, of both sets, with the key of an earlier record
 * @param withoutKey number of records, of both sets, without all key features
 * @since 0.1
 */
public record DiffReport(
        long leftRecords,
        long rightRecords,
        long equal,
        long missing,
        long added,
        long changed,
        long reencoded,
        long duplicateKeys,
        long withoutKey) {

    /** Returns the number of differences of all kinds. */
    public long differences() {
        return missing + added + changed + reencoded + duplicateKeys + withoutKey;
    }
}
