package dev.riffle.spark;

import dev.riffle.RecordFormat;
import org.apache.spark.sql.execution.datasources.FileFormat;

/**
 * Reads and writes TensorFlow's record files in Spark by the name {@code tfrecords}, which spark-tensorflow-connector
 * has. Behaves like {@link TfRecordSource} in all other respects. If another library uses that name too, pass the name
 * of this class to {@code format}.
 *
 * <p>Spark uses the source on the thread that plans a query.
 *
 * @since 0.1
 */
public final class TfRecordsSource extends RecordSource {

    /** Creates a source. Spark calls this constructor by reflection. */
    public TfRecordsSource() {}

    @Override
    public String shortName() {
        return "tfrecords";
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
