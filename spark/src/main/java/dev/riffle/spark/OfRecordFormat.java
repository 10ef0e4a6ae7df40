package dev.riffle.spark;

import dev.riffle.RecordFormat;

/**
 * Writes OneFlow's record files for Spark, and reads tables of them. Queries name {@link OfRecordSource} instead.
 *
 * <p>Spark copies the format to its tasks. Immutable and safe for use by several threads.
 *
 * @since 0.1
 */
public final class OfRecordFormat extends RecordFileFormat {

    private static final long serialVersionUID = 1;

    /** Creates a format. Spark calls this constructor by reflection. */
    public OfRecordFormat() {
        super(RecordFormat.OFRECORD);
    }

    @Override
    public String shortName() {
        return "ofrecord";
    }
}
