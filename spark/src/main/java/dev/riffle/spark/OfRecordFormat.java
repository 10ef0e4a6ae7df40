package dev.riffle.spark;

import dev.riffle.RecordFormat;

/**
 * Writes OneFlow's record files for Spark, and reads tables of them. Users name {@link OfRecordSource} instead.
 *
 * <p>Spark copies it to its tasks. Immutable and safe for use by several threads.
 *
 * @since 0.1
 */
public final class OfRecordFormat extends RecordFileFormat {

    private static final long serialVersionUID = 1;

    /** Constructor for Spark, which calls it by reflection. */
    public OfRecordFormat() {
        super(RecordFormat.OFRECORD);
    }

    @Override
    public String shortName() {
        return "ofrecord";
    }
}
