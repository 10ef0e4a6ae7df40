package dev.riffle.spark.internal.metric;

import org.apache.spark.sql.connector.metric.CustomSumMetric;

/**
 * Counts the bytes of the records read, uncompressed and with their frames. Shown in Spark's UI, which makes an
 * instance by the class name.
 */
public final class BytesMetric extends CustomSumMetric {

    public static final String NAME = "recordBytes";

    /** Constructor for Spark, which calls it by reflection. */
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
