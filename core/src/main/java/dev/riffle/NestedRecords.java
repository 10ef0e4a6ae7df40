package dev.riffle;

/**
 * The treatment of intact records that may be nested in the payload of a damaged record. A payload can itself be a
 * record file. If bytes of the payload are missing, records of the outer file can also lie within its claimed length.
 *
 * @since 0.1
 */
public enum NestedRecords {
    /** Returns doubtful records, and marks the region before these records. */
    KEEP,
    /** Skips doubtful records, and marks the region that contains these records. */
    DROP
}
