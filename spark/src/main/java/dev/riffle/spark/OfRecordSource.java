package dev.riffle.spark;

import dev.riffle.RecordFormat;
import org.apache.spark.sql.execution.datasources.FileFormat;

/**
 * Reads and writes OneFlow's record files in Spark: {@code spark.read().format("ofrecord")}. Spark finds this source by
 * the name {@code ofrecord}. If another library uses that name too, pass the name of this class to {@code format}.
 *
 * <p>Spark uses the source on the thread that plans a query.
 *
 * @since 0.1
 */
public final class OfRecordSource extends RecordSource {

    /** Creates a source. Spark calls this constructor by reflection. */
    public OfRecordSource() {}

    @Override
    public String shortName() {
        return "ofrecord";
    }

    @Override
    RecordFormat recordFormat() {
        return RecordFormat.OFRECORD;
    }

    @Override
    public Class<? extends FileFormat> fallbackFileFormat() {
        return OfRecordFormat.class;
    }
}
