package dev.riffle.spark.internal.metric;

import org.apache.spark.sql.connector.metric.CustomSumMetric;

/**
 * Counts the records read, whether or not they became rows. Shown in Spark's UI, which makes an instance by the class
 * name.
 */
public final class RecordsMetric extends CustomSumMetric {

    public static final String NAME = "records";

    /** Constructor for Spark, which calls it by reflection. */
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
