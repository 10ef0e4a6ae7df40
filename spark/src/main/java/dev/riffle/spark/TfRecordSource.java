package dev.riffle.spark;

import dev.riffle.RecordFormat;
import org.apache.spark.sql.execution.datasources.FileFormat;

/**
 * Reads and writes TensorFlow's record files in Spark: {@code spark.read().format("tfrecord")}. Spark finds this source
 * by the name {@code tfrecord}. If another library uses that name too, pass the name of this class to {@code format}.
 *
 * <p>Spark uses the source on the thread that plans a query.
 *
 * @since 0.1
 */
public final class TfRecordSource extends RecordSource {

    /** Creates a source. Spark calls this constructor by reflection. */
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
