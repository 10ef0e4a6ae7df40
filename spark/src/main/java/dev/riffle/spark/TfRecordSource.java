package dev.riffle.spark;

import dev.riffle.RecordFormat;
import org.apache.spark.sql.execution.datasources.FileFormat;

/**
 * The data source of TensorFlow's record files in Spark: {@code spark.read().format("tfrecord")}. Spark finds it by
 * that name. If another library uses the name too, use the name of this class.
 *
 * <p>Spark uses it on the thread that plans a query.
 *
 * @since 0.1
 */
public final class TfRecordSource extends RecordSource {

    /** Constructor for Spark, which calls it by reflection. */
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
