package dev.riffle.spark.internal.metric;

import org.apache.spark.sql.connector.metric.CustomSumMetric;

/**
 * Counts the bytes of the records read, uncompressed and with their frames. Spark's UI shows the metric. Spark creates
 * an instance by the class name.
 */
public final class BytesMetric extends CustomSumMetric {

    public static final String NAME = "recordBytes";

    /** Creates a metric. Spark calls this constructor by reflection. */
    public BytesMetric() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "bytes of records";
    }
}
