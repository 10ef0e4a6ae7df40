package dev.riffle.spark.internal.metric;

import org.apache.spark.sql.connector.metric.CustomSumMetric;

/** How many bytes of records were gone over, uncompressed and with what frames them. Shown in Spark's UI, which makes one by the name of the class. */
public final class BytesMetric extends CustomSumMetric {

    public static final String NAME = "recordBytes";

    /** For Spark. */
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
