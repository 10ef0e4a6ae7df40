package dev.riffle.rewrite;

/**
 * How two sets of records differ: how many differences of each kind there are, all of them, however many were told.
 *
 * @param leftRecords how many records the first set has
 * @param rightRecords how many records the second set has
 * @param equal how many pairs are equal
 * @param missing how many records of the first set have none in the second
 * @param added how many records of the second set have none in the first
 * @param changed how many pairs have another content
 * @param reencoded how many pairs are Examples with the same features, but other bytes
 * @param duplicateKeys how many records, of both sets, have the key of an earlier one
 * @param withoutKey how many records, of both sets, do not have all features of the key
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

    /** How many differences there are. */
    public long differences() {
        return missing + added + changed + reencoded + duplicateKeys + withoutKey;
    }
}
