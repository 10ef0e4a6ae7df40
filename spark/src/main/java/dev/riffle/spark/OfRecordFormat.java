package dev.riffle.spark;

import dev.riffle.RecordFormat;

/** What Spark writes OneFlow's record files with, and reads tables of them; users name {@link OfRecordSource}. */
public final class OfRecordFormat extends RecordFileFormat {

    private static final long serialVersionUID = 1;

    /** For Spark. */
    public OfRecordFormat() {
        super(RecordFormat.OFRECORD);
    }

    @Override
    public String shortName() {
        return "ofrecord";
    }
}
