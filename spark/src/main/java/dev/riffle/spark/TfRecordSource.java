package dev.riffle.spark;

import dev.riffle.RecordFormat;
import org.apache.spark.sql.execution.datasources.FileFormat;

/**
 * TensorFlow's record files in Spark: {@code spark.read().format("tfrecord")}. Spark finds it by that name; where another library has taken
 * the name too, by the name of this class.
 */
public final class TfRecordSource extends RecordSource {

    /** For Spark. */
    public TfRecordSource() {}

    @Override
    public String shortName() {
        return "tfrecord";
    }

    @Override
    RecordFormat recordFormat() {
        return RecordFormat.TFRECORD;
    }

    @Override
    public Class<? extends FileFormat> fallbackFileFormat() {
        return TfRecordFormat.class;
    }
}
