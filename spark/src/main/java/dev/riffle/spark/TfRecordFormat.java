package dev.riffle.spark;

import dev.riffle.RecordFormat;

/**
 * Writes TensorFlow's record files for Spark, and reads tables of them. Queries name {@link TfRecordSource} instead.
 *
 * <p>Spark copies the format to its tasks. Immutable and safe for use by several threads.
 *
 * @since 0.1
 */
public final class TfRecordFormat extends RecordFileFormat {

    private static final long serialVersionUID = 1;

    /** Creates a format. Spark calls this constructor by reflection. */
    public TfRecordFormat() {
        super(RecordFormat.TFRECORD);
    }

    @Override
    public String shortName() {
        return "tfrecord";
    }
}
