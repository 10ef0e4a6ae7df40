package dev.riffle.spark;

import dev.riffle.RecordFormat;
import org.apache.spark.sql.execution.datasources.FileFormat;

/**
 * OneFlow's record files in Spark: {@code spark.read().format("ofrecord")}. Spark finds it by that name; where another library has taken
 * the name too, by the name of this class.
 */
public final class OfRecordSource extends RecordSource {

    /** For Spark. */
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
