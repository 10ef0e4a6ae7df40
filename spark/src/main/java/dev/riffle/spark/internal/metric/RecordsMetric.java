package dev.riffle.spark.internal.metric;

import org.apache.spark.sql.connector.metric.CustomSumMetric;

/** How many records were gone over, whether they became rows or not. Shown in Spark's UI, which makes one by the name of the class. */
public final class RecordsMetric extends CustomSumMetric {

    public static final String NAME = "records";

    /** For Spark. */
    public RecordsMetric() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "records";
    }
}
