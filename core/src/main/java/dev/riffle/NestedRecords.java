package dev.riffle;

/**
 * The treatment of intact records that may be nested in the payload of a damaged record. A payload can itself be
 * a record file; if bytes are missing, records of the outer file can also lie within the claimed length of that
 * payload.
 *
 * @since 0.1
 */
public enum NestedRecords {
    /** Returns doubtful records, and marks the region before them. */
    KEEP,
    /** Skips doubtful records, and marks the region that contains them. */
    DROP
}
