package dev.riffle.spark;

import dev.riffle.RecordFormat;

/** What Spark writes TensorFlow's record files with, and reads tables of them; users name {@link TfRecordSource}. */
public final class TfRecordFormat extends RecordFileFormat {

    private static final long serialVersionUID = 1;

    /** For Spark. */
    public TfRecordFormat() {
        super(RecordFormat.TFRECORD);
    }

    @Override
    public String shortName() {
        return "tfrecord";
    }
}
